import type { ReactNode } from "react";
import classes from "./step-form.module.css";

/** The ways out below a step. */
export function StepLinks({ children }: { children: ReactNode }) {
	return <p className={classes.links}>{children}</p>;
}
