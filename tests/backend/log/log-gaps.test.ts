import { beforeAll, describe, expect, it } from "vitest";
import type { ReadingStore } from "../../../backend/base/reading-store";
import { assertGapsFindable } from "../../../backend/log/read-gap-page";
import type { GetLogs, LogPage, SeriesPage } from "../../../shared/log/log";
import * as fc from "../../properties";
import { all, from, minuteMs, pageOf, pagesOf, readingsOf } from "../fixtures/filtered-log";
import { addDevice, addGroup, addMember, createOwner, ingest } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

const gaps = { isAfterGap: true, to: from + 20 * 24 * 60 * minuteMs } as const;

let owner: Person;
let scoped: Person;
let freezerId: string;

/** Minutes of readings: pauses of 35 and 45, one of 14 that is no gap, and times that one channel lacks. */
const usual = Array.from({ length: 40 }, (_, index) => 139 + 5 * index);
const airMinutes = [0, 5, 10, 15, 29, 34, 39, 74, 79, 84, 89, 134, ...usual];
const doorMinutes = airMinutes.filter((minute) => minute < 100 || minute > 139);

beforeAll(async () => {
	const account = await createOwner();
	owner = account.owner;
	const group = await addGroup(account.id, "North");
	scoped = await addMember(account.id, "viewer", { groupIds: [group] });
	const freezer = await addDevice(owner, { name: "Ice store", groupIds: [group] });
	const cellar = await addDevice(owner, { name: "Cellar" });
	freezerId = freezer.device.id;
	for (const { key } of [freezer, cellar]) {
		const of = (channel: string, minutes: number[]) =>
			minutes.map((minute, value) => ({ channel, at: from + minute * minuteMs, value }));
		await ingest(key, [...of("Air", airMinutes), ...of("Door", doorMinutes)]);
	}
	await ingest(freezer.key, [{ channel: "Air", at: from + 9 * 60 * minuteMs, value: 99 }]);
});

function endsOf(page: LogPage): string[] {
	return readingsOf(page).flatMap(({ device, channel, at }, position) => {
		const gapMs = page.readings.gapMs?.[position] ?? 0;
		return gapMs === 0 ? [] : `${device} ${channel} at ${(at - from) / minuteMs} after ${gapMs / minuteMs}`;
	});
}

const ofIceStore = [
	"Ice store Air at 74 after 35",
	"Ice store Door at 74 after 35",
	"Ice store Air at 134 after 45",
	"Ice store Door at 144 after 55",
	"Ice store Air at 540 after 206",
];

