import { describe, expect, it } from "vitest";
import { limits } from "../../../../shared/base/limits";
import {
	applyRecipe,
	countNumbers,
	likelyTimeForm,
	type RecipeResult,
} from "../../../../shared/device/recipe/apply-recipe";
import { PayloadRecipe } from "../../../../shared/device/recipe/payload-recipe";
import { readyRecipes } from "../../../../shared/device/recipe/ready-recipes";
import { parsePath, pathText } from "../../../../shared/device/recipe/recipe-path";
import * as fc from "../../../properties";
import { readByLeaves } from "./recipe-oracle";

const receivedAt = Date.UTC(2026, 10, 29, 12);

type Parts = { device?: string; time?: PayloadRecipe["time"]; values: string[] };

function recipe({ device = "id", time = null, values }: Parts): PayloadRecipe {
	const named = values.map((path, index) => ({ path, channel: `Channel ${index}`, unit: "" }));
	return PayloadRecipe.parse({ device: { path: device }, time, values: named });
}

function applied(parts: Parts, body: unknown): RecipeResult {
	const result = applyRecipe(recipe(parts), body, receivedAt);
	if (result === null) throw new Error("The message holds too many readings");
	return result;
}

/** `[device, part, value, rejected]` */
function readings(result: RecipeResult) {
	return result.devices.flatMap(({ serialNumber, readings: own }) =>
		own.map(({ part, value, rejected }) => [serialNumber, part, value, rejected]),
	);
}

describe("paths of a recipe", () => {
	it.each([
		["data.temp", ["data", "temp"]],
		["data.values[0].temp", ["data", "values", 0, "temp"]],
		["data.values[*].temp", ["data", "values", null, "temp"]],
		["[*].a", [null, "a"]],
		["[*]", [null]],
		["a[0][1]", ["a", 0, 1]],
		["a\\.b.c", ["a.b", "c"]],
		["\\[*\\]", ["[*]"]],
		["🌡️.°C", ["🌡️", "°C"]],
		["__proto__.constructor", ["__proto__", "constructor"]],
		["\\e.x", ["", "x"]],
	])("reads the path %s", (text, steps) => {
		expect(parsePath(text)).toEqual(steps);
		expect(pathText(steps)).toBe(text);
	});

	it.each([
		"",
		".",
		".a",
		"a.",
		"a..b",
		"a[",
		"a[]",
		"a[-1]",
		"a[1.5]",
		"a[*][*]",
		"a[*].b[*]",
		"a.[0]",
		"a[0]b",
		"a]",
		"a\\",
		"a\\x",
		"x\\e",
		"a[123456]",
		"a.".repeat(17),
	])("rejects the path %s", (text) => {
		expect(parsePath(text)).toBeNull();
	});

	it("writes every list of steps so that it is read again", () => {
		const name = fc.string({ unit: "grapheme", maxLength: 6 });
		const hostile = fc.constantFrom("", ".", "[*]", "\\", "\\e", "a.b", "]", "🔥", "__proto__");
		const steps = fc
			.array(fc.oneof(name, hostile, fc.nat({ max: 99_999 })), { minLength: 1, maxLength: 16 })
			.chain((all) => fc.nat({ max: all.length }).map((at) => all.map((each, index) => (index === at ? null : each))));
		fc.assert(
			fc.property(steps, (each) => {
				expect(parsePath(pathText(each))).toEqual(each);
			}),
		);
	});
});

