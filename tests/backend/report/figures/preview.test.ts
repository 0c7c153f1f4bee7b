import { describe, expect, it } from "vitest";
import { previewReport } from "../../../../backend/report/document/preview-report";
import { hourMs, minuteMs } from "../../../../shared/base/durations";
import { errorSentence } from "../../../../shared/errors/error-sentence";
import { ReportType, standardLayout } from "../../../../shared/report/report";
import { wordsIn } from "../../../../shared/words/made/errors-in";
import { everySo, listSource } from "../../fixtures/report-source";

const from = Date.UTC(2026, 2, 1);
const to = from + 24 * hourMs;
const limits = { devices: 2, rows: 3 };

function roomsOf(count: number, readings = 5) {
	return Array.from({ length: count }, (_, index) => {
		return {
			name: `Room ${index}`,
			channels: [{ max: 8 }],
			all: everySo(minuteMs, from, Array<number>(readings).fill(4.5 + index)),
		};
	});
}

describe("a preview", () => {
	it("counts all devices, channels and readings, and has figures and first rows as in the file", async () => {
		const layout = {
			...standardLayout,
			dateOrder: "day" as const,
			csv: { separator: "semicolon" as const, decimalSign: "comma" as const },
		};
		const preview = await previewReport(listSource({ definition: { layout }, from, to, devices: roomsOf(3) }), limits);
		expect(preview).toMatchObject({ from, to, devices: 3, channels: 3, readings: 15, tooLarge: null, notes: [] });
		const [figures, rows] = preview.tables;
		expect(figures).toMatchObject({
			title: "Figures",
			rows: [
				["Room 0", "Air", "°C", "5", "4,5", "4,5", "4,5", "At most 8 °C", "0:00:00", "23:53:00"],
				expect.any(Array),
			],
		});
		expect(rows).toEqual({
			title: "Readings",
			columns: ["Time", "Device", "Serial number", "Air (°C)"],
			rows: [0, 1, 2].map((minute) => [`01.03.2026 00:0${minute}:00`, "Room 0", "", "4,5"]),
			isWhole: false,
		});
	});

	it("says why a report would be too large, and reads nothing then", async () => {
		const source = listSource({
			definition: { format: "xlsx" },
			from,
			to,
			devices: [{ name: "Room", channels: [{ readings: 2_000_000 }] }],
		});
		const { tooLarge, tooLargeKey = "", readings } = await previewReport(source, limits);
		expect([readings, tooLarge, errorSentence(tooLargeKey, wordsIn("de"))]).toEqual([
			2_000_000,
			expect.stringContaining("at most 1,000,000. Split it by group or week."),
			expect.stringContaining("höchstens 1,000,000. Teilen Sie ihn nach Gruppe oder Woche auf."),
		]);
		expect(source.asked).toEqual([]);
	});

	it("does not read devices whose figures would take too long", async () => {
		const rooms = [
			{ name: "Small", all: everySo(minuteMs, from, [1]) },
			{ name: "Vast", channels: [{ readings: 500_000 }] },
		];
		const source = listSource({ definition: { type: "summary" }, from, to, devices: rooms });
		const preview = await previewReport(source, limits);
		expect(source.asked).toEqual(["dev_Small first"]);
		expect(preview.tables.find(({ title }) => title === "Summary")).toMatchObject({
			rows: [["Small", ...Array(18).fill(expect.any(String))]],
			isWhole: false,
		});
	});

	it("reads a page of single readings, however many there are", async () => {
		const source = listSource({ from, to, devices: roomsOf(1, 600), pageSize: 2_000 });
		expect((await previewReport(source, limits)).tables[1]?.rows).toHaveLength(3);
		const vast = listSource({
			from,
			to,
			devices: [
				{ name: "Vast", channels: [{ readings: 900_000 }], all: everySo(minuteMs, from, Array<number>(1_400).fill(1)) },
			],
			pageSize: 20,
		});
		await previewReport(vast, { devices: 1, rows: 5 });
		expect(vast.asked.length).toBeLessThan(60);
	});

	it.each(ReportType.options)("previews the type %s without devices and with some", async (type) => {
		for (const devices of [[], roomsOf(3)]) {
			const preview = await previewReport(
				listSource({ definition: { type, format: "pdf" }, from, to, devices }),
				limits,
			);
			expect(preview.tooLarge).toBeNull();
			for (const { columns, rows } of preview.tables) for (const row of rows) expect(row).toHaveLength(columns.length);
		}
	});
});
