import { describe, expect, it } from "vitest";
import { type DerivedDefinition, DerivedKind } from "../../../shared/device/derived/definition";
import { formulaText } from "../../../shared/device/derived/formula";
import {
	definitionProblems,
	derivationOf,
	derivedKindOf,
	formulaOf,
	proposedSources,
} from "../../../shared/device/derived/registry";
import { errorSentences } from "../../../shared/errors/error-sentence";
import { unitDimension } from "../../../shared/formats/unit-spellings";
import type { Quantity } from "../../../shared/formats/units";
import { wordsIn } from "../../../shared/words/made/formulas-in";
import * as fc from "../../properties";
import { overIce, overWater } from "../fixtures/humid-air";

type Options = DerivedDefinition["options"];

function definitionOf(kind: DerivedKind, roles: readonly string[], options: Options = {}): DerivedDefinition {
	const sources = roles.map((role, index) => ({ role, channelId: `chn_${index}` }));
	return { kind, sources, driver: "chn_0", toleranceSeconds: 60, options };
}

type Setup = { options?: Options; units?: string[]; altitude?: number };

function derivation(kind: DerivedKind, sources: number, { options, units, altitude }: Setup = {}) {
	const { roles } = derivedKindOf({ kind });
	const names = roles.flatMap(({ name, count }) => (count ? Array.from({ length: sources }, () => name) : name));
	const usual = [...["°C", "%"], kind === "wetBulb" ? "hPa" : "°C"].slice(0, sources);
	const definition = definitionOf(kind, names.slice(0, sources), options);
	return derivationOf(definition, { units: units ?? usual, altitude: altitude ?? null });
}

const computed = (kind: DerivedKind, values: readonly number[], setup?: Setup) =>
	derivation(kind, values.length, setup).value(values);

const distance = (found: number | null, expected: number) => Math.abs((found ?? Number.NaN) - expected);
const ice = { options: { referredTo: "ice" } };

