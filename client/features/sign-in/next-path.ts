const afterSignIn = "/dashboard";

function hasControlCharacter(text: string): boolean {
	return [...text].some((character) => character < " " || character === "\u007f");
}

/**
 * Where to go after signing in: a path of this console, else the dashboard. The rules are those
 * against open redirects: a single leading slash, nothing a browser could read as another host,
 * and the same origin after parsing. Sign-in pages themselves are no place to return to.
 */
export function nextPath(next: string | undefined, origin: string): string {
	if (!next?.startsWith("/") || next.includes("\\") || hasControlCharacter(next)) return afterSignIn;
	if (/^\/(\/|%2f|%5c)/i.test(next)) return afterSignIn;
	let url: URL;
	try {
		url = new URL(next, origin);
	} catch {
		// A text no browser would follow.
		return afterSignIn;
	}
	// Parsing resolves dot segments, so `/.//host` only shows its two slashes now.
	if (url.origin !== origin || url.pathname.startsWith("//")) return afterSignIn;
	if (url.pathname === "/" || url.pathname.startsWith("/login") || url.pathname.startsWith("/api/")) return afterSignIn;
	return url.pathname + url.search + url.hash;
}
