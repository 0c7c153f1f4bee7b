import { Point } from "@influxdata/influxdb-client";
import { describe, expect, it } from "vitest";
import { limits, serverLimits } from "../../../shared/base/limits";
import { namedUnit, proposedChannel, proposedDevice } from "../../../shared/device/line-series";
import { parseLines, readSeriesText, type SeriesParts, seriesText } from "../../../shared/ingest/line-protocol";
import * as fc from "../../properties";

const receivedAt = Date.UTC(2026, 10, 29, 12);

function parsed(text: string, precision: Parameters<typeof parseLines>[1]["precision"] = "ns") {
	const lines = parseLines(text, { precision, receivedAt });
	if (lines === "too-many-values") throw new Error(lines);
	return lines;
}

/** `series at value`, as the lines' columns hold them. */
function valuesOf(text: string, precision?: Parameters<typeof parsed>[1]) {
	const { series, of, at, value } = parsed(text, precision);
	return of.map((position, index) => [series[position], at[index], value[index]]);
}

const reasonsOf = (text: string) => parsed(text).leftOut.map(({ line, reason }) => [line, reason]);

const at = Date.UTC(2018, 11, 27, 18, 18, 10);

describe("line protocol", () => {
	it("reads what Telegraf's plugins document", () => {
		const body = [
			"cpu,cpu=cpu-total,host=debian usage_idle=98.2,usage_user=1i 1545934690000000000",
			"modbus.InputRegisters,host=orangepizero Current=0,Voltage=123.9000015258789 1554079521000000000",
			'opcua,id=ns\\=3;s\\=Temperature temp=79.0,Quality="OK (0x0)" 1597820490000000000',
			"cpu,host=x\\ny value=42i 1519194109000000042",
			"interface,agent_host=127.0.0.1,ifDescr=eth0 ifInOctets=18446744073709551615u,ifOperStatus=1i 1545934690000000000",
			"",
		].join("\n");
		expect(valuesOf(body)).toEqual([
			["cpu,cpu=cpu-total,host=debian usage_idle", at, 98.2],
			["cpu,cpu=cpu-total,host=debian usage_user", at, 1],
			["modbus.InputRegisters,host=orangepizero Current", 1_554_079_521_000, 0],
			["modbus.InputRegisters,host=orangepizero Voltage", 1_554_079_521_000, 123.9000015258789],
			["opcua,id=ns\\=3;s\\=Temperature temp", 1_597_820_490_000, 79],
			["cpu,host=x\\ny value", 1_519_194_109_000, 42],
			["interface,agent_host=127.0.0.1,ifDescr=eth0 ifOperStatus", at, 1],
		]);
		expect(parsed(body).leftOut).toEqual([
			{ line: 5, reason: "integer", text: "interface,agent_host=127.0.0.1,ifDescr=eth0 ifInOctets" },
		]);
	});

	it.each([
		["1", 1],
		["-1.5e-3", -0.0015],
		["+.5", 0.5],
		["2.", 2],
		["-0", 0],
		["7i", 7],
		["-9007199254740991i", -9_007_199_254_740_991],
		["7u", 7],
		["t", 1],
		["TRUE", 1],
		["False", 0],
	])("reads the value %s", (text, value) => {
		expect(valuesOf(`m f=${text} 1545934690000000000`)).toEqual([["m f", at, value]]);
	});

	it.each([
		["9007199254740993i", "integer"],
		["NaN", "bad-value"],
		["-Inf", "bad-value"],
		["1e400", "bad-value"],
		["1,5,", "unreadable"],
		["tRUE", "unreadable"],
		["-7u", "unreadable"],
		["0x10", "unreadable"],
		['"open', "unreadable"],
		['"a"b', "unreadable"],
		["", "unreadable"],
	])("leaves out the value %s", (text, reason) => {
		expect(valuesOf(`m f=${text} 1545934690000000000`)).toEqual([]);
		expect(reasonsOf(`m f=${text} 1545934690000000000`)).toEqual([[1, reason]]);
	});

	it("reads times of each precision, and takes the time of receipt without one", () => {
		const times = { ns: 1545934690123456789n, us: 1545934690123456n, ms: 1545934690123n } as const;
		for (const [precision, time] of Object.entries(times)) {
			expect(valuesOf(`m f=1 ${time}`, precision as keyof typeof times)).toEqual([["m f", at + 123, 1]]);
		}
		expect(valuesOf("m f=1 1545934690", "s")).toEqual([["m f", at, 1]]);
		expect(valuesOf("m f=1")).toEqual([["m f", receivedAt, 1]]);
		expect(valuesOf("m f=1 \r\n")).toEqual([["m f", receivedAt, 1]]);
	});

	it("leaves out times of 2106, of 0 and of clocks that were never set, by line", () => {
		const body = `m f=1 4294967295000000000\nm f=1 0\nm f=1 -1\nm f=1 12e3\nm f=1 ${receivedAt}000000`;
		expect(reasonsOf(body)).toEqual([
			[1, "future"],
			[2, "too-old"],
			[3, "too-old"],
			[4, "unreadable"],
		]);
		expect(valuesOf(body)).toEqual([["m f", receivedAt, 1]]);
	});

	it("keeps one series for tags in any order, and its field whatever its type", () => {
		expect(valuesOf("m,b=2,a=1 f=1i\nm,a=1,b=2 f=1.5\nm,a=1,b=2 f=true").map(([series]) => series)).toEqual([
			"m,a=1,b=2 f",
			"m,a=1,b=2 f",
			"m,a=1,b=2 f",
		]);
		const { series, texts } = parsed('m f=1\nm f="off"');
		expect([...texts].map((position) => series[position])).toEqual(["m f"]);
	});

	it("reads spaces, emoji, backslashes and line breaks in quotes", () => {
		const body =
			'Küche\\ Süd,ort=🧊\\ oben,pfad=C:\\temp wert\\ 1=4.5,note="a\nb \\"c\\" d=1,\\\\" 1545934690000000000\nm f=1';
		expect(valuesOf(body)).toEqual([
			["Küche\\ Süd,ort=🧊\\ oben,pfad=C:\\temp wert\\ 1", at, 4.5],
			["m f", receivedAt, 1],
		]);
		expect(readSeriesText("Küche\\ Süd,ort=🧊\\ oben wert\\ 1")).toEqual({
			measurement: "Küche Süd",
			tags: [["ort", "🧊 oben"]],
			field: "wert 1",
		});
	});

	it("skips comments and empty lines, and counts line breaks in quotes", () => {
		const body = '# of Telegraf\n\n \nm a="1\n2",b=1\nbroken\n';
		expect(parsed(body).lines).toBe(2);
		expect(reasonsOf(body)).toEqual([[6, "unreadable"]]);
	});

	it("leaves out lines that are not UTF-8, and those alone", () => {
		const bytes = new Uint8Array([
			...new TextEncoder().encode("m,a="),
			0xe9,
			...new TextEncoder().encode(" f=1\nm f=2"),
		]);
		expect(reasonsOf(new TextDecoder().decode(bytes))).toEqual([[1, "not-utf8"]]);
	});

	it("leaves out names with characters that are not drawn, and takes emoji", () => {
		expect(reasonsOf("m,a=\u202ex f=1\nm,a=x\ty f=1\nm,a=👩‍🔬 f=1")).toEqual([
			[1, "hidden"],
			[2, "hidden"],
		]);
	});

	it("stores the good lines of an upload with one broken line in ten", () => {
		const lines = Array.from({ length: 1_000 }, (_, index) => {
			const time = `${at + index}000000`;
			if (index % 10 !== 3) return `m,sensor=s\\ ${index % 7} f=${index} ${time}`;
			const broken = ["m f", "m,=1 f=1", 'm f="never ends', "m f=1 later", " = =", "m,a f=1"];
			return broken[((index / 10) % 6) | 0] ?? "";
		});
		const { value, leftOutCount } = parsed(lines.join("\n"));
		expect(value).toEqual(Array.from({ length: 1_000 }, (_, index) => index).filter((index) => index % 10 !== 3));
		expect(leftOutCount).toBe(100);
	});

	it("bounds values, series names and what it reports", () => {
		const many = Array.from({ length: limits.ingestReadings + 1 }, (_, index) => `m f=${index}`).join("\n");
		expect(parseLines(many, { precision: "ns", receivedAt })).toBe("too-many-values");
		const long = parsed(`m,a=${"x".repeat(64_000)} f=1\nm f=1`);
		expect(long.leftOut).toEqual([{ line: 1, reason: "long-series", text: `m,a=${"x".repeat(96)}` }]);
		expect(long.value).toEqual([1]);
		const text = parsed(`m note="${"x".repeat(64_000)}",f=1`);
		expect(text.value).toEqual([1]);
		const broken = parsed("broken\n".repeat(1_000));
		expect([broken.leftOut.length, broken.leftOutCount]).toEqual([serverLimits.linesNotStored, 1_000]);
	});
});