describe("derived channels of humid air", () => {
	it.each(overIce)(
		"compute as ASHRAE over ice: %f °C, %f %%",
		(celsius, humidity, dewPoint, wetBulb, grams, deficit) => {
			const air = [celsius, humidity];
			expect(distance(computed("dewPoint", air, ice), dewPoint)).toBeLessThan(0.005);
			expect(distance(computed("frostPoint", air, ice), dewPoint)).toBeLessThan(0.005);
			expect(distance(computed("wetBulb", air, ice), wetBulb)).toBeLessThan(0.005);
			expect(distance(computed("absoluteHumidity", air, ice), grams)).toBeLessThan(0.001 + grams * 2e-4);
			expect(distance(computed("vaporPressureDeficit", air, ice), deficit)).toBeLessThan(0.0003);
		},
	);

	it.each(overWater)(
		"compute as the WMO over water: %f °C, %f %%",
		(celsius, humidity, dewPoint, frost, grams, deficit) => {
			const air = [celsius, humidity];
			expect(distance(computed("dewPoint", air), dewPoint)).toBeLessThan(0.05);
			expect(distance(computed("frostPoint", air), frost)).toBeLessThan(0.05);
			expect(distance(computed("absoluteHumidity", air), grams)).toBeLessThan(0.005);
			expect(distance(computed("vaporPressureDeficit", air), deficit)).toBeLessThan(0.0003);
		},
	);

	// Published examples and tests of PsychroLib: https://github.com/psychrometrics/psychrolib
	it("computes as PsychroLib does", () => {
		expect(distance(computed("dewPoint", [25, 80]), 21.309397)).toBeLessThan(0.001);
		expect(distance(computed("wetBulb", [30, 67.4217], { altitude: 500 }), 25)).toBeLessThan(0.005);
		expect(distance(computed("wetBulb", [30, 67.4217, 954.61]), 25)).toBeLessThan(0.005);
		expect(distance(computed("wetBulb", [-1, 32.78, 954.61], ice), -5)).toBeLessThan(0.01);
		const units = ["°F", "%"];
		expect(distance(computed("dewPoint", [0, 10], { ...ice, units }), -40.10981)).toBeLessThan(0.005);
	});

	it("computes warm air in other units than °C", () => {
		expect(distance(computed("dewPoint", [305.9, 60.288], { units: ["K", "%"] }), 297.1)).toBeLessThan(0.1);
		expect(distance(computed("dewPoint", [305.9, 0.60288], { units: ["K", "m³/m³"] }), 297.1)).toBeLessThan(0.1);
		expect(distance(computed("vaporPressureDeficit", [76.8, 66], { units: ["°F", "%"] }), 1.07)).toBeLessThan(0.01);
		expect(distance(computed("vaporPressureDeficit", [74, 45], { units: ["°F", "%"] }), 1.57)).toBeLessThan(0.01);
	});

	it("computes a colder dew point of cold air over water than over ice", () => {
		const dewPoint = computed("dewPoint", [0, 10], { units: ["°F", "%"] }) ?? 0;
		expect(dewPoint).toBeLessThan(-42.123);
		expect(dewPoint).toBeGreaterThan(-44.2);
	});

	it("uses standard pressure at the altitude for a wet bulb without a pressure", () => {
		expect(distance(computed("wetBulb", [25, 60], { altitude: 2000 }), 19.06)).toBeLessThan(0.01);
		expect(distance(computed("wetBulb", [60, 10], { altitude: 2000 }), 27.4)).toBeLessThan(0.05);
		expect(computed("wetBulb", [25, 60, 0])).toBeNull();
	});

	// NOAA's table, whose values are those of the regression: https://www.weather.gov/safety/heat-index
	it.each([
		[80, 40, 80],
		[88, 40, 88],
		[90, 40, 91],
		[96, 40, 101],
		[110, 40, 136],
		[84, 65, 89],
		[96, 65, 121],
		[100, 65, 136],
		[88, 90, 113],
		[90, 100, 132],
	])("The heat index equals NOAA's table: %i °F, %i %%", (fahrenheit, humidity, index) => {
		const units = ["°F", "%"];
		expect(Math.round(computed("heatIndex", [fahrenheit, humidity], { units }) ?? 0)).toBe(index);
		const inCelsius = computed("heatIndex", [(fahrenheit - 32) / 1.8, humidity]) ?? 0;
		expect(Math.round(inCelsius * 1.8 + 32)).toBe(index);
	});

	it("The heat index is adjusted in dry and in moist air, and has no regression in cool air", () => {
		const index = (fahrenheit: number, humidity: number) =>
			computed("heatIndex", [fahrenheit, humidity], { units: ["°F", "%"] });
		// The regression gives 90.283 and 108.327. The adjustments are −2.5 and +0.2.
		expect(distance(index(95, 3), 87.783)).toBeLessThan(0.001);
		expect(distance(index(86, 95), 108.527)).toBeLessThan(0.001);
		expect(distance(index(70, 50), 69.525)).toBeLessThan(1e-6);
		expect(distance(index(40, 100), 40)).toBeLessThan(1e-6);
		expect(distance(index(140, 5), 124.905)).toBeLessThan(0.001);
		expect(index(140.1, 5)).toBeNull();
	});

	it.each([4.444, 27.27])("The bounds of a heat index hold where its equations meet: %f °C", (celsius) => {
		const { value, enclosure } = derivation("heatIndex", 2);
		const [from, to] = enclosure([celsius, 0], [celsius + 0.05, 0]) ?? [Number.NaN, Number.NaN];
		for (const offset of [0, 0.01, 0.05]) {
			const found = value([celsius + offset, 0]);
			expect(found).toBeGreaterThanOrEqual(from);
			expect(found).toBeLessThanOrEqual(to);
		}
	});

	it("converts sources of other units and returns the temperature source's", () => {
		const celsius = computed("dewPoint", [20, 50]) ?? 0;
		expect(distance(computed("dewPoint", [68, 50], { units: ["°F", "%"] }), celsius * 1.8 + 32)).toBeLessThan(1e-6);
		expect(distance(computed("dewPoint", [293.15, 500], { units: ["K", "‰"] }), celsius + 273.15)).toBeLessThan(1e-6);
		expect(computed("wetBulb", [20, 50, 1.01325], { units: ["°C", "%", "bar"] })).toBe(computed("wetBulb", [20, 50]));
	});

	it("computes more than 100 % as 100, and nothing of impossible values", () => {
		expect(computed("dewPoint", [20, 104])).toBe(20);
		expect(computed("vaporPressureDeficit", [20, 110])).toBe(0);
		for (const air of [
			[20, 110.1],
			[20, 130],
			[20, -1],
			[-300, 50],
			[400, 50],
			[Number.NaN, 50],
		])
			expect(computed("dewPoint", air)).toBeNull();
	});

	it.each(["dewPoint", "frostPoint", "wetBulb", "heatIndex", "absoluteHumidity", "vaporPressureDeficit"] as const)(
		"marks %s of more than 100 % as computed at 100",
		(kind) => {
			const marksOf = (units: string[], humidities: number[]) =>
				humidities.map((humidity) => derivation(kind, 2, { units }).isSaturated?.([20, humidity]));
			expect(marksOf(["°C", "%"], [0, 99.9, 100, 100.1, 104, 110])).toEqual([false, false, false, true, true, true]);
			expect(marksOf(["°F", "‰"], [1_000, 1_001, 1_100])).toEqual([false, true, true]);
			expect(computed(kind, [20, 104])).toBe(computed(kind, [20, 100]));
		},
	);

	it("computes nothing of dry air but its humidity, its deficit and its wet bulb", () => {
		expect(computed("dewPoint", [20, 0])).toBeNull();
		expect(computed("frostPoint", [20, 0])).toBeNull();
		expect(computed("absoluteHumidity", [20, 0])).toBe(0);
		expect(distance(computed("vaporPressureDeficit", [20, 0]), 2.3388)).toBeLessThan(0.001);
		expect(distance(computed("wetBulb", [20, 0]), 5.8)).toBeLessThan(0.2);
	});

	it("computes the deficit of a leaf by its offset or its own temperature", () => {
		const byOffset = computed("vaporPressureDeficit", [25, 60], { options: { leafOffset: -2 } });
		expect(byOffset).toBe(computed("vaporPressureDeficit", [25, 60, 23], { options: { leafOffset: 5 } }));
		expect(distance(byOffset, 0.909)).toBeLessThan(0.002);
		expect(computed("vaporPressureDeficit", [25, 100, 23]) ?? 0).toBeLessThan(0);
	});

	it("finds saturation where the equations of ice and water meet", () => {
		for (const humidity of [99.98, 99.985, 99.99, 99.995, 100]) {
			expect(distance(computed("dewPoint", [0, humidity], ice), 0)).toBeLessThan(0.003);
			expect(distance(computed("wetBulb", [0, humidity], ice), 0)).toBeLessThan(0.003);
		}
	});
});

