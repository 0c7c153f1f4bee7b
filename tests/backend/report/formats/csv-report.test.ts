import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ReportCell } from "../../../../backend/report/figures/report-channel";
import { unguardedCell } from "../../../../shared/base/csv-cell";
import * as fc from "../../../properties";
import {
	column,
	inSummer,
	inWinter,
	lastSecond,
	midnight,
	renderedText,
	reportDocument,
	runId,
	section,
	table,
} from "./documents";

type Rendering = Parameters<typeof renderedText>[2];

async function csv(document: Parameters<typeof renderedText>[0], options: Rendering = {}) {
	const text = await renderedText(document, "csv", options);
	const [comments = "", ...tables] = text.slice(1).split(/\r\n\r\n(?=#)/);
	const delimiter = { comma: ",", semicolon: ";", tab: "\t" }[options?.layout?.csv?.separator ?? "comma"];
	return {
		text,
		comments: comments.split("\r\n"),
		tables: tables.map((part) => {
			const { data, errors } = Papa.parse<string[]>(part, { delimiter, comments: "#", skipEmptyLines: "greedy" });
			expect(errors).toEqual([]);
			return data;
		}),
	};
}

const timeAndAir = [column("Time", "time"), column("Air (°C)", "number", { digits: 1 })];

describe("a CSV file", () => {
	it("begins with what it is about, and with its run", async () => {
		const notes = ["“Freezer 7” stopped reporting.", 'Gone: "=cmd|x", then, @SUM(1)\nand more'];
		const { text, comments } = await csv(reportDocument([], { notes }), { verifyUrl: "https://console.test/verify" });
		expect(text.charCodeAt(0)).toBe(0xfeff);
		expect(comments.filter((line) => line !== "")).toEqual([
			"# Company: Hansen Pharma",
			"# Report: Daily readings",
			"# Times: By the clock of Europe/Lisbon",
			"# Made by: AQLCloud",
			"# Period: 2026-10-25, whole days of Europe/Lisbon",
			`# Run: ${runId}`,
			"# Check this file at: https://console.test/verify",
			"# Note: “Freezer 7” stopped reporting.",
			"# Note: Gone: '=cmd|x', then, '@SUM(1) and more",
		]);
	});

	it("writes wall clocks to the second, each with its offset, so that both passes of an hour differ", async () => {
		const rows = [inSummer, inWinter, lastSecond, midnight].map((time, index): ReportCell[] => [time, index - 18.5]);
		const { tables } = await csv(reportDocument([section([table("Readings", timeAndAir, rows)])]));
		expect(tables).toEqual([
			[
				["Time", "Time offset", "Air (°C)"],
				["2026-10-25 01:30:00", "UTC+01:00", "-18.5"],
				["2026-10-25 01:30:00", "UTC", "-17.5"],
				["2026-10-25 23:59:12", "UTC", "-16.5"],
				["2026-10-26 00:00:00", "UTC", "-15.5"],
			],
		]);
	});

	it.each([
		["day", "24", "25.10.2026 23:59:12"],
		["month", "12", "10/25/2026 11:59:12 PM"],
		["year", "12", "2026-10-25 11:59:12 PM"],
	] as const)("writes dates by %s and the clock of %s hours: %s", async (dateOrder, hourCycle, text) => {
		const document = reportDocument([section([table("Readings", timeAndAir, [[lastSecond, 1]])])]);
		expect((await csv(document, { layout: { dateOrder, hourCycle } })).tables[0]?.[1]?.[0]).toBe(text);
	});

	it.each([
		[{ separator: "semicolon", decimalSign: "comma" }, "-18,5"],
		[{ separator: "tab", decimalSign: "comma" }, "-18,5"],
		[{ separator: "tab", decimalSign: "point" }, "-18.5"],
		[{ separator: "comma", decimalSign: "comma" }, "-18.5"],
	] as const)("writes numbers with %j so that a reader parses them: %s", async (form, text) => {
		const document = reportDocument([section([table("Readings", timeAndAir, [[lastSecond, -18.5]])])]);
		const { tables } = await csv(document, { layout: { csv: form } });
		expect(tables[0]?.[1]).toEqual(["2026-10-25 23:59:12", "UTC", text]);
	});

	it("writes one head for tables of one name, and other tables after them", async () => {
		const summary = (name: string) =>
			table("Summary", [column("Device"), column("Out", "duration")], [[name, { ms: 131_400_000 }]]);
		const document = reportDocument([
			section([summary("Hűtő №1 冷蔵庫 ثلاجة"), table("Readings", timeAndAir, [[inSummer, 1]])]),
			section([summary("Freezer 2"), table("Readings", timeAndAir, [[inWinter, 2]])]),
		]);
		const { text, tables } = await csv(document);
		expect(tables).toEqual([
			[
				["Device", "Out"],
				["Hűtő №1 冷蔵庫 ثلاجة", "36:30:00"],
				["Freezer 2", "36:30:00"],
			],
			[
				["Time", "Time offset", "Air (°C)"],
				["2026-10-25 01:30:00", "UTC+01:00", "1"],
				["2026-10-25 01:30:00", "UTC", "2"],
			],
		]);
		expect(text).toContain("\r\n\r\n# Readings\r\n");
	});

	it("prefixes formulas so that spreadsheets do not run them", async () => {
		const formulas = ["=cmd|'/c calc'!A1", "@SUM(1)", "+49 30 1234", "\t=1+1", "-1+1"];
		const rows = formulas.map((text, index): ReportCell[] => [text, index]);
		const { tables } = await csv(
			reportDocument([section([table("Inventory", [column("=1+1"), column("Count", "number")], rows)])]),
		);
		const guarded = ["'=cmd|'/c calc'!A1", "'@SUM(1)", "'+49 30 1234", "'\t'=1+1", "'-1+1"];
		expect(tables[0]).toEqual([["'=1+1", "Count"], ...guarded.map((text, index) => [text, String(index)])]);
	});

	it("says that a table is empty, and ends with the report's texts", async () => {
		const document = reportDocument([
			section([
				table("Excursions", [column("Began", "time")], []),
				{ kind: "text", title: "Rules", lines: ["Above 8 °C", "Below 2 °C"] },
			]),
		]);
		const { text } = await csv(document);
		expect(text.split("\r\n\r\n").slice(1)).toEqual([
			"# Excursions\r\nBegan,Began offset\r\n# No excursions in this period.",
			"# Rules: Above 8 °C\r\n# Below 2 °C\r\n",
		]);
	});

	it("writes a table of 500 columns", async () => {
		const columns = Array.from({ length: 500 }, (_, index) => column(`Channel ${index}`, "number"));
		const { tables } = await csv(
			reportDocument([section([table("Readings", columns, [columns.map((_, index) => index / 4)])])]),
		);
		expect(tables[0]?.[1]?.map(Number)).toEqual(columns.map((_, index) => index / 4));
	});

	it("gives back each cell to a reader", async () => {
		const cell = fc.oneof(
			fc.string({ unit: "binary" }).map((text) => text.replaceAll("\uFEFF", "").replaceAll("\0", "")),
			fc.constantFrom("=1", "@x", "+49", "-5", " x ", "#x", 'a"b', "a,b", "a;b", "a\r\nb", "'=x"),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.constant(null),
		);
		const tablesOf = fc.record({
			rows: fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
			form: fc.constantFrom(
				{ separator: "comma", decimalSign: "point" } as const,
				{ separator: "semicolon", decimalSign: "comma" } as const,
				{ separator: "tab", decimalSign: "comma" } as const,
			),
		});
		await fc.assert(
			fc.asyncProperty(tablesOf, async ({ rows, form }) => {
				// The first column keeps lines from being empty or beginning like a comment.
				const columns = [column("Row"), column("One"), column("Other")];
				const document = reportDocument([
					section([
						table(
							"T",
							columns,
							rows.map((row): ReportCell[] => ["r", ...row]),
						),
					]),
				]);
				const text = await renderedText(document, "csv", { layout: { csv: form } });
				const delimiter = { comma: ",", semicolon: ";", tab: "\t" }[form.separator];
				const { data } = Papa.parse<string[]>(text.slice(text.indexOf("Row")), { delimiter });
				const read = data.slice(1, -1).map(([, ...cells]) => cells.map((value) => unguardedCell(value, delimiter)));
				const decimals = form.decimalSign === "comma" ? "," : ".";
				const asText = (value: ReportCell) =>
					typeof value === "number" ? String(value).replace(".", decimals) : (value ?? "");
				expect(read).toEqual(rows.map((row) => row.map(asText)));
			}),
		);
	});
});
