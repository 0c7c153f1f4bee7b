import * as z from "zod/mini";

const storageKey = "recentScreens";
const keptCount = 12;

/** Newest first. Names are not stored: they come from what the person may see. */
const RecentScreens = z.object({ userId: z.string(), paths: z.array(z.string()) });

export function readRecentScreens(userId: string): string[] {
	try {
		const stored = RecentScreens.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
		return stored.success && stored.data.userId === userId ? stored.data.paths : [];
	} catch {
		// Storage can be forbidden or hold other data; then there are none.
		return [];
	}
}

export function recordRecentScreen(userId: string, path: string): void {
	const paths = [path, ...readRecentScreens(userId).filter((other) => other !== path)].slice(0, keptCount);
	try {
		localStorage.setItem(storageKey, JSON.stringify({ userId, paths }));
	} catch {
		// Storage can be forbidden or full; then the search has no recent screens.
	}
}
