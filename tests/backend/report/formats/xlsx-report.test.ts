import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import type { ReportCell } from "../../../../backend/report/figures/report-channel";
import {
	column,
	inSummer,
	inWinter,
	lastSecond,
	midnight,
	rendered,
	reportDocument,
	runId,
	section,
	table,
} from "./documents";

const wall = (text: string) => new Date(`${text}Z`);

async function workbook(...given: Parameters<typeof reportDocument>) {
	const { sheets } = await readXlsx(await rendered(reportDocument(...given), "xlsx"));
	return sheets;
}

const timeAndAir = [column("Time", "time"), column("Air (°C)", "number", { digits: 1 })];

describe("a workbook", () => {
	it.each(["24", "12"] as const)(
		"makes columns wide enough for times of %s hours, which a narrow column shows as #####",
		async (hourCycle) => {
			const document = reportDocument([section([table("Readings", timeAndAir, [[lastSecond, 1]])])]);
			const { sheets } = await readXlsx(await rendered(document, "xlsx", { layout: { hourCycle } }), {
				readStyles: true,
			});
			const shown = hourCycle === "12" ? "2026-10-25 11:59:12 PM" : "2026-10-25 23:59:12";
			expect(sheets[0]?.columns?.[0]?.width ?? 0).toBeGreaterThan(shown.length + 1);
		},
	);

	it("holds a sheet for each name, with numbers, wall clocks and their offsets, under a frozen head", async () => {
		const rows = [inSummer, inWinter, { ...lastSecond, at: lastSecond.at + 999 }, midnight].map(
			(time, index): ReportCell[] => [time, index - 18.512345678901],
		);
		const [summary, readings] = await workbook([
			section([
				table("Summary", [column("Device")], [["Hűtő №1 冷蔵庫 ثلاجة"]]),
				table("Readings", timeAndAir, rows.slice(0, 2)),
			]),
			section([
				table("Summary", [column("Device")], [["=cmd|'/c calc'!A1"]]),
				table("Readings", timeAndAir, rows.slice(2)),
			]),
		]);
		expect([summary?.name, summary?.rows]).toEqual([
			"Summary",
			[["Device"], ["Hűtő №1 冷蔵庫 ثلاجة"], ["=cmd|'/c calc'!A1"]],
		]);
		expect([readings?.name, readings?.rows]).toEqual([
			"Readings",
			[
				["Time", "Time offset", "Air (°C)"],
				[wall("2026-10-25T01:30:00"), "UTC+01:00", -18.512345678901],
				[wall("2026-10-25T01:30:00"), "UTC", -17.512345678901],
				[wall("2026-10-25T23:59:12"), "UTC", -16.512345678901],
				[wall("2026-10-26T00:00:00"), "UTC", -15.512345678901],
			],
		]);
		expect(readings?.freezePane).toEqual({ rows: 1 });
	});

	it("ends with a sheet that says what it is about, and its run", async () => {
		const text = { kind: "text", title: "Rules", lines: ["Above 8 °C", "Below 2 °C"] } as const;
		const sheets = await workbook([section([{ ...text, lines: [...text.lines] }])], {
			notes: ["Nothing came after 14:05."],
		});
		expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
			[
				"About",
				[
					["Fact", "Value"],
					["Company", "Hansen Pharma"],
					["Report", "Daily readings"],
					["Times", "By the clock of Europe/Lisbon"],
					["Made by", "AQLCloud"],
					["Period", "2026-10-25, whole days of Europe/Lisbon"],
					["Run", runId],
					["Note", "Nothing came after 14:05."],
					["Rules", "Above 8 °C"],
					[null, "Below 2 °C"],
				],
			],
		]);
	});

	it("holds lengths of time that a spreadsheet can add, and says that a table is empty", async () => {
		const [times, none] = await workbook([
			section([
				table("Gaps", [column("Lasted", "duration")], [[{ ms: 131_400_000 }]]),
				table("Excursions", [column("Began", "time")], []),
			]),
		]);
		// A day is 1 in a workbook; this reader returns it as 1 January 1900.
		const [, [length] = []] = times?.rows ?? [];
		const days = length instanceof Date ? (length.getTime() - Date.UTC(1899, 11, 31)) / 86_400_000 : length;
		expect(days).toBeCloseTo(36.5 / 24, 9);
		expect(none?.rows).toEqual([
			["Began", "Began offset"],
			["No excursions in this period.", null],
		]);
	});

	it("keeps the report's order of sheets if a large one is written first", async () => {
		const long = Array.from({ length: 5_000 }, (_, index): ReportCell[] => [inSummer, index]);
		const device = (name: string, rows: ReportCell[][]) =>
			section([table("Summary", [column("Device")], [[name]]), table("Readings", timeAndAir, rows, 700)]);
		const sheets = await workbook([device("A", long.slice(0, 2_500)), device("B", long.slice(2_500))]);
		expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
			["Summary", 3],
			["Readings", 5_001],
			["About", 7],
		]);
		expect(sheets[1]?.rows.slice(1).map((row) => row[2])).toEqual(long.map(([, value]) => value));
	});

	it("writes a table of 500 columns", async () => {
		const columns = Array.from({ length: 500 }, (_, index) => column(`Channel ${index}`, "number"));
		const [sheet] = await workbook([section([table("Readings", columns, [columns.map((_, index) => index / 4)])])]);
		expect(sheet?.rows[1]).toEqual(columns.map((_, index) => index / 4));
	});

	it("keeps serial numbers as they are written", async () => {
		const serials = ["000123", "8939010102358478435", "1E5", "12/11", "TRUE"];
		const [sheet] = await workbook([
			section([
				table(
					"Inventory",
					[column("Serial")],
					serials.map((one) => [one]),
				),
			]),
		]);
		expect(sheet?.rows.slice(1)).toEqual(serials.map((one) => [one]));
	});

	it("leaves out values that are no number, and writes a time that no workbook holds as text", async () => {
		const rows = [[{ at: Date.UTC(1850, 0, 1), offsetMinutes: 0 }, Number.NaN]];
		const [sheet] = await workbook([section([table("Readings", timeAndAir, rows)])]);
		expect(sheet?.rows[1]?.slice(0, 2)).toEqual(["1850-01-01T00:00:00.000Z", "UTC"]);
		expect(sheet?.rows[1]?.[2] ?? null).toBeNull();
	});

	it("gives each sheet a name of its own that a workbook may have", async () => {
		const named = (name: string) => table(name, [column("A")], [["x"]]);
		const sheets = await workbook([
			section([named("About"), named("Hot/cold: [positions] & 'probes'"), named("ABOUT"), named("History")]),
		]);
		expect(sheets.map(({ name }) => name)).toEqual([
			"About",
			"Hot cold   positions  & 'probes",
			"ABOUT 2",
			"History 2",
			"About 3",
		]);
	});
});
