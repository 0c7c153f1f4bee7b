import { useLocation, useMatch, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo, useRef } from "react";
import * as z from "zod/mini";

/**
 * The search parameters of a list: `q` searches, a leading minus of `sort` runs it downwards,
 * the others are filters whose values stand between commas.
 */
export const ListSearch = z.object({
	q: z.optional(z.string()),
	sort: z.optional(z.string()),
	kind: z.optional(z.string()),
	alert: z.optional(z.string()),
	status: z.optional(z.string()),
	severity: z.optional(z.string()),
	format: z.optional(z.string()),
	role: z.optional(z.string()),
	reach: z.optional(z.string()),
});
export type ListSearch = z.infer<typeof ListSearch>;

/**
 * What the address asks for by now, `shown` once it is there. Controls show it while the session is being checked, so
 * that the next click builds on the one before. On the way to another screen it stays what is shown.
 */
export function useAskedSearch<Search>(schema: z.ZodMiniType<Search>, shown: Search): Search {
	const { pathname, search } = useLocation();
	const here = useMatch({ strict: false, select: (match) => match.pathname });
	const asked = useMemo(() => schema.safeParse(search), [schema, search]);
	return asked.success && withoutSlash(pathname) === withoutSlash(here) ? asked.data : shown;
}

function withoutSlash(path: string): string {
	return path.replace(/\/$/, "");
}

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
