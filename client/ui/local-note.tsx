import type { ReactNode } from "react";
import classes from "./local-note.module.css";

type LocalNoteProps = { className: string | undefined; onFill: () => void; children: ReactNode };

/** What only a local run can tell, and the button that fills it in. */
export function LocalNote({ className, onFill, children }: LocalNoteProps) {
	return (
		<div className={`${classes.note} ${className}`}>
			<span>
				<b>Local run.</b> {children}
			</span>
			<button type="button" onClick={onFill}>
				Fill in
			</button>
		</div>
	);
}
