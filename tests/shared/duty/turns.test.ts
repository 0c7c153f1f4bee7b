import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { dutySpans, onDuty, type RosterHistory, type TurnLayer, turnsOf } from "../../../shared/duty/turns";
import { minuteOfDay } from "../../../shared/time/time-windows";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import * as fc from "../../properties";

const weekly: TurnLayer = {
	contactIds: ["ana", "ben", "cem"],
	pattern: [7],
	startDay: "2026-06-01",
	handOver: "08:00",
	hours: [],
};

function rosterOf(layers: TurnLayer[], rest: Partial<RosterHistory> & { zone?: string } = {}): RosterHistory {
	const { zone = "Europe/Lisbon", ...history } = rest;
	return { plans: [{ from: 0, plan: { zone, layers } }], overrides: [], ...history };
}

const at = (text: string) => Date.parse(text);
const shown = (turns: { from: number; contactId: string | null }[]) =>
	turns.map(({ from, contactId }) => `${new Date(from).toISOString().slice(0, 16)} ${contactId}`);

/** Nights of changed clocks: an hour is skipped in the first, doubled in the second. */
const nights = [
	{ zone: "Europe/Lisbon", days: ["2026-03-29", "2026-10-25"] },
	{ zone: "America/New_York", days: ["2026-03-08", "2026-11-01"] },
	{ zone: "Australia/Lord_Howe", days: ["2026-10-04", "2026-04-05"] },
] as const;

const walls = new Map<string, Map<number, number>>();

function wallAt(zone: string, utcMs: number): number {
	const ofZone = walls.get(zone) ?? new Map<number, number>();
	walls.set(zone, ofZone);
	const wall = ofZone.get(utcMs) ?? utcMs + zoneOffsetMinutes(zone, utcMs) * minuteMs;
	ofZone.set(utcMs, wall);
	return wall;
}

/** Walks the minutes of a span as a wall clock does: a turn begins once the clock has reached its hand-over. */
function walked({ plans, overrides }: RosterHistory, from: number, to: number): (string | null)[] {
	const holders: (string | null)[] = [];
	const zone = plans[0]?.plan.zone ?? "";
	const known = plans.map((each) => ({ from: each.from, layers: each.plan.layers.map(walker) }));
	const byAge = overrides.toSorted((one, other) => one.id.localeCompare(other.id));
	let reached = 0;
	for (let minute = from - 3 * hourMs; minute < to; minute += minuteMs) {
		const wall = wallAt(zone, minute);
		reached = Math.max(reached, wall);
		if (minute < from) continue;
		let holder: string | null = null;
		for (const walk of known.findLast((each) => each.from <= minute)?.layers ?? [])
			holder = walk(reached, wall) ?? holder;
		for (const override of byAge) {
			if (override.from <= minute && minute < override.to) holder = override.contactId;
		}
		holders.push(holder);
	}
	return holders;
}

function walker({ contactIds, pattern, startDay, handOver, hours }: TurnLayer) {
	const windows = hours.map(({ days, from, to }) => ({ days, start: minuteOfDay(from), end: minuteOfDay(to) }));
	let [begins, number] = [Date.parse(startDay) + minuteOfDay(handOver) * minuteMs, -1];
	return (reached: number, wall: number): string | null => {
		while (begins <= reached) {
			number += 1;
			begins += (pattern[number % pattern.length] ?? 0) * dayMs;
		}
		if (number < 0) return null;
		const days = Math.floor(wall / dayMs);
		const minute = (wall - days * dayMs) / minuteMs;
		// The epoch was a Thursday.
		const weekday = ((days + 3) % 7) + 1;
		const dayBefore = weekday === 1 ? 7 : weekday - 1;
		const isOn = windows.some((window) => {
			const { start, end } = window;
			if (start < end) return window.days.includes(weekday) && minute >= start && minute < end;
			return (window.days.includes(weekday) && minute >= start) || (window.days.includes(dayBefore) && minute < end);
		});
		return hours.length === 0 || isOn ? (contactIds[number % contactIds.length] ?? null) : null;
	};
}

