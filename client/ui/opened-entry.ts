import { useRouter } from "@tanstack/react-router";
import { useCallback, useRef } from "react";

declare module "@tanstack/react-router" {
	interface HistoryState {
		/** A screen opened a dialog of its own by this entry: the one before is the screen without it. */
		isOpened?: true;
	}
}

/** State of the entry by which a screen opens a dialog. */
export const openedEntry = { isOpened: true } as const;

/**
 * Closes a dialog that is an entry of the history, which is afterwards as before the dialog: what the screen opened goes
 * back, and what came by a link is replaced. Pressed again while the browser is on its way, it goes no further.
 */
export function useCloseEntry(): (replace: () => void) => void {
	const { history } = useRouter();
	const isGoing = useRef(false);
	return useCallback(
		(replace) => {
			if (history.location.state.isOpened !== true) return replace();
			if (isGoing.current) return;
			isGoing.current = true;
			const stop = history.subscribe(() => {
				isGoing.current = false;
				stop();
			});
			history.back();
		},
		[history],
	);
}