const humidAirUnits = [
	["°C", "%"],
	["K", "‰"],
	["°F", "m³/m³"],
];
const severalUnits = [
	["°C", "°F", "K"],
	["bar", "hPa"],
	["x", "x", "x", "x", "x", "x", "x", "x"],
];

/** Values as sensors send them in the unit, and impossible ones. */
function valueIn(unit: string): fc.Arbitrary<number> {
	const ends: Record<string, [number, number]> = {
		"°C": [-60, 70],
		"°F": [-80, 160],
		K: [210, 340],
		"%": [-5, 115],
		"‰": [-50, 1150],
		"m³/m³": [-0.05, 1.15],
		hPa: [50, 1100],
		bar: [0, 10],
	};
	const [min, max] = ends[unit] ?? [-1e6, 1e6];
	const usual = fc.double({ min, max, noNaN: true });
	const isRound = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
	const wild = fc.constantFrom(-300, -1e9, 1e9, 0, Number.MAX_VALUE, -Number.MAX_VALUE, 1e-300);
	return fc.oneof({ arbitrary: usual, weight: 8 }, { arbitrary: isRound, weight: 3 }, { arbitrary: wild, weight: 1 });
}

const airOptions = fc.record({ referredTo: fc.constantFrom("water", "ice") });

const ofAir = { units: humidAirUnits, options: airOptions };
const ofSeveral = { units: severalUnits, options: fc.constant({}) };

