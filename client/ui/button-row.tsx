import type { ReactNode } from "react";
import classes from "./button-row.module.css";

/** The buttons at the end of a form, a step or a part of a page. */
export function ButtonRow({ children }: { children: ReactNode }) {
	return <div className={classes.row}>{children}</div>;
}
