import { expect, it } from "vitest";
import { createExpiringMap } from "../../../shared/base/expiring-map";

function mapAt(start: number, most = 2) {
	const clock = { now: start };
	return { clock, map: createExpiringMap<string, number>({ most, now: () => clock.now }) };
}

it("forgets an entry at its end, and not before", () => {
	const { clock, map } = mapAt(0);
	map.set("a", 1, 10);
	clock.now = 9;
	expect(map.get("a")).toBe(1);
	clock.now = 10;
	expect([map.get("a"), map.size]).toEqual([undefined, 0]);
});

it("drops the oldest beyond its bound, where setting one again makes it the youngest", () => {
	const { map } = mapAt(0);
	map.set("a", 1, 10);
	map.set("b", 2, 10);
	map.set("a", 3, 10);
	map.set("c", 4, 10);
	expect([map.get("a"), map.get("b"), map.get("c"), map.size]).toEqual([3, undefined, 4, 2]);
});

it("drops what has ended when something is set, before it is full", () => {
	const { clock, map } = mapAt(0, 10);
	map.set("a", 1, 5);
	map.set("b", 2, 50);
	clock.now = 20;
	map.set("c", 3, 50);
	expect([map.size, map.get("b"), map.get("c")]).toEqual([2, 2, 3]);
});
