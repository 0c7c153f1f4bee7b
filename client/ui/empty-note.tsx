import type { ReactNode } from "react";
import classes from "./empty-note.module.css";

type EmptyNoteProps = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode };

/** What stands where rows would: why there are none, and the next step in words. */
export function EmptyNote({ icon, title, text, children }: EmptyNoteProps) {
	return (
		<div className={classes.note}>
			<div className={classes.icon} aria-hidden="true">
				{icon}
			</div>
			<h2 className={classes.title}>{title}</h2>
			<p className={classes.text}>{text}</p>
			{children && <div className={classes.actions}>{children}</div>}
		</div>
	);
}
