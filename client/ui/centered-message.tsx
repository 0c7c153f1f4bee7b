import type { ReactNode } from "react";
import classes from "./centered-message.module.css";

type CenteredMessageProps = { title: string; text: ReactNode; figure?: ReactNode; children?: ReactNode };

/** A whole area that says one thing: not found, failed, no access. */
export function CenteredMessage({ title, text, figure, children }: CenteredMessageProps) {
	return (
		<div className={classes.place}>
			{figure !== undefined && <div className={classes.figure}>{figure}</div>}
			<h1 className={classes.title}>{title}</h1>
			<div className={classes.text}>{text}</div>
			{children && <div className={classes.actions}>{children}</div>}
		</div>
	);
}
