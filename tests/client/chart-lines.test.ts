import { describe, expect, it } from "vitest";
import { contentOfQuantity, contentOfSeries, nearestPoint, valueRange } from "../../client/chart/chart-lines";
import { choiceOfReadings, contentOfReadings } from "../../client/features/log/log-chart";
import { medianInterval } from "../../client/features/log/table/log-readings";
import { positionFrom } from "../../shared/base/sorted";
import type { LogChannel, SeriesPage } from "../../shared/log/log";
import * as fc from "../properties";
import { logChannel as channel, logDevice as device, chartLine as line, minuteMs as minute } from "./readings";

const readings = (id: string, times: number[], change: Partial<LogChannel> = {}) => ({
	channel: channel(id, change),
	device,
	readings: times.map((at) => ({
		at,
		value: at / minute,
		receivedAt: at,
		raw: null,
		mark: null,
		gapMs: 0,
		silentMs: 0,
	})),
});
describe("the chart of a backend's series", () => {
	const point = { at: [0], value: [1], min: [], max: [], gapMs: null };
	const page: SeriesPage = {
		from: 0,
		to: 100 * minute,
		zone: "UTC",
		bucketMs: 10 * minute,
		quantities: ["temperature", "battery"],
		quantity: "temperature",
		devices: [device],
		channels: [channel("t", { colour: 8 }), channel("stranger", { deviceId: "dev_00000000000000000000000009" })],
		series: [
			{ channel: 0, at: [0, 10 * minute], value: [5, 6], min: [4, 5], max: [6, 9], gapMs: 15 * minute },
			{ channel: 1, at: [0], value: [1], min: [1], max: [1], gapMs: null },
			{ channel: 7, at: [0], value: [1], min: [1], max: [1], gapMs: null },
		],
		leftOut: 3,
	};

	it("puts a point that stands for a stretch of time in its middle, and draws no line without a channel and device", () => {
		expect(contentOfSeries(page)).toEqual({
			span: { from: 0, to: 100 * minute },
			quantities: ["temperature", "battery"],
			quantity: "temperature",
			lines: [
				line({
					channel: channel("t", { colour: 8 }),
					at: [5 * minute, 15 * minute],
					value: [5, 6],
					min: [4, 5],
					max: [6, 9],
					gapMs: 15 * minute,
				}),
			],
			leftOut: 3,
			bucketMs: 10 * minute,
		});
	});

	it("keeps a quantity that was chosen where another one was measured, and has none where nothing was", () => {
		const chosen: SeriesPage = { ...page, quantity: "humidity", series: [], channels: [] };
		expect(contentOfSeries(chosen).quantity).toBe("humidity");
		expect(contentOfSeries({ ...chosen, quantities: [] }).quantity).toBeNull();
	});

	it("gives a channel one color whatever stands beside it, and lines of one color different dashes", () => {
		const colours = [3, 11, 5, 19];
		const looksOf = (chosen: number[]) => {
			const channels = chosen.map((colour) => channel(`c${colour}`, { colour }));
			const series = channels.map((_, index) => ({ ...point, channel: index }));
			return contentOfSeries({ ...page, channels, series }).lines.map(({ look }) => look);
		};
		expect(looksOf(colours)).toEqual([
			{ colour: 3, dash: 0 },
			{ colour: 3, dash: 1 },
			{ colour: 5, dash: 0 },
			{ colour: 3, dash: 2 },
		]);
		for (const colour of colours) expect(looksOf([colour])).toEqual([{ colour: colour % 8, dash: 0 }]);
	});

	it("shows one quantity where the page has every one", () => {
		const every: SeriesPage = {
			...page,
			channels: [channel("t"), channel("b", { quantity: "battery" })],
			series: [0, 1].map((index) => ({ ...point, channel: index })),
		};
		const shown = (chosen: "battery" | "humidity" | null) => {
			const { quantity, lines, leftOut } = contentOfQuantity(every, chosen);
			return [quantity, lines.map(({ channel: { id } }) => id), leftOut];
		};
		expect(shown(null)).toEqual(["temperature", ["t"], 0]);
		expect(shown("battery")).toEqual(["battery", ["b"], 0]);
		expect(shown("humidity")).toEqual(["humidity", [], 0]);
	});

	it("leaves readings where they are", () => {
		const [first] = contentOfSeries({ ...page, bucketMs: 0 }).lines;
		expect(first?.at).toEqual([0, 10 * minute]);
	});
});

