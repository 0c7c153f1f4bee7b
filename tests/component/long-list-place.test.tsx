import { expect, test, vi } from "vitest";
import { manyThings, rowNames, showThings } from "./thing-list";

// The code that draws the near rows never arrives.
vi.mock("../../client/ui/table/virtual-rows", () => new Promise(() => {}));

test("a list of thousands is as high as all of its rows from the start, so that going back finds its place", async () => {
	await showThings(manyThings(3_000));
	await expect.poll(() => rowNames().length).toBe(30);
	expect(document.documentElement.scrollHeight).toBeGreaterThan(3_000 * 40);
});
