import * as z from "zod/mini";

/** One list per member, because tabs may show several accounts. */
const storageKey = (userId: string) => `recentScreens ${userId}`;
const keptCount = 12;

/** Newest first. Names are not stored: they come from data that the user may see. */
const RecentScreens = z.array(z.string());

export function readRecentScreens(userId: string): string[] {
	try {
		return RecentScreens.safeParse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? "null")).data ?? [];
	} catch {
		return [];
	}
}

export function recordRecentScreen(userId: string, path: string): void {
	const paths = [path, ...readRecentScreens(userId).filter((other) => other !== path)].slice(0, keptCount);
	try {
		localStorage.setItem(storageKey(userId), JSON.stringify(paths));
	} catch {
		// Storage can be forbidden or full.
	}
}