describe("the log's filter by gaps", () => {
	it("lists whole rows that end a gap of a channel, each with the length of the gap", async () => {
		const page = await pageOf(owner, { ...gaps, order: "oldest-first", deviceIds: [freezerId] });
		expect(endsOf(page).toSorted()).toEqual(ofIceStore.toSorted());
		expect(readingsOf(page).map(({ channel, at }) => `${channel} ${(at - from) / minuteMs}`)).toEqual([
			...["Air 74", "Door 74", "Air 134", "Air 144", "Door 144", "Air 540"],
		]);
		expect([page.events, page.nextCursor, page.previousReadingAt]).toEqual([[], null, null]);
		expect((await pageOf(owner, {})).readings.gapMs).toBeUndefined();
	});

	it("lists the open gap: the last reading of a silent channel, as long as the range reaches to the present", async () => {
		const { owner: person } = await createOwner();
		const { key } = await addDevice(person);
		const now = Date.now();
		const every = (channel: string, ago: number[]) =>
			ago.map((minutes) => ({ channel, at: now - minutes * minuteMs, value: 1 }));
		const tens = Array.from({ length: 72 }, (_, index) => 720 - 10 * index);
		const silent = tens.filter((minutes) => minutes >= 50);
		await ingest(key, [...every("Air", silent), ...every("Door", tens)]);
		const requested = { ...gaps, from: now - 120 * minuteMs, to: now + 60 * minuteMs };
		const page = await pageOf(person, requested);
		const listed = readingsOf(page).map(({ channel, at }, position) => {
			const runsFor = page.readings.silentMs?.[position] ?? 0;
			return `${channel} ${(now - at) / minuteMs}, ${runsFor >= 50 * minuteMs && runsFor < 52 * minuteMs}`;
		});
		expect(listed.toSorted()).toEqual(["Air 50, true", "Door 50, false"]);
		expect(page.readings.gapMs).toEqual([0, 0]);
		expect(readingsOf(await pageOf(person, { ...requested, to: now - 5 * minuteMs }))).toEqual([]);
	});

	it(
		"lists the gaps of a chart that draws every reading",
		async () => {
			const readings = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 40 });
			await fc.assert(
				fc.asyncProperty(fc.tuple(readings, readings), async (minutes) => {
					const { owner: person } = await createOwner();
					const { key } = await addDevice(person);
					const sent = ["Air", "Door"].flatMap((channel, index) =>
						(minutes[index] ?? []).map((minute) => ({ channel, at: from + minute * minuteMs, value: 1 })),
					);
					await ingest(key, sent);
					const { limit: _, ...span } = { ...all, to: gaps.to };
					const requested = { ...span, pixels: 1_000, isEveryQuantity: true };
					const chart = dataOf<SeriesPage>(await person.query("log.getSeries", requested));
					const rendered = chart.series.flatMap(({ channel, at, gapMs }) =>
						at.flatMap((end, index) => {
							const pause = end - (at[index - 1] ?? end);
							if (gapMs === null || pause <= gapMs) return [];
							return `Freezer 1 ${chart.channels[channel]?.name} at ${(end - from) / minuteMs} after ${pause / minuteMs}`;
						}),
					);
					expect(endsOf(await pageOf(person, gaps)).toSorted()).toEqual(rendered.toSorted());
				}),
				{ numRuns: 15 },
			);
		},
		fc.timeLimit(60_000),
	);

	it.each(["newest-first", "oldest-first"] as const)(
		"page for page holds what the whole list holds, %s",
		async (order) => {
			const whole = await pageOf(owner, { ...gaps, order });
			expect(whole.readings.value.length).toBeGreaterThan(10);
			for (const limit of [1, 2, 3, 7]) {
				const pages = await pagesOf(owner, { ...gaps, order, limit });
				expect(pages.flatMap(readingsOf)).toEqual(readingsOf(whole));
				expect(pages.flatMap(endsOf)).toEqual(endsOf(whole));
			}
		},
	);

	it.each([
		[30, []],
		[31, ["Freezer 1 Air at 81 after 31"]],
	])(
		"treats a pause as a gap if it is longer than three intervals, and than half an hour: %i minutes of five",
		async (pause, expected) => {
			const { owner: person } = await createOwner();
			const { key } = await addDevice(person);
			const minutes = Array.from({ length: 20 }, (_, step) => 5 * step + (step > 10 ? pause - 5 : 0));
			await ingest(
				key,
				minutes.map((minute) => ({ channel: "Air", at: from + minute * minuteMs, value: 1 })),
			);
			expect(endsOf(await pageOf(person, gaps))).toEqual(expected);
		},
	);

	it("loses no row if there are more than a page reads", async () => {
		const { owner: person } = await createOwner();
		const { key } = await addDevice(person);
		const rows = 505;
		const minutes = Array.from({ length: rows + 1 }, (_, cluster) =>
			Array.from({ length: 12 }, (_, step) => cluster * 50 + step),
		);
		await ingest(
			key,
			minutes.flat().map((minute) => ({ channel: "Air", at: from + minute * minuteMs, value: 1 })),
		);
		const pages = await pagesOf(person, { ...gaps, order: "oldest-first", limit: all.limit ?? 1 });
		expect(pages.length).toBeGreaterThan(1);
		expect(pages.flatMap(endsOf)).toEqual(minutes.slice(1).map(([end]) => `Freezer 1 Air at ${end} after 39`));
	});

	it.each<{ order: "newest-first" | "oldest-first"; limit: number; filled: [number, number]; rest: string[] }>([
		{ order: "newest-first", limit: 2, filled: [125, 175], rest: ["Air at 90 after 60", "Door at 90 after 60"] },
		{
			order: "oldest-first",
			limit: 1,
			filled: [35, 85],
			rest: ["Air at 180 after 60", "Door at 180 after 60", "Air at 270 after 60"],
		},
	])(
		"continues behind a row whose gap was filled between two pages, $order",
		async ({ order, limit, filled, rest }) => {
			const { owner: person } = await createOwner();
			const { key } = await addDevice(person);
			const readings = (channel: string, first: number, last: number) =>
				Array.from({ length: (last - first) / 5 + 1 }, (_, step) => {
					return { channel, at: from + (first + 5 * step) * minuteMs, value: 1 };
				});
			const both = (first: number, last: number) =>
				["Air", "Door"].flatMap((channel) => readings(channel, first, last));
			await ingest(key, [...both(0, 30), ...both(90, 120), ...both(180, 210), ...readings("Air", 270, 300)]);
			const { nextCursor, ...first } = await pageOf(person, { ...gaps, order, limit });
			expect(first.readings.value).toHaveLength(limit);
			await ingest(key, both(...filled));
			const next = await pageOf(person, { ...gaps, order, cursor: nextCursor ?? "" });
			expect(endsOf(next).toSorted()).toEqual(rest.map((words) => `Freezer 1 ${words}`).toSorted());
		},
	);

	it.each<[string, Partial<GetLogs>, string[]]>([
		["values", { values: { min: 99 } }, ["Ice store Air at 540 after 206"]],
		["a text", { text: "door" }, ["Ice store Door at 74 after 35", "Ice store Door at 144 after 55"]],
		["a kind that is no reading", { kinds: ["note"] }, []],
		["a level", { levels: ["info"] }, []],
		["limits that there are not", { isOutOfLimits: true }, []],
	])("combines with the filter %s", async (_, filter, expected) => {
		const page = await pageOf(owner, { ...gaps, ...filter, deviceIds: [freezerId] });
		expect(endsOf(page).toSorted()).toEqual(expected.toSorted());
	});

	it("shows no gap outside the member's scope", async () => {
		expect(endsOf(await pageOf(scoped, gaps)).toSorted()).toEqual(ofIceStore.toSorted());
		const { owner: stranger } = await createOwner();
		expect((await pageOf(stranger, gaps)).readings.value).toEqual([]);
	});

	it.each(["", "1~~", "1~1.dev_0~1.1.1", "x"])("rejects a cursor of another query: %j", async (cursor) => {
		const { error } = await owner.query("log.getLogs", { ...all, ...gaps, cursor });
		expect([error?.data.code, Object.keys(error?.data.fields ?? {})]).toEqual(["BAD_REQUEST", ["cursor"]]);
	});

	it("rejects more readings than can be read at once", async () => {
		// Only the estimate is read; so many real readings would take minutes to send.
		const logOf = (count: number) => ({ estimate: async () => [count, 1] }) as Partial<ReadingStore> as ReadingStore;
		const channels = [{ id: "chn", deviceId: "dev" }];
		await expect(assertGapsFindable(logOf(999_999), { channels, from: 0, to: 1 })).resolves.toBeUndefined();
		const rejected = assertGapsFindable(logOf(1_000_000), { channels, from: 0, to: 1 });
		await expect(rejected).rejects.toMatchObject({ code: "TOO_MANY_READINGS" });
	});

	it("applies to the export: rows whole in the wide form, readings alone in the long one", async () => {
		const page = await pageOf(owner, { ...gaps, order: "oldest-first" });
		expect((await exportOf("wide")).flatMap(({ values = {} }) => Object.values(values)).toSorted()).toEqual(
			page.readings.value.toSorted(),
		);
		const ended = readingsOf(page).filter((_, position) => page.readings.gapMs?.[position]);
		expect((await exportOf("long")).map(({ utc, device, channel }) => [utc, device, channel])).toEqual(
			ended.map(({ at, device, channel }) => [new Date(at).toISOString(), device, channel]),
		);
	});

	type Row = { values?: Record<string, number>; utc: string; device: string; channel: string };

	async function exportOf(form: "wide" | "long"): Promise<Row[]> {
		const { limit: _, ...span } = { ...all, to: gaps.to };
		const query = JSON.stringify({ ...span, ...gaps, zone: "UTC", format: "json", form, clock: "device" });
		const response = await send(`/api/export?query=${encodeURIComponent(query)}`, { headers: owner.headers });
		expect(response.status).toBe(200);
		const { rows, ...head } = await response.json<{ export: Record<string, string>; rows: Row[] }>();
		expect(head.export.Filter).toBe("all devices; only after gaps");
		return rows;
	}
});
