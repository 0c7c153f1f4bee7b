import { readXlsx } from "hucre/xlsx";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { exportRows } from "../../../backend/export/export-rows";
import { exportSettings } from "../../../backend/export/export-settings";
import { exportTable } from "../../../backend/export/export-table";
import { csvText, jsonText } from "../../../backend/export/text-formats";
import { xlsxBytes } from "../../../backend/export/xlsx-bytes";
import type { LogChannel, LogEvent, LogPage } from "../../../shared/log/log";
import { csvLayout, type LogExport, type LogExportHead, standardCsvForm } from "../../../shared/log/log-export";
import { emptyPage, exportHead, freezerAir, freezerDevice } from "../fixtures/export-pages";

const door: LogChannel = {
	...freezerAir,
	id: "chn_00000000000000000000000002",
	name: "Door",
	quantity: "door",
	unit: "",
};
const london = {
	...freezerDevice,
	id: "dev_00000000000000000000000002",
	name: "=1+1",
	timezoneOffset: 0,
	timeZoneRule: 0,
} as const;
const londonAir: LogChannel = { ...freezerAir, id: "chn_00000000000000000000000003", deviceId: london.id };
const head: LogExportHead = {
	...exportHead,
	devices: [freezerDevice, london],
	channels: [freezerAir, door, londonAir],
};
const channels = head.channels;
const query: LogExport = { rangeType: "hour", offset: 0, format: "csv", form: "wide", clock: "device" };
/** A time in the hour that the device's clock shows twice. */
const at = Date.UTC(2026, 10, 7, 7, 30);
const hour = 3_600_000;

type Entry = [at: number, channel: number, value: number];

function page(entries: Entry[], events: LogEvent[] = []): LogPage {
	const readings = {
		readingAt: entries.map(([time]) => time),
		receivedAt: entries.map(([time, channel]) => time + 1000 + channel),
		channel: entries.map(([, channel]) => channel),
		value: entries.map(([, , value]) => value),
	};
	return { ...emptyPage, channels, readings, events };
}

function note(time: number, text: string, changes: Partial<LogEvent> = {}): LogEvent {
	return {
		id: "log_1",
		deviceId: freezerDevice.id,
		at: time,
		kind: "note",
		level: "info",
		text,
		author: "Ann",
		...changes,
	};
}

async function* each<Item>(...items: Item[]): AsyncGenerator<Item, void> {
	yield* items;
}

function partsOf(pages: LogPage[], changes: Partial<LogExport> = {}, headChanges: Partial<LogExportHead> = {}) {
	const requested = { ...query, ...changes };
	const ofHead = { ...head, ...headChanges };
	const rows = exportRows(each(...pages), ofHead, requested.form);
	const settings = exportSettings({ query: requested, head: ofHead, now: at });
	return { rows, table: exportTable(requested, ofHead), settings, requested, head: ofHead };
}

async function csv(...given: Parameters<typeof partsOf>): Promise<{ text: string; rows: Record<string, string>[] }> {
	const { rows, table, settings, requested } = partsOf(...given);
	let text = "";
	for await (const piece of csvText(rows, { table, settings, layout: csvLayout(requested.csv ?? standardCsvForm) }))
		text += piece;
	const parsed = Papa.parse<Record<string, string>>(text.slice(1), {
		header: true,
		comments: "#",
		skipEmptyLines: true,
	});
	expect(parsed.errors).toEqual([]);
	return { text, rows: parsed.data };
}

async function json(...given: Parameters<typeof partsOf>): Promise<{ rows: Record<string, unknown>[] }> {
	const { rows, settings, requested, head: ofHead } = partsOf(...given);
	let text = "";
	for await (const piece of jsonText(rows, { query: requested, head: ofHead, settings })) text += piece;
	return JSON.parse(text);
}

const pages = [
	page([[at, 0, -18.123456789012344]], []),
	page(
		[
			[at, 1, 1],
			[at, 2, 20],
			[at + hour, 0, -17],
		],
		[note(at, "Opened"), note(at + 5, "Moved", { deviceId: null, author: null })],
	),
];

