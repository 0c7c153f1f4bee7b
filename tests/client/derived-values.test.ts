import { describe, expect, it } from "vitest";
import { meansText } from "../../client/chart/chart-card";
import { namedChannels } from "../../client/device-actions/derived/derived-for-many";
import { pairingText, partsOf } from "../../client/device-actions/derived/derived-preview";
import {
	alikeChannels,
	definitionOf,
	fieldOfDefinition,
	fittingChannels,
	freeName,
	missingText,
	valuesOfChannel,
	valuesOfKind,
} from "../../client/device-actions/derived/derived-values";
import { columnFormula } from "../../client/features/log/table/log-rows";
import type { DerivedKind } from "../../shared/device/derived/definition";
import { derivedKindOf, derivedKinds } from "../../shared/device/derived/registry";
import type { Channel } from "../../shared/device/device";
import type { LogChannel } from "../../shared/log/log";

const channel = (id: string, quantity: Channel["quantity"], unit: string, name = id): Channel => ({
	id: `chn_${id.padEnd(26, "1")}`,
	name,
	quantity,
	unit,
	decimals: 1,
	min: null,
	max: null,
});
const air = channel("air", "temperature", "°C", "Air");
const supply = channel("supply", "temperature", "°F", "Supply");
const humidity = channel("humidity", "humidity", "%", "Humidity");
const meter = channel("meter", "energy", "kWh", "Meter");
const dewPoint = {
	...channel("dew", "temperature", "°C", "Dew point"),
	derived: {
		kind: "dewPoint" as const,
		sources: [
			{ role: "temperature", channelId: air.id },
			{ role: "humidity", channelId: humidity.id },
		],
		driver: humidity.id,
		toleranceSeconds: 30,
		options: { referredTo: "ice" },
	},
};

describe("the choice of what to compute", () => {
	it("states what the channels of a device lack for a kind", () => {
		const cases: [DerivedKind, Channel[], string | null][] = [
			["dewPoint", [air], "needs a humidity channel"],
			["dewPoint", [humidity], "needs a temperature channel"],
			["dewPoint", [air, humidity], null],
			["difference", [air], "needs 2 channels"],
			["difference", [air, humidity], "needs 2 channels whose units convert into each other"],
			["difference", [air, supply], null],
			["difference", [air, dewPoint], "needs 2 channels"],
			["use", [air], "no channel of the device fits"],
			["use", [meter], null],
			["linear", [], "needs a channel that the device sends"],
		];
		for (const [kind, channels, text] of cases) expect(missingText(kind, channels), kind).toBe(text);
	});

	it("fills in sources, options and a name that is free, for each kind", () => {
		const channels = [air, humidity, supply, meter, channel("dew", "temperature", "°C", "dew POINT")];
		expect(valuesOfKind("dewPoint", channels)).toMatchObject({
			name: "Dew point 2",
			sources: { temperature: [air.id], humidity: [humidity.id] },
			options: { referredTo: "water" },
		});
		for (const kind of Object.keys(derivedKinds) as DerivedKind[]) {
			const values = valuesOfKind(kind, channels);
			expect(Object.keys(values.options), kind).toEqual(Object.keys(derivedKindOf({ kind }).fields));
			expect(definitionOf(values).sources.length, kind).toBeGreaterThan(0);
		}
		expect(freeName("Sum", [{ name: "sum" }, { name: "Sum 2" }])).toBe("Sum 3");
	});

	it("offers an empty place for each source that a kind needs and no channel fits", () => {
		expect(valuesOfKind("mean", [air]).sources).toEqual({ source: ["", ""] });
	});

	it("offers channels whose units convert into the first one's, and no derived channel", () => {
		const [role] = derivedKindOf({ kind: "sum" }).roles;
		if (!role) throw new Error("A sum has a role");
		const all = [air, humidity, supply, dewPoint];
		expect(fittingChannels(role, all, air.id)).toEqual([air, supply]);
		expect(fittingChannels(role, all, "")).toEqual([air, humidity, supply]);
	});
});

