import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

declare module "@tanstack/react-router" {
	interface HistoryState {
		/** The entry came by typing, so that what is typed on belongs to it. */
		isTyped?: true;
	}
}

type SearchChange = { [name: string]: string | undefined };

/**
 * How a change of a screen's search parameters enters the history. What is chosen is an entry of its own, so that going
 * back takes back just that; what is typed into a search box is one entry, in however many pauses it is typed.
 */
export function searchEntry(change: SearchChange, isTypedOn: boolean) {
	const isTyping = Object.keys(change).join() === "q";
	return {
		// Going back from an emptied box finds again what was found.
		replace: isTyping && isTypedOn && change.q !== undefined,
		resetScroll: false,
		state: isTyping ? ({ isTyped: true } as const) : {},
	};
}

/** Options of a navigation that stays on the screen and changes its search parameters. */
export function useSearchEntry(): (change: SearchChange) => ReturnType<typeof searchEntry> {
	const { history } = useRouter();
	return useCallback((change) => searchEntry(change, history.location.state.isTyped === true), [history]);
}