describe("the recipe of a JSON message", () => {
	it.each(readyRecipes.map((ready) => [ready.name, ready] as const))("reads the example of %s whole", (_, ready) => {
		expect(PayloadRecipe.parse(ready.recipe)).toEqual(ready.recipe);
		const result = applyRecipe(ready.recipe, ready.message, receivedAt);
		expect(result).toMatchObject({ unplaced: 0, missing: [], doubtfulTime: null });
		const [device, ...others] = result?.devices ?? [];
		expect(others).toEqual([]);
		expect(device?.readings.map(({ rejected }) => rejected)).toEqual(ready.recipe.values.map(() => null));
		expect(device?.serialNumber).toBeTruthy();
		expect(device?.readings.every(({ at }) => at !== null && at < receivedAt - 3_600_000)).toBe(true);
	});

	it("takes the shared device and time for each entry of a list, and rejects two values of a channel", () => {
		const body = { id: "A1", t: 1_764_410_400, data: [{ v: 1 }, { v: 2, w: 3 }, { w: "3" }, {}] };
		const result = applied({ time: { path: "t", form: "seconds" }, values: ["data[*].v", "data[*].w"] }, body);
		expect(readings(result)).toEqual([
			["A1", 0, 1, "same-time"],
			["A1", 0, 2, "same-time"],
			["A1", 1, 3, null],
			["A1", 1, 3, null],
		]);
		expect(result.devices[0]?.readings.every(({ at }) => at === 1_764_410_400_000)).toBe(true);
		expect(result.missing).toEqual([]);
	});

	it("gives each entry its own device and time, and counts those without a device", () => {
		const body = {
			rows: [
				{ sn: 4711, at: "2026-11-29T10:00:00Z", t: 4 },
				{ sn: "  B2 ", at: "2026-11-29T11:00:00+01:00", t: 5 },
				{ at: "2026-11-29T10:00:00Z", t: 6 },
				{ sn: "B2", at: "2106-02-07T06:28:15Z", t: 7 },
				{ sn: "B2", t: 8 },
				{ sn: { id: "B2" }, t: 9 },
			],
		};
		const time = { path: "rows[*].at", form: "iso" } as const;
		const result = applied({ device: "rows[*].sn", time, values: ["rows[*].t"] }, body);
		expect(readings(result)).toEqual([
			["4711", 0, 4, null],
			["B2", 0, 5, null],
			["B2", 0, 7, "future"],
			["B2", 0, 8, "time-missing"],
		]);
		expect(result.unplaced).toBe(2);
	});

	it.each<[unknown, unknown, string | null]>([
		[4.5, 4.5, null],
		["-80.000000", -80, null],
		["21.5 °C", 21.5, null],
		[true, 1, null],
		[-0, 0, null],
		["4,2", "4,2", "bad-value"],
		["NaN", "NaN", "bad-value"],
		["", "", "bad-value"],
		["0x1f", "0x1f", "bad-value"],
		[1e101, 1e101, "bad-value"],
		[[1, 2], [1, 2], "bad-value"],
		[{ value: 1 }, { value: 1 }, "bad-value"],
	])("reads the value %j as %j", (sent, value, rejected) => {
		expect(readings(applied({ values: ["v", "w"] }, { id: "A1", v: sent, w: 7 }))).toEqual([
			["A1", 0, value, rejected],
			["A1", 1, 7, null],
		]);
	});

	it("keeps the unit that stands in the text of a value", () => {
		const result = applied({ values: ["v"] }, { id: "A1", v: "68 °F" });
		expect(result.devices[0]?.readings[0]).toMatchObject({ value: 68, unit: "°F" });
	});

	it.each<[string, unknown, number, boolean]>([
		["seconds", 0, receivedAt, true],
		["seconds", 4_294_967_295, receivedAt, true],
		["seconds", "1742872448", 1_742_872_448_000, false],
		["seconds", 1_656_010_618.407, 1_656_010_618_407, false],
		["seconds", 1_742_872_448_000, receivedAt, true],
		["milliseconds", 1_742_872_448_000, 1_742_872_448_000, false],
		["milliseconds", "soon", receivedAt, true],
		["iso", "2026-11-29T10:00:00", receivedAt, true],
		["iso", 1_742_872_448, receivedAt, true],
		["iso", null, receivedAt, false],
	])("reads the message's time as %s of %j", (form, sent, at, isDoubtful) => {
		const time = { path: "t", form } as PayloadRecipe["time"];
		const result = applied({ time, values: ["v"] }, { id: "A1", t: sent, v: 1 });
		expect(result.devices[0]?.readings[0]?.at).toBe(at);
		expect(result.doubtfulTime !== null).toBe(isDoubtful);
	});

	it("names the paths that are gone, and loses none of the other values", () => {
		const time = { path: "t", form: "seconds" } as const;
		const result = applied(
			{ time, values: ["a.v", "b[*].x", "b[*].y", "w", "n"] },
			{ id: "A1", a: 3, b: {}, w: 2, n: null },
		);
		expect(result.missing).toEqual(["a.v", "b[*].x", "b[*].y", "t"]);
		expect(readings(result)).toEqual([["A1", 3, 2, null]]);
	});

	it("reads own fields of a message only", () => {
		const body = JSON.parse('{"id":"A1","__proto__":{"v":4},"o":{}}');
		expect(readings(applied({ values: ["__proto__.v"] }, body))).toEqual([["A1", 0, 4, null]]);
		expect(applied({ values: ["o.__proto__", "o.constructor.length", "toString"] }, body).missing).toHaveLength(3);
	});

	it("reads no list of lists as one level, and is not slowed by a list of millions", () => {
		expect(applied({ values: ["v[*]"] }, { id: "A1", v: [[1], [2]] }).devices[0]?.readings).toMatchObject([
			{ rejected: "bad-value" },
			{ rejected: "bad-value" },
		]);
		const long = { id: "A1", v: new Array(1_000_001).fill(null) };
		expect(applyRecipe(recipe({ values: ["v[*]"] }), long, receivedAt)).toBeNull();
		const wide = { id: "A1", v: new Array(limits.ingestReadings).fill({ a: 1, b: 2 }) };
		expect(applyRecipe(recipe({ values: ["v[*].a", "v[*].b"] }), wide, receivedAt)).toBeNull();
	});

	it("reads the few chosen values of a list that is longer than an upload may be", () => {
		const list = Array.from({ length: limits.ingestReadings + 1 }, (_, t) => (t % 1_000 === 0 ? { t } : { other: t }));
		const found = applied({ values: ["v[*].t"] }, { id: "A1", v: list });
		expect(readings(found).map(([, , value]) => value)).toEqual(Array.from({ length: 21 }, (_, each) => each * 1_000));
	});

	it("reads a decimal comma where the recipe says so, and no text that may part thousands", () => {
		const sent = ["21,5", "-0,25 °C", "1.234,5", "21.5", "7", 4.5];
		const read = (decimalSign?: "comma") => {
			const made = { ...recipe({ values: ["v"] }), ...(decimalSign && { decimalSign }) };
			return sent.flatMap((text) => {
				const [reading] = applyRecipe(made, { id: "A1", v: text }, receivedAt)?.devices[0]?.readings ?? [];
				return reading?.rejected === null ? reading.value : null;
			});
		};
		expect(read("comma")).toEqual([21.5, -0.25, null, null, 7, 4.5]);
		expect(read()).toEqual([null, null, null, 21.5, 7, 4.5]);
	});

	it("reads no more devices than an upload may have, also of entries without a value", () => {
		const parts = { device: "v[*].id", values: ["v[*].t"] };
		const entries = (t: unknown, count: number) => Array.from({ length: count }, (_, id) => ({ id, t }));
		expect(applied(parts, { v: entries(1, limits.ingestDevices) }).devices).toHaveLength(limits.ingestDevices);
		for (const t of [1, null]) {
			const body = { v: entries(t, limits.ingestDevices + 1) };
			expect(applyRecipe(recipe(parts), body, receivedAt)).toBeNull();
		}
	});

	it("rejects a serial number longer than any device has, and is not slowed by it", () => {
		const body = { id: "é".repeat(3_000_000), v: new Array(limits.ingestReadings).fill(1) };
		expect(applied({ values: ["v[*]"] }, body)).toMatchObject({ devices: [], unplaced: limits.ingestReadings });
	});

	it("counts the numbers of a message of any depth", () => {
		const depth = 30_000;
		expect(countNumbers(JSON.parse(`${"[".repeat(depth)}1${"]".repeat(depth)}`))).toBe(1);
		expect(countNumbers({ a: [1, "2", null, { b: 3 }], c: true })).toBe(2);
		expect(countNumbers(7)).toBe(1);
		expect(countNumbers(null)).toBe(0);
	});

	it.each([
		["2026-11-29T10:00:00Z", "iso"],
		[1_742_872_448, "seconds"],
		["1742872448", "seconds"],
		[1_742_872_448_000, "milliseconds"],
		[21.5, null],
		["cellar", null],
	])("proposes a form for the time %j", (sent, form) => {
		expect(likelyTimeForm(sent, receivedAt)).toBe(form);
	});
});