const spanHours = 30;

const clock = fc
	.tuple(fc.constantFrom(0, 1, 2, 3, 8, 23), fc.constantFrom(0, 15, 30, 59))
	.map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const people = fc.constantFrom("ana", "ben", "cem", "dan");

const layers = (day: number) =>
	fc.array(
		fc.record({
			contactIds: fc.array(people, { minLength: 1, maxLength: 4 }),
			pattern: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
			startDay: fc.integer({ min: -9, max: 1 }).map((days) => new Date(day + days * dayMs).toISOString().slice(0, 10)),
			handOver: clock,
			hours: fc.oneof(
				fc.constant([]),
				fc
					.record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), from: clock, to: clock })
					.filter(({ from, to }) => from !== to)
					.map((window) => [window]),
			),
		}),
		{ minLength: 1, maxLength: 3 },
	);

const cases = fc
	.constantFrom(...nights.flatMap(({ zone, days }) => days.map((day) => ({ zone, day: Date.parse(day) }))))
	.chain(({ zone, day }) => {
		const from = day - 14 * hourMs;
		const minute = fc.integer({ min: -60, max: spanHours * 60 }).map((minutes) => from + minutes * minuteMs);
		return fc.record({
			from: fc.constant(from),
			history: fc.record({
				plans: fc
					.tuple(layers(day), fc.option(fc.tuple(minute, layers(day))))
					.map(([first, second]) => [
						{ from: 0, plan: { zone, layers: first } },
						...(second ? [{ from: second[0], plan: { zone, layers: second[1] } }] : []),
					]),
				overrides: fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 600 }), people), { maxLength: 3 }).map((all) =>
					all.map(([begins, minutes, contactId], index) => ({
						id: `override ${index}`,
						from: begins,
						to: begins + minutes * minuteMs,
						contactId,
					})),
				),
			}),
		});
	});