describe("the wide form", () => {
	it("writes one row for each device and time, also across pages, with events after their readings", async () => {
		const { rows } = await csv(pages);
		expect(rows.map((row) => [row.Device, row.Kind, row["Air (°C)"], row.Door, row.Text])).toEqual([
			["Freezer 1", "reading", "-18.123456789012344", "1", ""],
			["'=1+1", "reading", "20", "", ""],
			["Freezer 1", "note", "", "", "Opened"],
			["", "note", "", "", "Moved"],
			["Freezer 1", "reading", "-17", "", ""],
		]);
		expect(rows[0]?.["Received (UTC)"]).toBe(new Date(at + 1001).toISOString());
	});

	it("keeps each device's own clock, and shows a repeated hour by its offset", async () => {
		const { rows } = await csv(pages);
		const times = rows.map((row) => [row.UTC, row["Time (device clock)"], row.Offset]);
		expect(times).toEqual([
			["2026-11-07T07:30:00.000Z", "Nov 07, 2026, 12:30:00 AM", "UTC−07:00"],
			["2026-11-07T07:30:00.000Z", "Nov 07, 2026, 07:30:00 AM", "UTC"],
			["2026-11-07T07:30:00.000Z", "Nov 07, 2026, 12:30:00 AM", "UTC−07:00"],
			["2026-11-07T07:30:00.005Z", "Nov 07, 2026, 07:30:00 AM", "UTC"],
			["2026-11-07T08:30:00.000Z", "Nov 07, 2026, 01:30:00 AM", "UTC−07:00"],
		]);
		const denver = { zone: "America/Denver" };
		const autumn = Date.UTC(2026, 10, 1, 7, 30);
		const spring = Date.UTC(2026, 2, 8, 8, 59);
		for (const [first, expected] of [
			[autumn, ["Nov 01, 2026, 01:30:00 AM UTC−06:00", "Nov 01, 2026, 01:30:00 AM UTC−07:00"]],
			[spring, ["Mar 08, 2026, 01:59:00 AM UTC−07:00", "Mar 08, 2026, 03:59:00 AM UTC−06:00"]],
		] as const) {
			const both = [
				page([
					[first, 0, 1],
					[first + hour, 0, 2],
				]),
			];
			const shown = (await csv(both, { clock: "zone" }, denver)).rows;
			expect(shown.map((row) => `${row["Time (America/Denver)"]} ${row.Offset}`)).toEqual(expected);
		}
	});
});

it("hands rows on in batches, however many a page holds", async () => {
	const entries = Array.from({ length: 5_000 }, (_, index): Entry => [at + index, 0, index]);
	const sizes: number[] = [];
	const values: unknown[] = [];
	for await (const batch of exportRows(each(page(entries)), head, "wide")) {
		sizes.push(batch.length);
		for (const row of batch) values.push(row.kind === "readings" && row.values[0]);
	}
	expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
	expect(values).toEqual(entries.map(([, , value]) => value));
});

describe("the long form", () => {
	it("writes one row for each reading", async () => {
		const { rows } = await csv(pages, { form: "long" });
		expect(rows.map((row) => [row.Device, row.Channel, row.Value, row.Unit, row.Kind])).toEqual([
			["Freezer 1", "Air", "-18.123456789012344", "°C", "reading"],
			["Freezer 1", "Door", "1", "", "reading"],
			["'=1+1", "Air", "20", "°C", "reading"],
			["Freezer 1", "", "", "", "note"],
			["", "", "", "", "note"],
			["Freezer 1", "Air", "-17", "°C", "reading"],
		]);
	});
});

describe("CSV", () => {
	it("begins with a byte order mark and lines of what it is, all in lines of RFC 4180", async () => {
		const { text } = await csv(
			pages,
			{ channelIds: [freezerAir.id], kinds: ["reading", "note"] },
			{ companyName: 'A "B",\n=C' },
		);
		expect(
			text.startsWith(
				"\uFEFF# Company: A 'B', '=C\r\n# Filter: all devices; channels Air (°C), Door; kinds reading, note\r\n",
			),
		).toBe(true);
		expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
		expect(text).toContain("# Times shown: each device's own clock\r\n");
		expect(text).toContain("# From: 2026-10-01T00:00:00.000Z (Oct 01, 2026, 12:00:00 AM)\r\n");
	});

	it.each([
		["=1+1", "'=1+1"],
		["+1", "'+1"],
		["-1 to 2", "'-1 to 2"],
		["@SUM(A1)", "'@SUM(A1)"],
		[" =1", "' =1"],
		["\t=1", "'\t'=1"],
		["a;=1+1", "a;'=1+1"],
		['said "no", twice', 'said "no", twice'],
		["two\nlines", "two\nlines"],
		["Freezer #1", "Freezer #1"],
		["", ""],
		["5 °C", "5 °C"],
	])("writes the text %j so that no spreadsheet runs it and every reader finds %j", async (given, read) => {
		const { rows } = await csv([page([], [note(at, given)])]);
		expect(rows.map((row) => row.Text)).toEqual([read]);
	});
});

describe("JSON", () => {
	it("writes one object with the same rows as CSV", async () => {
		const { rows } = await json(pages);
		expect(rows).toHaveLength(5);
		expect(rows[0]).toEqual({
			utc: "2026-11-07T07:30:00.000Z",
			time: "Nov 07, 2026, 12:30:00 AM",
			offset: "UTC−07:00",
			device: "Freezer 1",
			serialNumber: "SN-1",
			values: { "Air (°C)": -18.123456789012344, Door: 1 },
			received: new Date(at + 1001).toISOString(),
			quality: "ok",
			kind: "reading",
		});
		expect(rows[3]).toMatchObject({ device: null, kind: "note", level: "info", text: "Moved", author: null });
		expect((await json([page([])])).rows).toEqual([]);
		const { rows: long } = await json(pages, { form: "long" });
		expect(long[1]).toMatchObject({ device: "Freezer 1", channel: "Door", value: 1, unit: "" });
	});
});