/** Shapes of messages that public reports of other readers of JSON name; each failed there. */
describe("the recipe of a message that failed elsewhere", () => {
	// adnanh/webhook#333 and #526
	it("reads a name with dots at the end and in the middle of a path", () => {
		const body = { id: "A1", scan: { "app/x+json; version=1.0": { "sum.low": 4 } } };
		const path = pathText(["scan", "app/x+json; version=1.0", "sum.low"]);
		expect(readings(applied({ values: [path] }, body))).toEqual([["A1", 0, 4, null]]);
	});

	// thingsboard/thingsboard-gateway#40
	it("stores the only value that a message has of several", () => {
		expect(readings(applied({ values: ["temp", "volt"] }, { id: "A1", volt: 2.27 }))).toEqual([["A1", 1, 2.27, null]]);
	});

	// influxdata/telegraf#9479
	it("reads objects inside the entries of a list", () => {
		const features = [{ properties: { mag: 5.2, time: 1_764_410_400_000 } }, { properties: { mag: 4 } }];
		const time = { path: "features[*].properties.time", form: "milliseconds" } as const;
		const result = applied({ time, values: ["features[*].properties.mag"] }, { id: "A1", features });
		expect(readings(result)).toEqual([
			["A1", 0, 5.2, null],
			["A1", 0, 4, "time-missing"],
		]);
	});

	// influxdata/telegraf#10618 and #12612
	it("takes one of several times of a message, as text and as number", () => {
		const body = { id: "A1", time: "16:47", unixtime: 1_764_410_400, at: "2025-11-29T10:00:00Z", v: 1 };
		const atOf = (time: PayloadRecipe["time"]) => applied({ time, values: ["v"] }, body).devices[0]?.readings[0]?.at;
		expect(atOf({ path: "unixtime", form: "seconds" })).toBe(1_764_410_400_000);
		expect(atOf({ path: "at", form: "iso" })).toBe(1_764_410_400_000);
		expect(atOf({ path: "time", form: "iso" })).toBe(receivedAt);
	});

	// influxdata/telegraf#10646
	it("rejects times and values in two lists beside each other, instead of pairing them by position", () => {
		const time = { path: "data.timestamps[*]", form: "milliseconds" };
		const values = [{ path: "data.values[*]", channel: "Air", unit: "" }];
		const read = PayloadRecipe.safeParse({ device: { path: "id" }, time, values });
		expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual(["time.path"]);
	});
});

