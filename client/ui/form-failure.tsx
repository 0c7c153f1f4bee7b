import { Callout } from "./callout";
import classes from "./form-failure.module.css";

/** What went wrong with a form as a whole. It takes the focus, so that the keyboard goes on from here. */
export function FormFailure({ failure }: { failure: string | null }) {
	return (
		<div role="alert" className={classes.box}>
			{failure !== null && (
				<Callout tone="bad" takesFocus>
					{failure}
				</Callout>
			)}
		</div>
	);
}