describe("XLSX", () => {
	it("names in its head how columns are computed", async () => {
		const formulas = ["Difference of supply and return", "Supply − Return"];
		const computed = [freezerAir, londonAir].map((channel, index) => ({ ...channel, formula: formulas[index] ?? "" }));
		const { settings } = partsOf(pages, {}, { channels: [...computed, door] });
		const inHead = settings.filter(([name]) => name.startsWith("Computed"));
		expect(inHead).toEqual([["Computed: Air (°C)", formulas.join("; ")]]);
	});

	it("holds times as times, states as words, notes and settings on sheets of their own, and titles on every sheet", async () => {
		const { rows, table, settings } = partsOf(pages);
		const maxRowsPerSheet = 3;
		const bytes = new Uint8Array(
			await new Response(xlsxBytes(rows, table, { settings, maxRowsPerSheet })).arrayBuffer(),
		);
		const { sheets } = await readXlsx(bytes);
		expect(sheets.map(({ name, rows: { length } }) => [name, length])).toEqual([
			["Log", 3],
			["Log_2", 2],
			["Notes", 3],
			["About", settings.length + 1],
		]);
		for (const sheet of sheets) {
			expect([sheet.freezePane?.rows, sheet.autoFilter?.range]).toEqual([1, expect.stringMatching(/^A1:[A-Z]+\d+$/)]);
		}
		const [readingStore, more, notes, about] = sheets;
		expect([readingStore?.rows[0], more?.rows[0]]).toEqual([table.titles, table.titles]);
		expect(readingStore?.rows[1]?.slice(0, 7)).toEqual([
			new Date(at),
			new Date(Date.UTC(2026, 10, 7, 0, 30)),
			"UTC−07:00",
			"Freezer 1",
			"SN-1",
			-18.123456789012344,
			"Open",
		]);
		expect(readingStore?.rows[1]?.[table.titles.indexOf("Received (UTC)")]).toEqual(new Date(at + 1001));
		expect(notes?.rows.map((row) => row.slice(3))).toEqual([
			["Device", "Serial number", "Text", "Author", "Until (UTC)", "Group", "Kind", "Corrected", "File"],
			["Freezer 1", "SN-1", "Opened", "Ann", null, null, null, null, null],
			[null, null, "Moved", null, null, null, null, null, null],
		]);
		expect(about?.rows.slice(0, 2)).toEqual([
			["Setting", "Value"],
			["Company", "Acme"],
		]);
	});

	it("writes the states of a reading in its row, and names the zone", async () => {
		const parts = partsOf(pages, { form: "long", clock: "zone" }, { zone: "Europe/Berlin" });
		const bytes = await new Response(xlsxBytes(parts.rows, parts.table, parts)).arrayBuffer();
		const { sheets } = await readXlsx(new Uint8Array(bytes));
		const rows = sheets[0]?.rows ?? [];
		expect(rows[0]?.[1]).toBe("Time (Europe/Berlin)");
		expect(rows[2]?.slice(5, 8)).toEqual(["Door", "Open", null]);
		expect(rows[1]?.[1]).toEqual(new Date(Date.UTC(2026, 10, 7, 8, 30)));
	});

	it("takes what no XML may hold", async () => {
		const { rows, table, settings } = partsOf([page([], [note(at, "a\u0000b\uFFFF<c>&\uD800")])]);
		const bytes = new Uint8Array(await new Response(xlsxBytes(rows, table, { settings })).arrayBuffer());
		const text = (await readXlsx(bytes)).sheets[1]?.rows.at(-1)?.at(-7);
		expect(text).toBe("ab\uFFFD<c>&\uFFFD");
	});
});

it("pages out of order are no export", async () => {
	const rows = exportRows(each(page([[at, 0, 1]]), page([[at - 1, 0, 1]])), head, "wide");
	const all = async () => {
		for await (const _ of rows);
	};
	await expect(all()).rejects.toThrow();
});

it("an export ends with an error once a channel is computed in another way", async () => {
	const computed = (computedSince: number) => [{ ...freezerAir, formula: "2 × Door", computedSince }];
	const pageOf = (time: number, since: number) => ({ ...page([[time, 0, 1]]), channels: computed(since) });
	const all = async (since: number) => {
		const given = [pageOf(at, 5), pageOf(at + 1, since)];
		let count = 0;
		for await (const batch of exportRows(each(...given), { ...head, channels: computed(5) }, "long"))
			count += batch.length;
		return count;
	};
	expect(await all(5)).toBe(2);
	await expect(all(6)).rejects.toThrow("changed during an export");
});
