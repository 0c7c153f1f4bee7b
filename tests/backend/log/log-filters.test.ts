import { beforeAll, describe, expect, it } from "vitest";
import { logEvents } from "../../../backend/db/schema";
import type { GetLogs, LogPage } from "../../../shared/log/log";
import * as fc from "../../properties";
import {
	all,
	createFilteredLog,
	type FilteredLog,
	from,
	minuteMs,
	pageOf,
	pagesOf,
	readingFilters,
	readingsOf,
	to,
	wholeRows,
} from "../fixtures/filtered-log";
import { createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

let log: FilteredLog;
let owner: Person;

beforeAll(async () => {
	log = await createFilteredLog();
	owner = log.owner;
});

const textsOf = ({ events }: LogPage) => events.filter(({ at }) => at < from + 100).map(({ text }) => text);
const mostPages = 8;
const allReadings = async () => readingsOf(await pageOf(owner, { kinds: ["reading"] }));

describe("the filters of the log that readings pass", () => {
	it.each(readingFilters)(
		"keep whole rows with a reading that passes, and nothing else: %s",
		async (_, filter, isPassing) => {
			const page = await pageOf(owner, filter);
			const expected = wholeRows(await allReadings(), isPassing);
			expect(readingsOf(page)).toEqual(expected);
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan((await allReadings()).length);
			expect([page.events, page.nextCursor, page.previousReadingAt]).toEqual([[], null, null]);
		},
	);

	it(
		"page for page hold what the whole list holds, in either order, however small the pages",
		async () => {
			const whole = await allReadings();
			const input = fc.record({
				chosen: fc.constantFrom(...readingFilters),
				limit: fc.integer({ min: 1, max: 12 }),
				order: fc.constantFrom("newest-first" as const, "oldest-first" as const),
				isAlone: fc.boolean(),
				start: fc.nat(),
			});
			await fc.assert(
				fc.asyncProperty(input, async ({ chosen: [, filter, isPassing], limit, order, isAlone, start }) => {
					const devices = isAlone ? { deviceIds: [log.freezerId] } : {};
					const passing = wholeRows(whole, isPassing).filter(({ device }) => !isAlone || device === "Ice store");
					// Reads some pages of each size, as the smallest has a hundred.
					const times = [...new Set(passing.map(({ at }) => at))].toSorted((a, b) => a - b);
					const first = start % times.length;
					const [since, until] = [times[first] ?? from, times[first + limit * mostPages] ?? to];
					const pages = await pagesOf(owner, { ...filter, ...devices, limit, order, from: since, to: until });
					const expected = passing.filter(({ at }) => at >= since && at < until);
					const found = pages.flatMap(readingsOf);
					expect(order === "newest-first" ? found : found.toReversed()).toEqual(expected);
				}),
				{ numRuns: 25 },
			);
		},
		fc.timeLimit(60_000),
	);

	it("apply each device's own limit of late readings", async () => {
		for (const filter of [{ isLate: true }, {}]) {
			const { devices } = await pageOf(owner, filter);
			expect(new Map(devices.map(({ name, lateAfterMs }) => [name, lateAfterMs]))).toEqual(
				new Map([
					["Ice store", 45 * minuteMs],
					["Cellar", 10 * 60 * minuteMs],
				]),
			);
		}
	});
});

describe("the filters of the log by level and text", () => {
	it("keep entries of the levels, and no reading", async () => {
		const bad = await pageOf(owner, { levels: ["error", "warning"] });
		expect(textsOf(bad)).toEqual(["Änderung", "Too warm"]);
		expect(bad.readings.value).toEqual([]);
		expect(textsOf(await pageOf(owner, { levels: ["error"] }))).toEqual(["Too warm"]);
	});

	it.each([
		["what an entry says, in any case", "seal", ["Door SEAL renewed"], []],
		["letters beyond ASCII", "ÄNDERUNG", ["Änderung"], []],
		["who wrote it", "ann", ["Cleaned"], []],
		["the name of a device", "cellar", ["Cleaned"], ["Cellar Air", "Cellar Door"]],
		["the name of a channel", "DOOR", ["Door SEAL renewed"], ["Cellar Door", "Ice store Door"]],
		["wildcards as they stand", "%", [], []],
	])("find entries by text: %s", async (_, text, events, measured) => {
		const page = await pageOf(owner, { text });
		expect(textsOf(page)).toEqual(events);
		const names = new Set(readingsOf(page).map(({ device, channel }) => `${device} ${channel}`));
		expect([...names].toSorted()).toEqual(measured);
	});

	it.each(["newest-first", "oldest-first"] as const)(
		"page for page hold what the whole list holds, %s",
		async (order) => {
			const whole = await pageOf(owner, { text: "door", order });
			const pages = await pagesOf(owner, { text: "door", order, limit: 3 });
			expect(pages.flatMap(readingsOf)).toEqual(readingsOf(whole));
			expect(pages.flatMap(({ events }) => events)).toEqual(whole.events);
		},
	);

	it("read a limited number of events for a page, and continue from there", async () => {
		const { owner: writer, id } = await createOwner();
		const count = 12_000;
		await inAccount(id, (db) => {
			for (let first = 0; first < count; first += 10) {
				const values = Array.from({ length: 10 }, (_, index) => ({
					id: newId("logEntry"),
					deviceId: null,
					at: from + first + index,
					author: null,
					kind: "note" as const,
					level: "info" as const,
					text: first + index === 3 ? "Rare" : "Usual",
				}));
				db.insert(logEvents).values(values).run();
			}
		});
		const first = await pageOf(writer, { text: "rare" });
		expect([textsOf(first), typeof first.nextCursor]).toEqual([[], "string"]);
		const next = await pageOf(writer, { text: "rare", cursor: first.nextCursor ?? "" });
		expect([textsOf(next), next.nextCursor]).toEqual([["Rare"], null]);
	}, 30_000);

	it("narrow the chart to the channels that a text names", async () => {
		const series = {
			rangeType: "hour",
			offset: 0,
			from,
			to: all.to,
			pixels: 100,
			isEveryQuantity: true,
			text: "cellar",
		};
		const result = dataOf<{ devices: { name: string }[] }>(await owner.query("log.getSeries", series));
		expect(result.devices.map(({ name }) => name)).toEqual(["Cellar"]);
	});
});

describe("a member who filters the log", () => {
	it("finds nothing of another account", async () => {
		const { owner: stranger } = await createOwner();
		for (const filter of [{ text: "seal" }, { isOutOfLimits: true }, { values: { max: 0 } }, { levels: ["error"] }]) {
			const page = await pageOf(stranger, filter as Partial<GetLogs>);
			expect([page.readings.value, page.events, page.devices]).toEqual([[], [], []]);
		}
	});

	it("finds only what the member sees, not by a group's name that is hidden from them", async () => {
		const names = new Set(readingsOf(await pageOf(log.scoped, { values: { max: 100 } })).map(({ device }) => device));
		expect([...names]).toEqual(["Ice store"]);
		expect(textsOf(await pageOf(owner, { text: "takeover" }))).toEqual(["Added to Takeover"]);
		expect(textsOf(await pageOf(log.scoped, { text: "takeover" }))).toEqual([]);
		expect(textsOf(await pageOf(log.scoped, { text: "to a group" }))).toEqual(["Added to a group"]);
		expect(textsOf(await pageOf(log.scoped, { text: "cleaned" }))).toEqual([]);
	});

	it.each([
		["no level", { levels: [] }, "levels"],
		["more levels than there are", { levels: ["info", "info", "error", "warning"] }, "levels"],
		["a level there is not", { levels: ["fatal"] }, "levels.0"],
		["no text", { text: "  " }, "text"],
		["a text too long", { text: "x".repeat(101) }, "text"],
		["a range without ends", { values: {} }, "values"],
		["a range turned round", { values: { min: 2, max: 1 } }, "values"],
	])("gets an error for %s", async (_, filter, field) => {
		const { error } = await owner.query("log.getLogs", { ...all, ...filter });
		expect([error?.data.code, Object.keys(error?.data.fields ?? {})]).toEqual(["BAD_REQUEST", [field]]);
	});
});
