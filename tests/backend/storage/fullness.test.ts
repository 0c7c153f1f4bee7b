import { describe, expect, it } from "vitest";
import { type Fullness, nextFullness } from "../../../backend/storage/fullness";
import { dayMs } from "../../../shared/base/durations";
import * as fc from "../../properties";

const now = Date.UTC(2026, 2, 3);
const empty: Fullness = { notifiedPercent: 0, fullSince: null, fullNotifiedAt: null };
const look = (usedBytes: number, at = now, whenFull: "refuse" | "removeOldest" = "refuse") => ({
	usedBytes,
	quotaBytes: 1_000,
	whenFull,
	now: at,
});

describe("the fullness of a storage", () => {
	it.each([
		[699, null],
		[700, 70],
		[899, 70],
		[900, 90],
		[1_000, 100],
		[1_700, 100],
	])("notifies a use of %s in 1,000 as %s", (usedBytes, notified) => {
		expect(nextFullness(empty, look(usedBytes)).notifies).toBe(notified);
	});

	it("notifies once, and again only after space was freed", () => {
		const first = nextFullness(empty, look(900));
		const again = nextFullness(first, look(910));
		const edge = nextFullness(nextFullness(again, look(880)), look(905));
		expect([first.notifies, again.notifies, edge.notifies]).toEqual([90, null, null]);
		const freed = nextFullness(edge, look(840));
		expect([freed.notifies, freed.notifiedPercent]).toEqual([null, 70]);
		expect(nextFullness(freed, look(900)).notifies).toBe(90);
	});

	it("begins at once if it is full, and ends at once if it is not", () => {
		const full = nextFullness(empty, look(1_000));
		expect(full).toMatchObject({ fullSince: now, fullNotifiedAt: now });
		expect(nextFullness(full, look(999, now + 1))).toMatchObject({ fullSince: null, fullNotifiedAt: null });
	});

	it("gives 30 days of grace, notified daily, before the oldest go", () => {
		let state: Fullness & { removes?: boolean; notifies?: number | null } = empty;
		const notified: number[] = [];
		for (let day = 0; day <= 30; day += 1) {
			for (const hour of [0, 12]) {
				state = nextFullness(state, look(1_001, now + day * dayMs + hour * (dayMs / 24), "removeOldest"));
				if (state.notifies !== null) notified.push(day);
				expect(state.removes).toBe(day >= 30);
			}
		}
		expect(notified).toEqual(Array.from({ length: 31 }, (_, day) => day));
	});

	it("removes nothing while readings are rejected, and reports a level at most once while it lasts", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 960, max: 1_100 })), (uses) => {
				let state: Fullness = empty;
				const notified: number[] = [];
				for (const [index, used] of uses.entries()) {
					const next = nextFullness(state, look(used, now + index * dayMs));
					expect(next.removes).toBe(false);
					expect(next.fullSince === null).toBe(used < 1_000);
					if (next.notifies !== null) notified.push(next.notifies);
					state = next;
				}
				expect(new Set(notified).size).toBe(notified.length);
			}),
		);
	});
});
