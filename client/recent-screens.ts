import * as z from "zod/mini";

const storageKey = "recentScreens";
const keptCount = 12;

/** Whose they are, and the paths, the newest first. No names: they are looked up among what the person may see. */
const RecentScreens = z.object({ userId: z.string(), paths: z.array(z.string()) });

/** The paths somebody had open lately in this browser, the newest first. */
export function readRecentScreens(userId: string): string[] {
	try {
		const stored = RecentScreens.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
		return stored.success && stored.data.userId === userId ? stored.data.paths : [];
	} catch {
		// Storage can be forbidden or hold what is not ours; nothing is recent then.
		return [];
	}
}

export function noteRecentScreen(userId: string, path: string): void {
	const paths = [path, ...readRecentScreens(userId).filter((other) => other !== path)].slice(0, keptCount);
	try {
		localStorage.setItem(storageKey, JSON.stringify({ userId, paths }));
	} catch {
		// Storage can be forbidden or full; the search does without.
	}
}
