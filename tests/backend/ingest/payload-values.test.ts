import { describe, expect, it } from "vitest";
import { frameOf, recallFrame } from "../../../backend/ingest/frames";
import { readPayload } from "../../../backend/ingest/payload-values";
import { inChannelUnit } from "../../../backend/ingest/sent-units";
import { splitQuantity } from "../../../shared/formats/sent-quantity";
import type { UplinkFrame } from "../../../shared/ingest/integration-message";
import * as fc from "../../properties";

const keys = fc.constantFrom("a", "A", "b", "type", "name", "value", "unit", "time", "messages", "id", "__proto__");
const { payload } = fc.letrec<{ payload: unknown }>((tie) => ({
	payload: fc.oneof(
		{ maxDepth: 5 },
		fc.constantFrom(null, true, 0, 21.5, 1e300, "22.4", "4,2", "", "22 °C", 1_703_937_567_000),
		fc.dictionary(keys, tie("payload"), { maxKeys: 4 }),
		fc.array(tie("payload"), { maxLength: 3 }),
	),
}));
const group = fc.dictionary(keys, payload, { minKeys: 2, maxKeys: 8 });

describe("any payload", () => {
	it("yields no two values of one channel at one time, and names in bounds", () => {
		fc.assert(
			fc.property(group, (submitted) => {
				const { values, unread } = readPayload(submitted) ?? { values: [], unread: [] };
				const numbers = values.filter(({ value, rejected }) => typeof value === "number" && rejected === undefined);
				const keys = numbers.map(({ channel, at }) => `${channel.toLowerCase()} ${String(at)}`);
				expect(new Set(keys).size).toBe(keys.length);
				for (const { channel, value } of values) expect([channel === "", value === null]).toEqual([false, false]);
				expect(unread.length).toBeLessThanOrEqual(10);
			}),
		);
	});

	it("ends for a hostile shape", () => {
		const deep = JSON.parse(`${"[".repeat(3_000)}1${"]".repeat(3_000)}`);
		const wide = { list: Array.from({ length: 50_000 }, () => ({})), numbers: Array(50_000).fill(1) };
		expect(readPayload(deep)?.values).toEqual([]);
		expect(readPayload(deep)?.unread).toEqual([{ name: "", is: "a list of lists" }]);
		expect(readPayload(wide)?.unread).toEqual([{ name: "numbers", is: "a list" }]);
	});
});

/** Values by channel, each with its unit if it has one. */
function valuesIn(payload: unknown) {
	const { values, unread } = readPayload(payload) ?? { values: [], unread: [] };
	const read = values.map(({ channel, value, unit }) => [channel, unit === undefined ? value : `${value} ${unit}`]);
	return { values: Object.fromEntries(read), unread };
}

describe("a unit beside values", () => {
	it.each([
		[
			"that can have it",
			{ temperature: 28.4, humidity: 61, battery: 90, unit: "F" },
			{ temperature: "28.4 °F", humidity: 61, battery: 90 },
		],
		[
			"of a group",
			{ probe: { temp_1: 28.4, temp_2: 30.2, unit: "F" } },
			{ "probe.temp_1": "28.4 °F", "probe.temp_2": "30.2 °F" },
		],
		["at the top, for groups below", { unit: "F", air: { temperature: 28.4 } }, { "air.temperature": "28.4 °F" }],
		["of one quantity", { temperature_unit: "F", temp_1: 28.4, pressure: 1013 }, { temp_1: "28.4 °F", pressure: 1013 }],
		["in a camel case", { temperatureUnit: "F", temperature: 28.4 }, { temperature: "28.4 °F" }],
		["of one name", { soil_unit: "m3/m3", soil_1: 0.28, air: 3 }, { soil_1: "0.28 m³/m³", air: 3 }],
		["as v and u", { probe: { v: 28.4, u: "F" } }, { probe: "28.4 °F" }],
		["as val and unit", { probe: { val: "28.4", unit: "F" } }, { probe: "28.4 °F" }],
		["as measurementValue and unit", { probe: { measurementValue: 28.4, unit: "F" } }, { probe: "28.4 °F" }],
		["beside a value and its extremes", { t: { value: 20, min: 19, unit: "C" } }, { t: "20 °C", "t.min": "19 °C" }],
		["that is unknown", { temperature: 28.4, battery: 90, unit: "Grad" }, { temperature: "28.4 Grad", battery: 90 }],
		["in the texts themselves", { a: "29.04 inHg", b: "0.264 kPa" }, { a: "29.04 inHg", b: "0.264 kPa" }],
	])("holds for the values %s", (_, payload, expected) => {
		expect(valuesIn(payload).values).toEqual(expected);
	});

	it("marks a unit that stands beside several values, and remembers the name of a release before", () => {
		expect(readPayload({ a: { val: 1, unit: "F" }, temperature: 2, temp_unit: "F" })?.values).toEqual([
			{ channel: "a", at: undefined, value: 1, unit: "°F", former: "a.val" },
			{ channel: "temperature", at: undefined, value: 2, unit: "°F", isUnitShared: true },
		]);
	});
});