describe("turns of a roster", () => {
	it("follow a wall clock, minute by minute, over nights of changed clocks", { timeout: fc.timeLimit(120_000) }, () => {
		fc.assert(
			fc.property(cases, ({ from, history }) => {
				const to = from + spanHours * hourMs;
				const turns = turnsOf(history, { from, to });
				const computed = turns.flatMap((turn) =>
					Array.from({ length: (turn.to - turn.from) / minuteMs }, () => turn.contactId),
				);
				expect(computed.join()).toBe(walked(history, from, to).join());
			}),
			{ numRuns: 1_500 },
		);
	});

	it("fill a year without a hole or an overlap", () => {
		fc.assert(
			fc.property(cases, ({ from, history }) => {
				const to = from + 365 * dayMs;
				const turns = turnsOf(history, { from, to });
				expect(turns[0]?.from).toBe(from);
				for (const [index, turn] of turns.entries()) expect(turn.to).toBe(turns[index + 1]?.from ?? to);
				expect(turns.reduce((sum, turn) => sum + turn.to - turn.from, 0)).toBe(365 * dayMs);
			}),
			{ numRuns: 20 },
		);
	});

	it("hand over weekly at the same time on the wall", () => {
		const turns = turnsOf(rosterOf([weekly]), { from: at("2026-10-19T07:00Z"), to: at("2026-11-03T00:00Z") });
		expect(shown(turns)).toEqual(["2026-10-19T07:00 cem", "2026-10-26T08:00 ana", "2026-11-02T08:00 ben"]);
	});

	it("alternate by a pattern of unequal days", () => {
		const layer = { ...weekly, contactIds: ["ana", "ben"], pattern: [5, 2] };
		const turns = turnsOf(rosterOf([layer]), { from: at("2026-06-01T07:00Z"), to: at("2026-06-14T00:00Z") });
		expect(shown(turns)).toEqual([
			"2026-06-01T07:00 ana",
			"2026-06-06T07:00 ben",
			"2026-06-08T07:00 ana",
			"2026-06-13T07:00 ben",
		]);
	});

	it.each([
		["skipped", "2026-03-29", "02:30", "2026-03-29T01:00"],
		["doubled", "2026-10-25", "02:30", "2026-10-25T00:30"],
	])("begin once where the hand-over is in the %s hour", (_, startDay, handOver, begins) => {
		const layer = { ...weekly, contactIds: ["ana", "ben"], pattern: [1], startDay, handOver };
		const roster = rosterOf([layer], { zone: "Europe/Madrid" });
		const [, first] = turnsOf(roster, { from: at(`${startDay}T00:00Z`), to: at(`${startDay}T12:00Z`) });
		expect(first).toMatchObject({ from: at(`${begins}Z`), contactId: "ana", to: at(`${startDay}T12:00Z`) });
	});

	it("leave a gap before the first turn and outside the hours of all layers", () => {
		const nightsOnly = { ...weekly, hours: [{ days: [1, 2, 3, 4, 5], from: "20:00", to: "06:00" }] };
		expect(onDuty(rosterOf([weekly]), at("2026-06-01T06:59Z"))).toMatchObject({ contactId: null });
		expect(onDuty(rosterOf([nightsOnly]), at("2026-06-02T12:00Z"))).toEqual({
			contactId: null,
			until: at("2026-06-02T19:00Z"),
			next: "ana",
		});
	});

	it("use the later layer in its hours and the earlier one in all others", () => {
		const evenings = { ...weekly, contactIds: ["dan"], hours: [{ days: [1], from: "18:00", to: "22:00" }] };
		const turns = turnsOf(rosterOf([weekly, evenings]), { from: at("2026-06-01T07:00Z"), to: at("2026-06-02T00:00Z") });
		expect(shown(turns)).toEqual(["2026-06-01T07:00 ana", "2026-06-01T17:00 dan", "2026-06-01T21:00 ana"]);
	});

	it("obey the override that was created last", () => {
		const overrides = [
			{ id: "b", from: at("2026-06-02T00:00Z"), to: at("2026-06-03T00:00Z"), contactId: "cem" },
			{ id: "a", from: at("2026-06-01T12:00Z"), to: at("2026-06-02T12:00Z"), contactId: "ben" },
		];
		const turns = turnsOf(rosterOf([weekly], { overrides }), {
			from: at("2026-06-01T07:00Z"),
			to: at("2026-06-04T00:00Z"),
		});
		expect(shown(turns)).toEqual([
			"2026-06-01T07:00 ana",
			"2026-06-01T12:00 ben",
			"2026-06-02T00:00 cem",
			"2026-06-03T00:00 ana",
		]);
	});

	it("stay as they were before a change of the plan", () => {
		const changed = at("2026-06-03T12:00Z");
		const zone = "Europe/Lisbon";
		const plans = [
			{ from: 0, plan: { zone, layers: [weekly] } },
			{ from: changed, plan: { zone, layers: [{ ...weekly, contactIds: ["dan", "ben"] }] } },
		];
		expect(
			shown(turnsOf({ plans, overrides: [] }, { from: at("2026-06-01T07:00Z"), to: at("2026-06-09T00:00Z") })),
		).toEqual(["2026-06-01T07:00 ana", "2026-06-03T12:00 dan", "2026-06-08T07:00 ben"]);
	});

	it("never end for a roster of one", () => {
		const alone = rosterOf([{ ...weekly, contactIds: ["ana"] }]);
		expect(onDuty(alone, at("2026-06-05T00:00Z"))).toMatchObject({ contactId: "ana", until: null });
		expect(dutySpans(alone, { from: at("2026-06-05T00:00Z"), to: at("2026-07-05T00:00Z") })).toHaveLength(1);
	});
});