describe("the rules of a recipe", () => {
	const field = (parts: Parts) => {
		const named = parts.values.map((path, index) => ({ path, channel: `Channel ${index}`, unit: "" }));
		const read = PayloadRecipe.safeParse({
			device: { path: parts.device ?? "id" },
			time: parts.time ?? null,
			values: named,
		});
		return read.error?.issues.map(({ path }) => path.join(".")) ?? [];
	};

	it("allow one list alone", () => {
		expect(field({ values: ["a[*].v", "a[*].w", "top"] })).toEqual([]);
		expect(field({ values: ["a[*].v", "b[*].w"] })).toEqual(["values.1.path"]);
		expect(field({ device: "b[*].id", values: ["a[*].v"] })).toContain("device.path");
	});

	it("reject a value beside the list that names the device or the time", () => {
		expect(field({ device: "a[*].id", values: ["a[*].v", "top"] })).toEqual(["values.1.path"]);
		expect(field({ time: { path: "a[*].t", form: "iso" }, values: ["top"] })).toEqual(["values.0.path"]);
	});

	it("reject two values of one channel", () => {
		const values = ["Air", "air"].map((channel, index) => ({ path: `v${index}`, channel, unit: "" }));
		const read = PayloadRecipe.safeParse({ device: { path: "id" }, time: null, values });
		expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual(["values.1.channel"]);
	});
});