type Enclosed = { units: string[][]; options: fc.Arbitrary<Options> };
/** `use` has no value at an instant. */
const enclosed: Record<Exclude<DerivedKind, "use">, Enclosed> = {
	dewPoint: ofAir,
	frostPoint: ofAir,
	absoluteHumidity: ofAir,
	heatIndex: { units: humidAirUnits, options: fc.constant({}) },
	wetBulb: {
		units: [
			["°C", "%"],
			["°F", "‰"],
			["K", "%", "hPa"],
		],
		options: airOptions,
	},
	vaporPressureDeficit: {
		units: [
			["°C", "%"],
			["°F", "%"],
			["°C", "%", "°F"],
		],
		options: fc.record({
			referredTo: fc.constantFrom("water", "ice"),
			leafOffset: fc.constantFrom(-20, -2, 0, 1.5, 20),
		}),
	},
	difference: {
		units: [
			["°C", "°F"],
			["kPa", "hPa"],
			["x", "x"],
		],
		options: fc.constant({}),
	},
	sum: ofSeveral,
	mean: ofSeveral,
	lowest: ofSeveral,
	highest: ofSeveral,
	linear: {
		units: [["mA"]],
		options: fc.record({
			factor: fc.oneof(
				fc.double({ min: -50, max: -1e-6, noNaN: true }),
				fc.double({ min: 1e-6, max: 50, noNaN: true }),
			),
			addend: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
			quantity: fc.constant("pressure"),
			unit: fc.constant("bar"),
		}),
	},
};
const kinds = Object.entries(enclosed).map(([kind, sides]) => ({ kind: DerivedKind.parse(kind), ...sides }));

describe("enclosures of derived channels", () => {
	it.each(kinds)("hold every value within their bounds: $kind", ({ kind, units, options }) => {
		const inputs = fc.constantFrom(...units).chain((chosen) =>
			fc.record({
				units: fc.constant(chosen),
				options,
				altitude: fc.constantFrom(-400, 0, 4500),
				// Two ends of each source, and where between them a value lies.
				spans: fc.tuple(
					...chosen.map((unit) =>
						fc.record({
							one: valueIn(unit),
							other: valueIn(unit),
							between: fc.double({ min: 0, max: 1, noNaN: true }),
						}),
					),
				),
			}),
		);
		fc.assert(
			fc.property(inputs, ({ units: chosen, options: given, altitude, spans }) => {
				const { value, enclosure } = derivation(kind, chosen.length, { options: given, units: chosen, altitude });
				const lowest = spans.map(({ one, other }) => Math.min(one, other));
				const highest = spans.map(({ one, other }) => Math.max(one, other));
				const bounds = enclosure(lowest, highest);
				const inside = spans.map(({ between }, at) => {
					const [low = 0, high = 0] = [lowest[at], highest[at]];
					return Math.min(high, Math.max(low, low * (1 - between) + high * between));
				});
				for (const sources of [inside, lowest, highest, [...lowest.slice(0, 1), ...highest.slice(1)]]) {
					const found = value(sources);
					if (found === null) continue;
					expect(bounds).not.toBeNull();
					expect(found).toBeGreaterThanOrEqual(bounds?.[0] ?? Number.NaN);
					expect(found).toBeLessThanOrEqual(bounds?.[1] ?? Number.NaN);
				}
			}),
			{ numRuns: 200 },
		);
	});
});