describe("things that are told apart", () => {
	const gateway = {
		common_list: [
			{ id: "0x02", val: "51.4", unit: "F" },
			{ id: "0x07", val: "81%" },
			{ id: "5", val: "0.264 kPa" },
		],
		wh25: [{ intemp: "69.3", unit: "F", inhumi: "53%", abs: "29.04 inHg" }],
		ch_aisle: [
			{ channel: "1", battery: "0", temp: "72.3", unit: "F", humidity: "46%" },
			{ channel: "2", battery: "0", temp: "73.6", unit: "F", humidity: "None" },
		],
	};

	it("reads a gateway's numbered lists of texts with units", () => {
		expect(valuesIn(gateway)).toEqual({
			values: {
				"common_list.0x02": "51.4 °F",
				"common_list.0x07": "81 %",
				"common_list.5": "0.264 kPa",
				"wh25.intemp": "69.3 °F",
				"wh25.inhumi": "53 %",
				"wh25.abs": "29.04 inHg",
				"ch_aisle.1.battery": 0,
				"ch_aisle.1.temp": "72.3 °F",
				"ch_aisle.1.humidity": "46 %",
				"ch_aisle.2.battery": 0,
				"ch_aisle.2.temp": "73.6 °F",
			},
			unread: [],
		});
	});

	it("reads names, signs and units as gateways and codecs of other makers write them", () => {
		const pool = { channel: "1", name: "Pool", temp: "24.8", unit: "C", battery: "5" };
		expect(valuesIn({ ch_temp: [pool] }).values).toEqual({
			"ch_temp.Pool.1.temp": "24.8 °C",
			"ch_temp.Pool.1.battery": 5,
		});
		const rain = [
			{ id: "0x0E", val: "0.00 in/Hr" },
			{ id: "0x13", val: "4.74 in", battery: "5", voltage: "1.6" },
		];
		expect(valuesIn({ rain, piezoRain: rain.slice(1) }).values).toEqual({
			"rain.0x0E": "0 in/h",
			"rain.0x13": "4.74 in",
			"piezoRain.0x13": "4.74 in",
		});
		const solar = { displayName: "Solar radiation", unit: "W⋅m⁻²", value: 341.5 };
		expect(valuesIn({ solar_radiation: solar }).values).toMatchObject({ solar_radiation: "341.5 W/m²" });
		expect(valuesIn({ messages: [{ type: "Air Temperature", measurementValue: "-1.6" }] }).values).toEqual({
			"Air Temperature": -1.6,
		});
	});

	it.each([
		[
			"stations by their id",
			{
				conditions: [
					{ txid: 7, temp_1: 51.8, moist: null },
					{ txid: 8, temp_1: 47.3, moist: 18 },
				],
			},
			{ "conditions.7.temp_1": 51.8, "conditions.8.temp_1": 47.3, "conditions.8.moist": 18 },
		],
		["one station as several", { conditions: [{ txid: 7, temp_1: 51.8 }] }, { "conditions.7.temp_1": 51.8 }],
		[
			"probes of one name by their id",
			{
				data: [
					{ type: "temp", sensor_id: 1, value: 4 },
					{ type: "temp", sensor_id: 2, value: 5 },
				],
			},
			{ "temp.1": 4, "temp.2": 5 },
		],
		[
			"depths",
			{
				soil: [
					{ depth: 20, vwc: 31 },
					{ depth: 40, vwc: 33 },
				],
			},
			{ "soil.20.vwc": 31, "soil.40.vwc": 33 },
		],
	])("gives a name of its own to each of %s", (_, payload, expected) => {
		expect(valuesIn(payload).values).toEqual(expected);
	});

	it("keeps a depth that was measured at several times", () => {
		const well = [
			{ ts: 1_779_440_400, depth: 3.2, temp: 9 },
			{ ts: 1_779_442_200, depth: 3.3, temp: 9 },
		];
		expect(readPayload({ well })?.values.map(({ channel }) => channel)).toEqual([
			"well.depth",
			"well.temp",
			"well.depth",
			"well.temp",
		]);
	});
});

