/**
 * uPlot builds a number format from `navigator.language` as it loads, and dies of names that
 * are no language tags; Chromium under a POSIX locale has such a one (`en-US@posix`).
 */
export async function loadChart() {
	if (!isLanguageTag(navigator.language)) {
		Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
	}
	return import("./log-chart");
}

function isLanguageTag(language: string): boolean {
	try {
		return Intl.getCanonicalLocales(language).length === 1;
	} catch {
		// A RangeError says that it is none.
		return false;
	}
}
