import type { ReactNode } from "react";
import classes from "./figure.module.css";

/** A number to be seen first, and what it is of. */
export function Figure({ value, children }: { value: ReactNode; children: ReactNode }) {
	return (
		<p className={classes.figure}>
			{value} <span>{children}</span>
		</p>
	);
}
