import { expect, it } from "vitest";
import { createRecentChanges } from "../../../backend/live/live-listener";

const at = Date.UTC(2026, 10, 25);
const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => `dev_${first + index}`);

it("keeps nothing of devices that came and went before a page's earliest request", () => {
	const recent = createRecentChanges();
	for (let round = 0; round < 10; round += 1) recent.record("log", ids(round * 1_000, 1_000), at + round * 120_000);
	recent.record("log", ids(0, 1), at + 9 * 120_000);
	const all = recent.since(0).get("log");
	expect(all).toBeInstanceOf(Set);
	expect([...(all ?? [])].length).toBeLessThanOrEqual(2_001);
	expect(recent.since(at + 9 * 120_000 - 60_000).get("log")).toEqual(new Set([...ids(9_000, 1_000), "dev_0"]));
});

it("keeps all of a large fleet that changes within the minute", () => {
	const recent = createRecentChanges();
	recent.record("devices", ids(0, 5_000), at);
	recent.record("devices", ids(5_000, 5_000), at + 59_000);
	const changed = recent.since(at - 1).get("devices");
	expect(changed instanceof Set && changed.size).toBe(10_000);
});