/** Escapes as the protocol's reference states it, independently of the parser. */
function written(name: string, special: string): string {
	return [...name].map((letter) => (special.includes(letter) ? `\\${letter}` : letter)).join("");
}

// No name of the protocol holds a line break or ends in a backslash, which would escape what follows.
const letters = fc.constantFrom(..."ab°é🧊 ,=\\\"'#0");
const name = fc
	.array(letters, { minLength: 1, maxLength: 12 })
	.map((each) => each.join(""))
	.filter((text) => !/\\$/.test(text) && /^[^#\s]/.test(text));

const tags = fc.uniqueArray(fc.tuple(name, name), { maxLength: 4, selector: ([key]) => key });

describe("series text", () => {
	it("reads every name that another writer escapes, and writes it again", () => {
		fc.assert(
			fc.property(name, tags, name, fc.integer({ min: -1000, max: 1000 }), (measurement, pairs, field, value) => {
				const labels = pairs.map(([key, text]) => `,${written(key, ",= ")}=${written(text, ",= ")}`).join("");
				const line = `${written(measurement, ", ")}${labels} ${written(field, ",= ")}=${value}i 1545934690000000000`;
				const { series, value: values } = parsed(line);
				expect(values).toEqual([value + 0]);
				const [text = ""] = series;
				const parts = readSeriesText(text);
				const sorted = [...pairs].sort(([one], [other]) => (one < other ? -1 : 1));
				expect(parts).toEqual({ measurement, tags: sorted, field });
				expect(seriesText(parts as SeriesParts)).toBe(text);
				expect(parsed(`${text}=1`).series).toEqual([text]);
			}),
			{ numRuns: 1_000 },
		);
	});

	it("equals what InfluxDB's own client writes, and is read as the client meant it", () => {
		fc.assert(
			fc.property(name, tags, name, fc.integer({ min: -1000, max: 1000 }), (measurement, pairs, field, value) => {
				const sorted = [...pairs].sort(([one], [other]) => (one < other ? -1 : 1));
				const point = new Point(measurement).intField(field, value).timestamp("1545934690000000000");
				for (const [key, text] of sorted) point.tag(key, text);
				const line = point.toLineProtocol() ?? "";
				const [text = ""] = parsed(line).series;
				expect(readSeriesText(text)).toEqual({ measurement, tags: sorted, field });
				expect(parsed(line).value).toEqual([value + 0]);
				expect(line).toBe(`${text}=${value}i 1545934690000000000`);
			}),
			{ numRuns: 1_000 },
		);
	});

	it("never throws, loses no good line after a broken one, and reports each left out", () => {
		const piece = fc.constantFrom(
			"m",
			"a=1",
			" ",
			",",
			"=",
			'"',
			"\\",
			"\n",
			"1",
			"i",
			"f=2",
			"\r",
			"#",
			"\ufffd",
			"🧊",
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
				const body = pieces.join("").replaceAll('"', pieces.includes("\n") ? "" : '"');
				const { series, of, value, leftOutCount, lines } = parsed(`${body}\nlast f=9`);
				const found = of.findIndex((position) => series[position] === "last f");
				expect(value[found]).toBe(9);
				expect(leftOutCount).toBeLessThanOrEqual(Math.max(lines, body.length));
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each(["m", "m f\n", "m,b=1,a=1 f", " f", "m ", "m,a f", "m,a=1,a=2 f"])("returns null for %j", (text) => {
		expect(readSeriesText(text)).toBeNull();
	});
});

describe("the proposal for a series", () => {
	it.each([
		["cpu,cpu=cpu0,host=debian usage_idle", "debian", "cpu usage_idle cpu0", null],
		[
			"modbus,host=pi,name=Chiller\\ 2,slave_id=1,type=holding_register temp_C",
			"pi",
			"modbus temp_C Chiller 2 1 holding_register",
			null,
		],
		["°C,domain=sensor,entity_id=freezer_north value", "freezer_north", "°C", "°C"],
		["Temperature,device=tasmota,sensor=DS18B20 value", "tasmota", "Temperature DS18B20", null],
		["power,host=a supply_kwh", "a", "power supply_kwh", "kWh"],
		["ping,url=x response_time_min", null, "ping response_time_min x", null],
	])("names, of %s, device %s and channel %s in %s", (text, device, channel, unit) => {
		const parts = readSeriesText(text);
		if (!parts) throw new Error(text);
		expect([proposedDevice(parts), proposedChannel(parts), namedUnit(parts)]).toEqual([device, channel, unit]);
	});
});
