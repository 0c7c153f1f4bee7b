import { describe, expect, it } from "vitest";
import { minuteMs } from "../../../../shared/base/durations";
import { AggregateFunction, type ReportAggregation } from "../../../../shared/report/report";
import { rangeBounds } from "../../../../shared/time/time-zones";
import * as fc from "../../../properties";
import { everySo, type FakeReading, listSource, readDocument, rowsOf } from "../../fixtures/report-source";

function wallOf(zone: string, at: number): Record<string, string> {
	const format = new Intl.DateTimeFormat("en-CA", {
		timeZone: zone,
		hourCycle: "h23",
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
		hour: "2-digit",
		minute: "2-digit",
		timeZoneName: "longOffset",
	});
	return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

const naive: Record<AggregateFunction, (values: number[]) => number> = {
	mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
	min: (values) => Math.min(...values),
	max: (values) => Math.max(...values),
	sum: (values) => values.reduce((sum, value) => sum + value, 0),
	first: (values) => values[0] ?? Number.NaN,
	last: (values) => values.at(-1) ?? Number.NaN,
	count: (values) => values.length,
};

type Stepped = {
	zone: string;
	from: number;
	to: number;
	minutes: NonNullable<ReportAggregation["minutes"]>;
	of: AggregateFunction;
	all: FakeReading[];
};

async function steppedRows({ zone, from, to, minutes, of: total, all }: Stepped) {
	const definition = { zone, aggregation: { minutes, function: total, byChannel: [] } };
	const read = await readDocument(listSource({ definition, from, to, devices: [{ name: "Room", all }] }));
	return (read.tables.get("Readings")?.rows ?? []).map((row) => ({ time: row[0], value: row.at(-1), length: row[1] }));
}

const quarterMs = 15 * minuteMs;

const startOfTime = (cell: unknown) => (cell as { at: number }).at; // the first column is a time

const dayOf = (zone: string, now: number) => rangeBounds({ rangeType: "day", offset: 0, zone, now });

describe("steps of days", () => {
	it.each([
		["Europe/Berlin", Date.UTC(2026, 2, 29, 10), 23],
		["Europe/Berlin", Date.UTC(2026, 9, 25, 10), 25],
		["America/Santiago", Date.UTC(2026, 8, 6, 15), 23],
		["Europe/Berlin", Date.UTC(2026, 5, 1, 10), 24],
	])("use the real length of the day in %s, %#", async (zone, noon, hours) => {
		const { from, to } = dayOf(zone, noon);
		const all = everySo(
			7 * minuteMs,
			from,
			Array.from({ length: Math.ceil((to - from) / (7 * minuteMs)) }, (_, i) => i % 90),
		);
		const rows = await steppedRows({ zone, from, to, minutes: 1440, of: "count", all });
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ length: { ms: hours * 60 * minuteMs }, value: all.length });
	});

	it.each(AggregateFunction.options)("have the %s that a naive grouping by the date of Intl has", async (total) => {
		const zone = "Europe/Berlin";
		for (const noon of [Date.UTC(2026, 2, 29, 10), Date.UTC(2026, 9, 25, 10)]) {
			const [from, to] = [dayOf(zone, noon - 2 * 86_400_000).from, dayOf(zone, noon + 2 * 86_400_000).to];
			const all = everySo(
				11 * minuteMs + 13,
				from + 1,
				Array.from({ length: 640 }, (_, i) => Math.round(50 * Math.sin(i)) / 10),
			);
			const groups = Map.groupBy(
				all.filter(({ at }) => at < to),
				({ at }) => {
					const { year, month, day } = wallOf(zone, at);
					return `${year}-${month}-${day}`;
				},
			);
			const rows = await steppedRows({ zone, from, to, minutes: 1440, of: total, all });
			expect(
				rows.map(({ time }) => {
					const { year, month, day } = wallOf(zone, startOfTime(time));
					return `${year}-${month}-${day}`;
				}),
			).toEqual([...groups.keys()]);
			for (const [index, group] of [...groups.values()].entries()) {
				expect(rows[index]?.value).toBeCloseTo(naive[total](group.map(({ value }) => value)), 3);
			}
		}
	});

	it("include days without readings, and nothing of a device that has none", async () => {
		const from = Date.UTC(2026, 0, 1);
		const to = Date.UTC(2026, 0, 6);
		const all = [{ at: Date.UTC(2026, 0, 3, 12), channel: 0, value: 5 }];
		const rows = await steppedRows({ zone: "UTC", from, to, minutes: 1440, of: "max", all });
		expect(rows.map(({ value }) => value)).toEqual([null, null, 5, null, null]);
		expect(await steppedRows({ zone: "UTC", from, to, minutes: 1440, of: "max", all: [] })).toEqual([]);
	});

	it("end at the ends of a period that holds no whole days", async () => {
		const [from, to] = [Date.UTC(2026, 0, 1, 12), Date.UTC(2026, 0, 2, 6)];
		const all = everySo(60 * minuteMs, from, Array<number>(18).fill(1));
		const rows = await steppedRows({ zone: "UTC", from, to, minutes: 1440, of: "count", all });
		expect(rows.map(({ length, value }) => [length, value])).toEqual([
			[{ ms: 12 * 60 * minuteMs }, 12],
			[{ ms: 6 * 60 * minuteMs }, 6],
		]);
	});
});