describe("a definition", () => {
	it("survives the form as it was stored", () => {
		expect(definitionOf(valuesOfChannel(dewPoint, dewPoint.derived))).toEqual(dewPoint.derived);
	});

	it("takes driver and tolerance as proposed until they are typed", () => {
		const values = valuesOfKind("dewPoint", [air, humidity]);
		const pairing = { driver: humidity.id, toleranceSeconds: 45, pairedShare: 1 };
		expect(definitionOf(values, pairing)).toMatchObject({ driver: humidity.id, toleranceSeconds: 45 });
		const typed = { ...values, driver: air.id, toleranceSeconds: "10" };
		expect(definitionOf(typed, pairing)).toMatchObject({ driver: air.id, toleranceSeconds: 10 });
		expect(definitionOf({ ...typed, driver: supply.id }, pairing).driver).toBe(humidity.id);
	});

	it("leaves out optional parts that are empty, and keeps invalid numbers for their errors", () => {
		const values = valuesOfKind("use", [meter]);
		expect(definitionOf(values).options).toEqual({ resets: "never" });
		const linear = {
			...valuesOfKind("linear", [meter]),
			options: { factor: "x", addend: "1", quantity: "other", unit: "" },
		};
		expect(definitionOf(linear).options).toEqual({ factor: Number.NaN, addend: 1, quantity: "other", unit: "" });
	});

	it("finds the field of an error of each source", () => {
		const values = { ...valuesOfKind("mean", [air, supply]), sources: { source: [air.id, "", supply.id] } };
		const definition = definitionOf(values);
		expect(fieldOfDefinition("sources.1", definition)).toBe("sources.source.1");
		expect(fieldOfDefinition("sources.1", dewPoint.derived)).toBe("sources.humidity.0");
		expect(fieldOfDefinition("options.factor", definition)).toBe("options.factor");
	});

	it("names the channels that rules without a name choose together with it", () => {
		const alike = alikeChannels(
			{ quantity: "temperature", unit: "°C" },
			[
				{ ...air, value: null, at: null, calibrations: [] },
				{ ...supply, value: null, at: null, calibrations: [] },
				{ ...dewPoint, value: null, at: null, calibrations: [] },
			],
			dewPoint.id,
		);
		expect(alike.map(({ name }) => name)).toEqual(["Air"]);
	});
});

describe("the preview of a derived value", () => {
	it("states how many readings give a value, and why others do not", () => {
		expect(pairingText({ values: 0, without: 0 }, "Air", true)).toBe(
			"Air has no readings in this time, so there is nothing to compute.",
		);
		expect(pairingText({ values: 1_008, without: 0 }, "Air", true)).toBe("All 1,008 readings of Air give a value.");
		expect(pairingText({ values: 1, without: 0 }, "Air", true)).toBe("The one reading of Air gives a value.");
		expect(pairingText({ values: 0, without: 12 }, "Air", true)).toMatch(/^None of 12 readings of Air give a value\./);
		expect(pairingText({ values: 1, without: 3 }, "Air", false)).toBe(
			"1 of 4 readings of Air gives a value. The others are impossible values.",
		);
	});

	it("draws a line without gaps of values at equal distances, and none where values are missing", () => {
		const hours = Array.from({ length: 168 }, (_, hour) => hour);
		expect(partsOf({ at: hours, value: hours, from: 0, to: 168 })).not.toContain(null);
		const late = hours.filter((hour) => hour >= 84);
		expect(partsOf({ at: late, value: late, from: 0, to: 168 }).slice(0, 20)).toEqual(Array(20).fill(null));
		expect(partsOf({ at: [], value: [], from: 0, to: 168 })).toEqual([null]);
	});
});

describe("the channels of many devices", () => {
	it("lists each name once, most frequent first, without derived ones", () => {
		const row = (...names: string[]) => ({
			latest: names.map((name) => ({ quantity: "temperature" as const, value: 1, name })),
		});
		const derived = { quantity: "temperature" as const, value: 1, name: "Dew point", isDerived: true };
		const found = namedChannels([row("Air", "Supply"), row("SUPPLY"), { latest: [derived] }, {}]);
		expect(found.map(({ name, devices }) => [name, devices])).toEqual([
			["Supply", 2],
			["Air", 1],
		]);
	});
});

describe("the heading of a column of the log", () => {
	const of = (formula: string | undefined) => ({
		channel: { ...air, deviceId: "dev", ...(formula !== undefined && { formula }) } as LogChannel,
		device: { id: "dev", name: "Device", timezoneOffset: 0, timeZoneRule: 0 as const },
		readings: [],
	});

	it("marks a column only if every channel in it is computed, with the formula if it is one", () => {
		const title = "Air (°C)";
		expect(columnFormula([of("Dew point (A, B)"), of("Dew point (A, B)")], title)).toBe("Dew point (A, B)");
		expect(columnFormula([of("Dew point (A, B)"), of("Mean (A, B)")], title)).toBe(
			"from other channels of each device",
		);
		expect(columnFormula([of("Dew point (A, B)"), of(undefined)], title)).toBeNull();
		expect(columnFormula([of(undefined)], title)).toBeNull();
	});
});

describe("the words below a chart of means", () => {
	it("states that computed lines have no shade, where there are any", () => {
		const channel = { quantity: "temperature" } as const;
		const measured = { channel, at: [0], min: [1] };
		const computed = { channel, at: [0], min: [] };
		const hour = 3_600_000;
		expect(meansText([measured, { channel, at: [], min: [] }], hour)).toBe(
			"Each point is the mean of 1 h, shaded from lowest to highest.",
		);
		expect(meansText([measured, computed], hour)).toMatch(
			/shaded from lowest to highest\. Computed lines .* no shade\.$/,
		);
		expect(meansText([computed], hour)).toMatch(/^Each point is the mean of 1 h\. Computed/);
	});

	it("states that directions have no mean", () => {
		const wind = { channel: { quantity: "windDirection" } as const, at: [0], min: [] };
		expect(meansText([wind], 3_600_000)).toBe("Each point is the first reading of 1 h.");
	});
});
