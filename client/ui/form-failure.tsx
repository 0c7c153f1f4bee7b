import classes from "./form-failure.module.css";

/** What went wrong with a form as a whole. It takes the focus, so that the keyboard goes on from here. */
export function FormFailure({ failure }: { failure: string | null }) {
	return (
		<div role="alert" className={classes.box}>
			{failure !== null && (
				<div ref={takeFocus} tabIndex={-1} className={classes.failure}>
					{failure}
				</div>
			)}
		</div>
	);
}

function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}