describe("derived channels of numbers", () => {
	it("subtract without binary rounding errors, in the first unit", () => {
		expect(computed("difference", [1013.3, 1013.2], { units: ["hPa", "hPa"] })).toBe(0.1);
		expect(computed("difference", [0.3, 0.3], { units: ["A", "A"] })).toBe(0);
		expect(computed("difference", [20, 68], { units: ["°C", "°F"] })).toBe(0);
		expect(computed("difference", [2, 500], { units: ["bar", "hPa"] })).toBe(1.5);
	});

	it("add, average and compare channels in the first unit", () => {
		const units = ["kW", "W", "W"];
		expect(computed("sum", [0.1, 200, 300], { units })).toBe(0.6);
		expect(computed("mean", [1, 2000, 3000], { units })).toBe(2);
		expect(computed("lowest", [1, 200, 3000], { units })).toBe(0.2);
		expect(computed("highest", [1, 200, 3000], { units })).toBe(3);
		const greatest = [Number.MAX_VALUE, Number.MAX_VALUE];
		expect(computed("sum", greatest, { units: ["", ""] })).toBe(Number.MAX_VALUE);
		expect(computed("mean", greatest, { units: ["", ""] })).toBeLessThan(Infinity);
	});

	it("read milliamperes as bar", () => {
		const options = { factor: 0.625, addend: -2.5, quantity: "pressure", unit: "bar" };
		expect(computed("linear", [4], { options, units: ["mA"] })).toBe(0);
		expect(computed("linear", [20], { options, units: ["mA"] })).toBe(10);
		expect(computed("linear", [3], { options: { ...options, factor: 1e-9, addend: 0 }, units: [""] })).toBe(3e-9);
	});
});

const channel = (id: string, quantity: Quantity, unit: string) => ({ id, quantity, unit, decimals: 1 });
const air = channel("chn_0", "temperature", "°C");
const wall = channel("chn_1", "temperature", "°F");
const humidity = channel("chn_2", "humidity", "%");
const battery = channel("chn_3", "battery", "%");
const mystery = channel("chn_4", "other", "widgets");
const winds = ["chn_5", "chn_6"].map((id) => channel(id, "windDirection", "°"));
const all = [air, wall, humidity, battery, mystery];

function sourced(kind: DerivedKind, sources: [role: string, id: string][], options: Options = {}): DerivedDefinition {
	const list = sources.map(([role, channelId]) => ({ role, channelId }));
	return { kind, sources: list, driver: list[0]?.channelId ?? "", toleranceSeconds: 0, options };
}

