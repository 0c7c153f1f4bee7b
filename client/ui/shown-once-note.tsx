import classes from "./shown-once-note.module.css";

/** Takes the focus, so that a long view begins with it. */
export function ShownOnceNote() {
	return (
		<div ref={takeFocus} tabIndex={-1} className={classes.warning}>
			<b>Copy the key now.</b> It is shown this once and cannot be read again later.
		</div>
	);
}

function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}
