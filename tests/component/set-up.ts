import "../../client/ui/layout/styles";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { commands } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { queryClient } from "../../client/api/query-client";

declare module "vitest/browser" {
	interface BrowserCommands {
		frameNamed: () => Promise<void>;
	}
}

/** ResizeObserver delivers sizes that change once more with the next frame: https://drafts.csswg.org/resize-observer/#deliver-resize-error */
const laterSizes = /^ResizeObserver loop completed with undelivered notifications\.$/;
const isLaterSizes = ([first]: unknown[]) => first instanceof Error && laterSizes.test(first.message);

beforeAll(() => commands.frameNamed());

/** An unexpected error of React or Mantine fails the test that caused it. */
beforeEach(() => {
	vi.spyOn(console, "error");
	vi.spyOn(console, "warn");
	return () => vi.restoreAllMocks();
});

afterEach(() => {
	const complaints = vi.mocked(console.error).mock.calls.filter((call) => !isLaterSizes(call));
	expect(complaints, "console.error").toEqual([]);
	expect(vi.mocked(console.warn).mock.calls, "console.warn").toEqual([]);
	localStorage.clear();
	sessionStorage.clear();
});

// The library's own hook runs in the first file of a page alone.
beforeEach(() => cleanup());

/** The next file shares the page, so it must begin without the toasts, data and elements of this one. */
afterAll(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	await cleanup();
	toast.dismiss();
	queryClient.clear();
	document.body.replaceChildren();
	window.scrollTo(0, 0);
});