describe("definitions of derived channels", () => {
	it("name the field of each problem", () => {
		const dewPoint: [string, string][] = [
			["temperature", "chn_0"],
			["humidity", "chn_2"],
		];
		const options = { factor: 0, addend: 1, quantity: "pressure", unit: "bar" };
		const nested = { ...air, id: "chn_9", derived: sourced("dewPoint", dewPoint) };
		const cases: [DerivedDefinition, Record<string, string>][] = [
			[sourced("dewPoint", dewPoint), {}],
			[{ ...sourced("dewPoint", dewPoint), driver: "chn_1" }, { driver: "Choose one of the channels." }],
			[sourced("dewPoint", dewPoint.slice(0, 1)), { "sources.1": "Choose: Relative humidity." }],
			[
				sourced("dewPoint", [
					["temperature", "chn_0"],
					["humidity", "chn_3"],
				]),
				{ "sources.1": "Choose a channel of humidity in a unit such as %." },
			],
			[
				sourced("dewPoint", [
					["temperature", "chn_9"],
					["humidity", "chn_8"],
				]),
				{
					"sources.0": "Choose a channel that the device sends, not a derived one.",
					"sources.1": "Choose a channel of this device.",
				},
			],
			[sourced("dewPoint", [...dewPoint, ["pressure", "chn_1"]]), { "sources.2": "This channel is not needed." }],
			[
				sourced("difference", [
					["first", "chn_0"],
					["second", "chn_0"],
				]),
				{ "sources.1": "Choose each channel once." },
			],
			[
				sourced("difference", [
					["first", "chn_0"],
					["second", "chn_4"],
				]),
				{ "sources.1": "Its unit (widgets) does not convert to °C." },
			],
			[
				sourced("sum", [
					["source", "chn_0"],
					["source", "chn_1"],
				]),
				{ "sources.0": "Temperatures do not add up. Choose another kind." },
			],
			[
				sourced("mean", [
					["source", "chn_5"],
					["source", "chn_6"],
				]),
				{ "sources.0": "Directions turn past 360°. Choose other channels." },
			],
			[sourced("linear", [["source", "chn_4"]], options), { "options.factor": "It cannot be zero." }],
			[
				sourced("linear", [["source", "chn_4"]], { ...options, factor: 2, unit: 7 }),
				{ "options.unit": "Invalid input" },
			],
		];
		for (const [definition, problems] of cases) {
			const found = errorSentences(definitionProblems(definition, [...all, ...winds, nested]));
			expect(found, JSON.stringify(definition)).toEqual(problems);
		}
	});

	it("propose their sources where the channels of a device allow it", () => {
		expect(proposedSources("dewPoint", all)).toEqual([
			{ role: "temperature", channelId: "chn_0" },
			{ role: "humidity", channelId: "chn_2" },
		]);
		expect(proposedSources("dewPoint", [air, battery])).toBeNull();
		expect(proposedSources("difference", [mystery, humidity, air, wall])).toEqual([
			{ role: "first", channelId: "chn_0" },
			{ role: "second", channelId: "chn_1" },
		]);
		expect(proposedSources("sum", [air, wall])).toBeNull();
		expect(proposedSources("linear", [])).toBeNull();
	});

	it("read as a formula for people", () => {
		const names: Record<string, string> = { chn_0: "Air", chn_1: "Wall", chn_2: "Humidity" };
		const formula = (definition: DerivedDefinition) => formulaText(formulaOf(definition, (id) => names[id] ?? id));
		const two: [string, string][] = [
			["temperature", "chn_0"],
			["humidity", "chn_2"],
		];
		expect(formula(sourced("dewPoint", two))).toBe("Dew point (Air, Humidity)");
		expect(formula(sourced("dewPoint", two, { referredTo: "ice" }))).toBe(
			"Dew point (Air, Humidity), over ice below 0 °C",
		);
		expect(formula(sourced("vaporPressureDeficit", two, { leafOffset: -2 }))).toBe(
			"Vapor pressure deficit (Air, Humidity), leaf −2 °C",
		);
		expect(formula(sourced("vaporPressureDeficit", [...two, ["leaf", "chn_1"]], { leafOffset: -2 }))).toBe(
			"Vapor pressure deficit (Air, Humidity, Wall)",
		);
		const pair: [string, string][] = [
			["first", "chn_0"],
			["second", "chn_1"],
		];
		expect(formula(sourced("difference", pair))).toBe("Air − Wall");
		const inGerman = formulaText(
			formulaOf(sourced("dewPoint", two, { referredTo: "ice" }), (id) => names[id] ?? id),
			wordsIn("de"),
		);
		expect(inGerman).toBe("Taupunkt (Air, Humidity), über Eis unter 0 °C");
		const options = { factor: 0.5, addend: -3, quantity: "pressure", unit: "bar" };
		expect(formula(sourced("linear", [["source", "chn_0"]], options))).toBe("0.5 × Air − 3, in bar");
	});

	it("make channels with a quantity, a unit and decimals", () => {
		const channelOf = (kind: DerivedKind, sources: { quantity: Quantity; unit: string; decimals: number }[]) =>
			derivedKindOf({ kind }).channelOf(sources, {});
		expect(channelOf("dewPoint", [wall, humidity])).toEqual({ quantity: "temperature", unit: "°F", decimals: 1 });
		const difference = channelOf("difference", [wall, air]);
		expect(difference).toEqual({ quantity: "temperature", unit: "Δ°F", decimals: 1 });
		expect(unitDimension(difference.unit)).not.toBe("temperature");
		const door = channel("chn_5", "door", "");
		expect(channelOf("highest", [door, door]).quantity).toBe("door");
		expect(channelOf("mean", [door, door]).quantity).toBe("other");
	});
});
