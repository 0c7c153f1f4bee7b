import { describe, expect, it } from "vitest";
import { exportRows } from "../../../backend/export/export-rows";
import { exportSettings } from "../../../backend/export/export-settings";
import { exportTable } from "../../../backend/export/export-table";
import { csvText } from "../../../backend/export/text-formats";
import type { LogPage } from "../../../shared/log/log";
import { type CsvForm, csvLayout, type LogExport, type LogExportHead } from "../../../shared/log/log-export";
import { emptyPage, exportHead, freezerAir, freezerDevice } from "../fixtures/export-pages";
import { parseWhole } from "../fixtures/parse-whole";

const at = Date.UTC(2026, 10, 7, 7, 30);
const minute = 60_000;
const values = [-18.123456789012344, 4, 1.5, 9.5e12, -0.25];
/** Names that a spreadsheet would run, and that hold each separator. */
const pressure = { ...freezerAir, id: "chn_00000000000000000000000002", name: "=P; ＝Q", unit: "hPa" };
const head: LogExportHead = {
	...exportHead,
	devices: [{ ...freezerDevice, name: "-1;=2,＝3" }],
	channels: [freezerAir, pressure],
};
const forms: CsvForm[] = [
	{ separator: "comma", decimalSign: "point" },
	{ separator: "semicolon", decimalSign: "point" },
	{ separator: "semicolon", decimalSign: "comma" },
	{ separator: "tab", decimalSign: "point" },
	{ separator: "tab", decimalSign: "comma" },
];

const readings = values.flatMap((value, step) => [
	{ at: at + step * minute, channel: 0, value },
	{ at: at + step * minute, channel: 1, value: 1000 + value },
]);
const page: LogPage = {
	...emptyPage,
	channels: head.channels,
	readings: {
		readingAt: readings.map((reading) => reading.at),
		receivedAt: readings.map((reading) => reading.at + 1_000),
		channel: readings.map(({ channel }) => channel),
		value: readings.map(({ value }) => value),
	},
};

async function fileOf(csv: CsvForm): Promise<Uint8Array> {
	const query: LogExport = { rangeType: "hour", offset: 0, format: "csv", form: "wide", clock: "device", csv };
	async function* pages() {
		yield page;
	}
	const parts = {
		table: exportTable(query, head),
		settings: exportSettings({ query, head, now: at }),
		layout: csvLayout(csv),
	};
	let text = "";
	for await (const piece of csvText(exportRows(pages(), head, query.form), parts)) text += piece;
	return new TextEncoder().encode(text);
}

describe("our own CSV file", () => {
	it.each(forms)("imports back as it was written: separator $separator, decimal $decimalSign", async (csv) => {
		const file = parseWhole(await fileOf(csv), {});
		if ("problem" in file) throw new Error(file.problem);
		expect(file.format).toMatchObject(csvLayout(csv));
		expect(file.wallAt).toEqual(values.map((_, step) => at + step * minute));
		expect(file.offsetMinutes).toEqual(values.map(() => 0));
		const names = file.columns.map(({ name }) => name);
		expect(names.slice(5, 7)).toEqual(["Air (°C)", "=P; ＝Q (hPa)"]);
		const cellsOf = (title: string) => file.values.find(({ column }) => names[column] === title)?.cells;
		expect(cellsOf("Air (°C)")).toEqual(values);
		expect(cellsOf("=P; ＝Q (hPa)")).toEqual(values.map((value) => 1000 + value));
		expect(file.columns[3]?.samples[0]).toBe("-1;=2,＝3");
	});
});
