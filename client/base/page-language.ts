const root = globalThis.document?.documentElement;

/** Chosen by `client/public/theme.js` before the first paint. Code without a page reads English. */
export const pageLanguage = root?.lang || "en";

/** The page's language, in whose place it is English because its words did not load. */
export const failedLanguage = root?.dataset?.wordsFailed ?? null;

/** The language's name in itself: `Deutsch`. */
export function languageName(tag: string): string {
	const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
	return `${name.charAt(0).toLocaleUpperCase(tag)}${name.slice(1)}`;
}

/** Loads the page anew, as labels are read once. The browser warns before it drops unsaved input. */
export function choosePageLanguage(tag: string): void {
	try {
		localStorage.setItem("language", tag);
	} catch {
		// The choice then lasts while the browser's own languages lead to the same.
	}
	window.location.reload();
}
