import { useLocation } from "@tanstack/react-router";
import classes from "./step-form.module.css";
import { wordsForNote } from "./step-notes";

/** The sentence of the step before, where there is one. */
export function StepNote() {
	const words = wordsForNote(useLocation({ select: ({ state }) => state.note }));
	return (
		words !== null && (
			<div className={classes.note} role="status">
				{words}
			</div>
		)
	);
}
