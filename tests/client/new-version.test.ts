import { expect, it } from "vitest";
import { markNotLoaded, needsReload } from "../../client/features/shell/new-version";

it("says once that code was not loaded, however many files fail by the same error", () => {
	const error = new TypeError("Failed to fetch dynamically imported module: /assets/a.js");
	markNotLoaded(error);
	markNotLoaded(error);
	expect(error.message).toBe(
		"Code of this screen was not loaded. Failed to fetch dynamically imported module: /assets/a.js",
	);
	expect(needsReload(error)).toBe(true);
});