describe("the chart of the rows at hand", () => {
	const span = { from: 0, to: 100 * minute };
	const automatic = { span, quantity: null, shownIds: [] };

	it("draws no doubtful and no excluded readings", () => {
		const one = readings("air", [0, minute, 2 * minute, 3 * minute]);
		const marks = [null, "doubtful", "excluded", "counts"] as const;
		const marked = {
			...one,
			readings: one.readings.map((reading, index) => ({ ...reading, mark: marks[index] ?? null })),
		};
		const { lines } = contentOfReadings([marked], automatic);
		expect(lines.map(({ at }) => at)).toEqual([[0, 3 * minute]]);
	});

	it("shows the first channels by name of device, those that were chosen, and keeps what is shown as rows come", () => {
		const of = (name: string) => ({ ...readings(name, [0, minute]), device: { ...device, name } });
		const stores = Array.from({ length: 13 }, (_, index) => of(`Store ${index + 2}`));
		const idsOf = (request: Partial<Parameters<typeof contentOfReadings>[1]> = {}, rows = stores) =>
			contentOfReadings(rows, { ...automatic, ...request }).lines.map(({ channel: { id } }) => id);
		const first = stores.slice(0, 12).map(({ channel: { id } }) => id);
		expect(idsOf({}, stores.toReversed())).toEqual(first);
		expect(idsOf({ shownIds: ["Store 14", "Store 3"] })).toEqual(["Store 3", "Store 14"]);
		expect(idsOf({ shownIds: ["gone"] })).toEqual(first);
		const more = [...stores, of("Store 1")];
		expect(idsOf({ heldIds: first }, more)).toEqual(first);
		expect(idsOf({}, more)[0]).toBe("Store 1");
		expect(choiceOfReadings(more, "temperature")[0]).toEqual({
			id: "Store 1",
			name: "Store 1",
			deviceName: "Store 1",
			hasReadings: true,
		});
	});

	it("shows the quantity that is chosen, else the one with the most readings, and tells what is left out", () => {
		const many = Array.from({ length: 14 }, (_, index) => readings(`t${index}`, [0, minute]));
		const battery = readings("b", [0, minute, 2 * minute], { quantity: "battery" });
		const shown = contentOfReadings([...many, battery, readings("empty", [])], automatic);
		expect({ ...shown, lines: shown.lines.length }).toEqual({
			span,
			quantities: ["temperature", "battery"],
			quantity: "temperature",
			lines: 12,
			leftOut: 2,
			bucketMs: 0,
		});
		expect(
			contentOfReadings([...many, battery], { ...automatic, quantity: "battery" }).lines.map(
				(rendered) => rendered.channel.id,
			),
		).toEqual(["b"]);
		expect(contentOfReadings(many, { ...automatic, quantity: "humidity" }).quantity).toBe("temperature");
		expect(contentOfReadings([], automatic)).toMatchObject({ quantity: null, lines: [] });
	});

	it("calls a pause a gap when it is longer than three usual intervals and than half an hour", () => {
		const [regular] = contentOfReadings(
			[
				readings(
					"t",
					[0, 1, 2, 3, 7].map((at) => at * minute),
				),
			],
			automatic,
		).lines;
		expect(regular?.gapMs).toBe(30 * minute);
		const [single] = contentOfReadings([readings("t", [5])], automatic).lines;
		expect(single?.gapMs).toBe(180 * minute);
	});

	it.each([
		[[], null],
		[[5], null],
		[[5, 9], 4],
		[[0, 1, 3], 1.5],
		[[0, 1, 3, 9], 2],
	])("knows the usual interval of %j: %s", (times, usual) => {
		expect(medianInterval(times)).toBe(usual);
	});
});

describe("a point of a line", () => {
	const times = fc
		.uniqueArray(fc.integer({ min: 0, max: 1_000 }), { maxLength: 30 })
		.map((unordered) => unordered.sort((a, b) => a - b));

	it("finds the nearest in time, as a look at all of them finds it", () => {
		fc.assert(
			fc.property(times, fc.integer({ min: -50, max: 1_050 }), (at, pointer) => {
				const found = nearestPoint(line({ at, value: at }), pointer);
				const distances = at.map((time) => Math.abs(time - pointer));
				expect(found && Math.abs(found.at - pointer)).toEqual(at.length === 0 ? null : Math.min(...distances));
			}),
		);
	});

	it("finds none inside a gap", () => {
		const broken = line({ at: [0, 10, 100], value: [1, 2, 3], gapMs: 20 });
		expect([5, 25, 55, 85].map((at) => nearestPoint(broken, at)?.value)).toEqual([1, 2, undefined, 3]);
	});

	it("finds it from the first one at or after an instant on", () => {
		fc.assert(
			fc.property(times, fc.integer({ min: -50, max: 1_050 }), (at, from) => {
				expect(positionFrom(at, from)).toBe(at.filter((time) => time < from).length);
			}),
		);
	});
});

describe("the values an axis spans", () => {
	it.each([
		["nothing", [], [0, 1]],
		["one flat line", [line({ at: [5, 6], value: [0, 0] })], [-0.5, 0.5]],
		["a band, not only its mean", [line({ at: [5], value: [5], min: [0], max: [10] })], [-1.2, 11.2]],
		["only what is in view", [line({ at: [5, 500], value: [0, 900] }), line({ at: [6], value: [10] })], [-1.2, 11.2]],
	] as const)("spans the values: %s", (_, lines, expected) => {
		expect(valueRange([...lines], { from: 0, to: 100 })).toEqual(expected);
	});
});
