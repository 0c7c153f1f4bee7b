import "../../client/ui/layout/styles";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** An unexpected complaint of React or Mantine fails the test that caused it. */
beforeEach(() => {
	vi.spyOn(console, "error");
	vi.spyOn(console, "warn");
	return () => vi.restoreAllMocks();
});

afterEach(() => {
	expect(vi.mocked(console.error).mock.calls, "console.error").toEqual([]);
	expect(vi.mocked(console.warn).mock.calls, "console.warn").toEqual([]);
	localStorage.clear();
	sessionStorage.clear();
});
