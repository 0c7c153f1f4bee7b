import { describe, expect, it } from "vitest";
import { markedText, saturatedText } from "../../client/chart/chart-legend";
import { contentAsRead, contentOfSeries, pointOf } from "../../client/chart/chart-lines";
import { contentOfReadings } from "../../client/features/log/log-chart";
import { gatherReadings } from "../../client/features/log/table/log-readings";
import { longRows, rowJson, rowText, wideRows } from "../../client/features/log/table/log-rows";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { valueStyleOf } from "../../shared/formats/reading-units";
import { withPassing } from "../../shared/log/reading-filter";
import { emptyLogPage, logChannel, logDevice, minuteMs } from "./readings";

const page = emptyLogPage({
	devices: [logDevice],
	channels: [logChannel("air")],
	readings: {
		readingAt: [4, 3, 2, 1].map((minutes) => minutes * minuteMs),
		receivedAt: [4, 3, 2, 1].map((minutes) => minutes * minuteMs),
		channel: [0, 0, 0, 0],
		value: [5, 327.67, 6, 6548.3],
		mark: [null, "doubtful", "excluded", "counts"],
	},
});

describe("marked readings", () => {
	it("keeps the mark of each reading in rows, copies and filtered pages", () => {
		const rows = longRows(gatherReadings([page]));
		expect(rows.map(({ values }) => values.get("value")?.mark)).toEqual([null, "doubtful", "excluded", "counts"]);
		expect(rows.map(rowText).map((text) => text.split("\t").at(-1))).toEqual([
			"air 5.0 °C",
			"air 327.7 °C (doubtful)",
			"air 6.0 °C (excluded)",
			"air 6,548.3 °C (counts)",
		]);
		const [, doubtful] = wideRows(gatherReadings([page]));
		expect(doubtful && JSON.parse(rowJson(doubtful)).readings).toMatchObject([{ value: 327.67, mark: "doubtful" }]);
		const passing = longRows(gatherReadings([withPassing(page, { values: { max: 10 } })]));
		expect(passing.map(({ values }) => values.get("value")?.mark)).toEqual([null, "excluded"]);
	});

	it("draws doubtful and excluded readings apart from the line, and counts them in words", () => {
		const { channels } = gatherReadings([page]);
		const span = { from: 0, to: 5 * minuteMs };
		const [line] = contentOfReadings(channels, { span, quantity: null, shownIds: [] }).lines;
		expect(line?.value).toEqual([6548.3, 5]);
		expect(line?.marked).toEqual({
			at: [2 * minuteMs, 3 * minuteMs],
			value: [6, 327.67],
			mark: ["excluded", "doubtful"],
		});
		expect(line?.marked && markedText(line.marked)).toBe("○ 1 doubtful, × 1 excluded: in no figure");
	});

	it("draws a value computed at 100 % humidity in the line, and names it so", () => {
		const readings = { ...page.readings, value: [5, 6, 7, 8], mark: [null, "saturated" as const, null, null] };
		const log = gatherReadings([{ ...page, readings }]);
		expect(longRows(log).map((row) => rowText(row).split("\t").at(-1))[1]).toBe("air 6.0 °C (at 100 %)");
		const span = { from: 0, to: 5 * minuteMs };
		const [line] = contentOfReadings(log.channels, { span, quantity: null, shownIds: [] }).lines;
		if (!line) throw new Error("The log has no line.");
		expect([line.value, line.mark, line.marked]).toEqual([[8, 7, 6, 5], [null, null, "saturated", null], undefined]);
		expect(saturatedText(line)).toBe("1 of 4 points computed at 100 % humidity");
		expect([1, 2].map((index) => pointOf({ ...line, look: { colour: 0, dash: 0 } }, index)?.isSaturated)).toEqual([
			undefined,
			true,
		]);
	});

	it("converts marked points of a series with the line", () => {
		const marked = { at: [minuteMs], value: [100], mark: ["doubtful" as const] };
		const content = contentOfSeries({
			from: 0,
			to: 5 * minuteMs,
			quantities: ["temperature"],
			quantity: "temperature",
			leftOut: 0,
			bucketMs: 0,
			devices: [logDevice],
			channels: [logChannel("air")],
			series: [{ channel: 0, at: [minuteMs], value: [0], min: [], max: [], gapMs: null, marked }],
			zone: "UTC",
		});
		expect(contentAsRead(content, valueStyleOf({ ...specifiedFormats, temperatureUnit: "°F" })).lines[0]).toMatchObject(
			{ value: [32], marked: { value: [212] } },
		);
	});
});