describe("a message of one value", () => {
	const whole = {
		unit: "%",
		description: "state of charge",
		status: 0,
		device_name: "pack-1",
		timestamp: "2026-05-22T06:32:07.507569+00:00",
		sensor_type: "state_of_charge",
		scalefactor: 1.0,
	};

	it("reads the value under the name of what was measured", () => {
		expect(readPayload({ ...whole, value: 87.5 })?.values).toEqual([
			{ channel: "state_of_charge", at: whole.timestamp, value: 87.5, unit: "%", former: "value" },
		]);
	});

	it("reads nothing without a value, and names a factor that is not applied", () => {
		expect(valuesIn({ ...whole, value: null })).toEqual({ values: {}, unread: [] });
		const unread = [{ name: "scalefactor", is: "a factor that is not applied" }];
		expect(valuesIn({ ...whole, value: 875, scalefactor: 0.1 }).unread).toEqual(unread);
	});
});

describe("a text of a payload", () => {
	const datalog = "[21.47,55.2,Poll reply,2026-05-22 08:20:00],[21.51,55.0,Poll reply,2026-05-22 08:40:00],";
	it("appears by its name if it holds readings", () => {
		expect(valuesIn({ Node_type: "LHT", DATALOG: datalog })).toEqual({
			values: { Node_type: "LHT" },
			unread: [{ name: "DATALOG", is: "text that holds readings" }],
		});
	});

	it("gives no number of a unit in another case", () => {
		expect(valuesIn({ freq: "868M", temp: "4.2 c" }).values).toEqual({ freq: "868M", temp: "4.2 °C" });
	});

	it.each(["Poll reply", "1.2.3.4", "2026-05-22 08:20:00", "52.10, 13.40", "0102,0304,0506", "v1.0 of 2 (3)"])(
		"brings no notice if it is %o",
		(text) => {
			expect(valuesIn({ text }).unread).toEqual([]);
		},
	);

	it.each(["None", "n/a", "--", "null", "NaN"])("gives no value if it is %o", (text) => {
		expect(valuesIn({ humidity: text })).toEqual({ values: {}, unread: [] });
	});
});

it("reads a history as values of the channels around it", () => {
	const history = { timestamp: 1_779_440_400, temperature: -4.9 };
	const named = (payload: unknown) => readPayload(payload)?.values.map(({ channel, at }) => [channel, at]);
	const expected = [
		["temperature", undefined],
		["temperature", 1_779_440_400_000],
	];
	for (const key of ["history", "historical_data", "datalog"]) {
		expect(named({ temperature: -5.2, [key]: [history] })).toEqual(expected);
		expect(named({ temperature: -5.2, [key]: history })).toEqual(expected);
	}
});

describe("a number as text", () => {
	it.each(["4,2", "1E10", "007", "0x10", "1.2.3", "12 apples", "2026-01-01", "--1", "Infinity", "NaN", ""])(
		"reads %o as no number",
		(text) => {
			expect(splitQuantity(text)).toBeNull();
		},
	);
});

it.each([
	[68, "°F", "°C", 20],
	[20, "°C", "°F", 68],
	[273.15, "K", "°C", 0],
	[3100, "mV", "V", 3.1],
	[101_325, "Pa", "hPa", 1013.25],
	[0.284, "m³/m³", "%", 28.4],
	[21, "Grad", "grad.", 21],
	[21, "Grad", "°C", "unknown-unit"],
	[21, "°C", "Grad", "unknown-unit"],
	[21, "℃", "°C", 21],
	[21, "deg C", "°C", 21],
	[50, "%RH", "%", 50],
	[3, "V", "°C", "other-unit"],
	[3, "%", "V", "other-unit"],
	[2, "gal", "l", 7.570823568],
	[2, "imp gal", "US gal", 2.40189985101],
	[2, "gal", "imp gal", "unknown-unit"],
	[2, "gpm", "imp gal/min", "unknown-unit"],
])("converts %d in %s for a channel of %s to %o", (value, from, to, expected) => {
	expect(inChannelUnit(value, from, to)).toBe(expected);
});

describe("the remembered frames of a device", () => {
	const frame = (counter: number): UplinkFrame => {
		const names = { session: "a", isOwnSession: true, deduplicationId: null };
		return frameOf({ ...names, counter, payload: "AA==", at: counter * 60_000 });
	};

	it("stay within a bound, and lose the oldest", () => {
		let known: UplinkFrame[] = [];
		for (let counter = 0; counter < 1_000; counter += 1) known = recallFrame(known, frame(counter)).frames;
		expect(known).toHaveLength(32);
		expect(JSON.stringify(known).length).toBeLessThan(4_000);
		expect(recallFrame(known, frame(999)).first).toEqual(frame(999));
		expect(recallFrame(known, frame(1)).first).toBeNull();
	});
});
