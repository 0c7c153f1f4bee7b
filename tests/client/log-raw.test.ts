import { describe, expect, it } from "vitest";
import { gatherReadings } from "../../client/features/log/table/log-readings";
import { longRows, rawText, rowJson, rowText, wideRows } from "../../client/features/log/table/log-rows";
import type { LogPage } from "../../shared/log/log";
import { withPassing } from "../../shared/log/reading-filter";
import { emptyLogPage, logChannel, logDevice, minuteMs as minute } from "./readings";

const device = { ...logDevice, lateAfterMs: 20 * minute };

/** Air is calibrated and soil is not; the oldest reading of both is late. */
const page = emptyLogPage({
	devices: [device],
	channels: [logChannel("air"), logChannel("soil")],
	readings: {
		readingAt: [60 * minute, 60 * minute, 10 * minute, 10 * minute],
		receivedAt: [61 * minute, 61 * minute, 30 * minute, 30 * minute + 1],
		channel: [0, 1, 0, 1],
		value: [4.5, 7, -3.25, 8],
		raw: [4.25, null, -3.5, null],
	},
});

const asListed = (shown: LogPage) =>
	longRows(gatherReadings([shown])).map(({ at, values, quality }) => {
		const reading = values.get("value");
		return [at / minute, reading?.channel.id, reading && rawText(reading), reading?.raw, quality];
	});

describe("the sent value of a reading", () => {
	it("stays with it in the long form, which shows it whether or not it reads otherwise", () => {
		expect(asListed(page)).toEqual([
			[60, "air", "4.25", 4.25, "ok"],
			[60, "soil", "7", null, "ok"],
			[10, "air", "−3.5", -3.5, "ok"],
			[10, "soil", "8", null, "late"],
		]);
	});

	it("stays with it where others are filtered out", () => {
		expect(asListed(withPassing(page, { values: { max: 4 } }))).toEqual([[10, "air", "−3.5", -3.5, "ok"]]);
	});

	it("shows the value itself where nothing else was sent", () => {
		const { raw: _, ...readings } = page.readings;
		expect(asListed({ ...page, readings }).map(([, , text, raw]) => [text, raw])).toEqual([
			["4.5", null],
			["7", null],
			["−3.25", null],
			["8", null],
		]);
	});

	it("copies what was sent where it reads otherwise, and the quality too", () => {
		const [, row] = wideRows(gatherReadings([page]));
		if (!row) throw new Error("The log has two rows.");
		expect(rowText(row)).toBe("1970-01-01T00:10:00.000Z\tUTC\tA\treading\tair −3.3 °C (raw −3.5)\tsoil 8.0 °C");
		const facts = { quantity: "temperature", unit: "°C" };
		expect(JSON.parse(rowJson(row))).toEqual({
			kind: "reading",
			at: 10 * minute,
			deviceId: device.id,
			device: "A",
			// Received with the last row.
			receivedAt: 30 * minute + 1,
			quality: "late",
			readings: [
				{ channelId: "air", channel: "air", ...facts, value: -3.25, raw: -3.5 },
				{ channelId: "soil", channel: "soil", ...facts, value: 8 },
			],
		});
	});
});

describe("the mark of a reading", () => {
	const marked = emptyLogPage({
		devices: [device],
		channels: [logChannel("air")],
		readings: {
			readingAt: [20 * minute, 20 * minute, 10 * minute],
			receivedAt: [20 * minute, 20 * minute, 10 * minute],
			channel: [0, 0, 0],
			value: [4, 327.67, 5],
			mark: [null, "doubtful", "excluded"],
		},
	});
	const shown = (rows: ReturnType<typeof wideRows>) =>
		rows.map(({ values }) => Array.from(values.values(), ({ value, mark }) => [value, mark]));

	it("stays with it in both forms, in rows of their own for two readings of one time", () => {
		for (const rowsOf of [wideRows, longRows]) {
			const rows = rowsOf(gatherReadings([marked]));
			expect(shown(rows)).toEqual([[[4, null]], [[327.67, "doubtful"]], [[5, "excluded"]]]);
			expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
		}
	});

	it("comes along when a row is copied", () => {
		const [, row] = wideRows(gatherReadings([marked]));
		if (!row) throw new Error("The log has three rows.");
		expect(rowText(row)).toContain("air 327.7 °C (doubtful)");
		expect(JSON.parse(rowJson(row)).readings).toMatchObject([{ value: 327.67, mark: "doubtful" }]);
	});

	it("stays with it where others are filtered out", () => {
		expect(shown(longRows(gatherReadings([withPassing(marked, { values: { min: 5 } })])))).toEqual([
			[[327.67, "doubtful"]],
			[[5, "excluded"]],
		]);
	});
});