describe("shorter steps", () => {
	it("divide an hour that the clock reads twice into two", async () => {
		const zone = "Europe/Berlin";
		const { from, to } = dayOf(zone, Date.UTC(2026, 9, 25, 10));
		const all = everySo(10 * minuteMs, from, Array<number>(150).fill(1));
		const rows = await steppedRows({ zone, from, to, minutes: 60, of: "count", all });
		expect(rows.map(({ value }) => value)).toEqual(Array<number>(25).fill(6));
		const walls = rows.map(({ time }) => {
			const { hour, timeZoneName } = wallOf(zone, startOfTime(time));
			return `${hour} ${timeZoneName}`;
		});
		expect(walls.slice(2, 4)).toEqual(["02 GMT+02:00", "02 GMT+01:00"]);
	});

	it("hold what a naive grouping by the wall clock of Intl holds, whatever the readings", async () => {
		const reading = fc.record({
			pauseMs: fc.integer({ min: 1, max: 90 * minuteMs }),
			value: fc.integer({ min: -40, max: 60 }),
		});
		const zones = fc.constantFrom("Europe/Berlin", "America/Santiago", "Asia/Kathmandu", "Australia/Lord_Howe");
		const minutes = fc.constantFrom(1 as const, 5 as const, 15 as const);
		await fc.assert(
			fc.asyncProperty(
				fc.array(reading, { minLength: 1, maxLength: 60 }),
				zones,
				minutes,
				async (given, zone, step) => {
					const from = Date.UTC(2026, 9, 24, 20);
					let at = from;
					const all = given.map(({ pauseMs, value }) => {
						at += pauseMs;
						return { at, channel: 0, value };
					});
					const groups = Map.groupBy(all, (one) => {
						const { year, month, day, hour, minute, timeZoneName } = wallOf(zone, one.at);
						return `${year}-${month}-${day} ${hour} ${Math.floor(Number(minute) / step)} ${timeZoneName}`;
					});
					const rows = await steppedRows({ zone, from, to: at + 1, minutes: step, of: "sum", all });
					const sums = [...groups.values()].map((group) => group.reduce((sum, { value }) => sum + value, 0));
					expect(rows.map(({ value }) => value)).toEqual(sums);
				},
			),
			{ numRuns: 60 },
		);
	});

	it.each(["Australia/Sydney", "Asia/Kathmandu", "America/St_Johns"])(
		"group an hour in %s as Intl does",
		async (zone) => {
			for (const noon of [
				Date.UTC(2026, 3, 5, 0),
				Date.UTC(2026, 9, 4, 0),
				Date.UTC(2026, 2, 8, 12),
				Date.UTC(2026, 10, 1, 12),
			]) {
				const { from, to } = dayOf(zone, noon);
				const all = everySo(30 * minuteMs, from + quarterMs, Array<number>(60).fill(1)).filter(({ at }) => at < to);
				const groups = Map.groupBy(all, ({ at }) => {
					const { day, hour, timeZoneName } = wallOf(zone, at);
					return `${day} ${hour} ${timeZoneName}`;
				});
				const rows = await steppedRows({ zone, from, to, minutes: 60, of: "count", all });
				expect(rows.map(({ value }) => value)).toEqual([...groups.values()].map(({ length }) => length));
			}
		},
	);

	it("keep all digits of readings, and round computed values", async () => {
		const from = Date.UTC(2026, 0, 1);
		const all = everySo(minuteMs, from, [4.44444, 4.55555]);
		for (const [total, value] of [
			["max", 4.55555],
			["first", 4.44444],
			["mean", 4.5],
			["sum", 9],
		] as const) {
			const rows = await steppedRows({ zone: "UTC", from, to: from + 3_600_000, minutes: 60, of: total, all });
			expect(rows[0]?.value).toBe(value);
		}
	});

	it("take the function that is named for a channel", async () => {
		const from = Date.UTC(2026, 0, 1);
		const byChannel = [
			{ channel: { quantity: "temperature", unit: "°C", name: "AIR" }, function: "max" } as const,
			{ channel: { quantity: "door", unit: "", name: null }, function: "sum" } as const,
		];
		const channels = [{ name: "Air" }, { name: "Door", quantity: "door", unit: "" } as const, { name: "Wall" }];
		const all = [
			...everySo(minuteMs, from, [1, 2, 6]),
			...everySo(minuteMs, from, [1, 0, 1], 1),
			...everySo(minuteMs, from, [1, 2, 6], 2),
		];
		const definition = { aggregation: { minutes: 60 as const, function: "mean" as const, byChannel } };
		const read = await readDocument(
			listSource({ definition, from, to: from + 3_600_000, devices: [{ name: "Room", channels, all }] }),
		);
		expect(rowsOf(read, "Readings")).toEqual([
			{
				Time: { at: from, offsetMinutes: 0 },
				Device: "Room",
				"Serial number": null,
				"Air (°C), highest": 6,
				"Door (1 = open), sum of readings": 2,
				"Wall (°C), mean": 3,
			},
		]);
	});
});
