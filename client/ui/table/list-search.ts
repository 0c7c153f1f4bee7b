import { type HistoryState, useLocation, useMatch, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo, useRef } from "react";
import { searchTexts } from "../../base/search-text";

/** `q` searches, a leading minus of `sort` sorts downwards, the others are comma-separated filters. */
export const listParameters = [
	...(["q", "sort", "kind", "alert", "status", "severity", "format"] as const),
	...(["role", "reach", "now", "use", "result", "channel", "period"] as const),
];
export const ListSearch = searchTexts(listParameters);
export type ListSearch = ReturnType<typeof ListSearch>;

/** Controls show the newest search of the address during the session check, so that clicks add up. */
export function useRequestedSearch<Search>(read: (search: Record<string, unknown>) => Search, shown: Search): Search {
	const { pathname, search } = useLocation();
	const here = useMatch({ strict: false, select: (match) => match.pathname });
	const requested = useMemo(() => read(search), [read, search]);
	return withoutSlash(pathname) === withoutSlash(here) ? requested : shown;
}

function withoutSlash(path: string): string {
	return path.replace(/\/$/, "");
}

declare module "@tanstack/react-router" {
	interface HistoryState {
		/** The entry was made by typing, so that more typing replaces it. */
		isTyped?: true;
		/** The saved view that was opened last, which later filters alter. */
		viewId?: string;
	}
}

type SearchChange = { [name: string]: string | undefined };

const typedNames = ["q", "text"];

/** A choice is its own entry, so that Back undoes only that; all typing in a search box is one entry. */
export function searchEntry(change: SearchChange, { isTyped, viewId }: HistoryState) {
	const [name = "", ...others] = Object.keys(change);
	const isTyping = others.length === 0 && typedNames.includes(name);
	return {
		replace: isTyping && isTyped === true && change[name] !== undefined,
		resetScroll: false,
		state: { ...(isTyping && { isTyped: true as const }), ...(viewId !== undefined && { viewId }) },
	};
}

export function useSearchEntry(): (change: SearchChange) => ReturnType<typeof searchEntry> {
	const { history } = useRouter();
	return useCallback((change) => searchEntry(change, history.location.state), [history]);
}

declare module "@tanstack/react-router" {
	interface HistoryState {
		/** The screen opened its dialog by this entry; the entry before is the screen without it. */
		isOpened?: true;
	}
}

export const openedEntry = { isOpened: true } as const;

/** Goes back in the history if the screen opened the dialog, and replaces the entry if a link did. */
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
