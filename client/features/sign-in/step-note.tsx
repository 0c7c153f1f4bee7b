import { useLocation } from "@tanstack/react-router";
import { Callout } from "../../ui/feedback/notes";
import { wordsForNote } from "./step-notes";

/** The sentence of the step before, where there is one. */
export function StepNote() {
	const words = wordsForNote(useLocation({ select: ({ state }) => state.note }));
	return (
		words !== null && (
			<Callout tone="brand" role="status">
				{words}
			</Callout>
		)
	);
}