/**
 * Assumes: senders nest at most four deep, reuse few names, send lists of objects and of numbers, leave fields out,
 * change their types, and write numbers as texts. Recipes name paths of the same names, whether the message has them
 * or not.
 */
const names = fc.constantFrom("a", "b", "id", "t", "x.y", "🌡", "__proto__");
const scalars = fc.oneof(
	fc.integer({ min: -50, max: 50 }),
	fc.constantFrom<unknown>(
		"A1",
		"B2",
		"4,2",
		"21.5 °C",
		"",
		null,
		true,
		1_764_410_400,
		0,
		4_294_967_295,
		"2026-11-29T10:00:00Z",
	),
);
const { value: messages } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		scalars,
		fc.array(tie("value"), { maxLength: 4 }),
		fc
			.array(fc.tuple(names, tie("value")), { maxLength: 5 })
			.map((fields) =>
				JSON.parse(`{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`),
			),
	),
}));
const anyPath = fc
	.array(fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: fc.nat({ max: 3 }) }), {
		minLength: 1,
		maxLength: 3,
	})
	.map(pathText);
const ofList = fc.tuple(anyPath, fc.array(names, { maxLength: 2 })).map(([list, rest]) => [list, rest] as const);
const recipes = fc
	.record({
		list: ofList,
		device: anyPath,
		deviceIn: fc.boolean(),
		time: fc.option(fc.tuple(anyPath, fc.constantFrom("iso" as const, "seconds" as const, "milliseconds" as const))),
		timeIn: fc.boolean(),
		values: fc.array(fc.tuple(anyPath, fc.array(names, { maxLength: 2 }), fc.boolean()), {
			minLength: 1,
			maxLength: 4,
		}),
	})
	.map(({ list: [list], device, deviceIn, time, timeIn, values }): PayloadRecipe => {
		const entry = (rest: readonly string[]) => [`${list}[*]`, ...rest.map((name) => pathText([name]))].join(".");
		const isIn = deviceIn || (time !== null && timeIn);
		return {
			device: { path: deviceIn ? entry(["id"]) : device },
			time: time && { path: timeIn ? entry(["t"]) : time[0], form: time[1] },
			values: values.map(([path, rest, isOfEntry], index) => {
				return { path: isIn || isOfEntry ? entry(rest) : path, channel: `Channel ${index}`, unit: "" };
			}),
		};
	});

describe("any recipe over any message", () => {
	it("reads what a search through all leaves of the message finds", () => {
		fc.assert(
			fc.property(recipes, messages, (each, body) => {
				expect(PayloadRecipe.safeParse(each).success).toBe(true);
				const result = applyRecipe(each, body, receivedAt);
				expect(result && readByLeaves.comparable(result)).toEqual(readByLeaves(each, body, receivedAt));
			}),
			{ numRuns: 1_000 },
		);
	});

	it("takes no other value where one more field is sent", () => {
		fc.assert(
			fc.property(recipes, fc.array(fc.tuple(names, messages), { maxLength: 5 }), (each, fields) => {
				const before = JSON.parse(
					`{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`,
				);
				const after = JSON.parse(
					JSON.stringify(before).replace(/\}$/, `${fields.length > 0 ? "," : ""}"another":[1,{"id":"Z9"}]}`),
				);
				expect(applyRecipe(each, after, receivedAt)).toEqual(applyRecipe(each, before, receivedAt));
			}),
		);
	});
});
