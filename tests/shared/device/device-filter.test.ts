import { describe, expect, it } from "vitest";
import {
	DeviceFilter,
	type FilteredDevice,
	GroupFilter,
	matchesFilter,
	serialKey,
} from "../../../shared/device/device-filter";
import { DevicePower, DeviceStatus } from "../../../shared/device/device-terms";
import * as fc from "../../properties";

const now = Date.UTC(2026, 10, 7);
const grp = (letter: string) => `grp_${letter.repeat(26)}`;

const device: FilteredDevice = {
	name: "Cold room 1",
	serialNumber: "AB-12 34",
	groupIds: [grp("a"), grp("b")],
	status: "late",
	lastReceivedAt: now,
	lastReadingAt: now + 6 * 60_000,
	latest: [
		{ quantity: "temperature", value: 3 },
		{ quantity: "battery", value: 60 },
		{ quantity: "battery", value: 15 },
		{ quantity: "battery", value: 3.1, unit: "V" },
		{ quantity: "memory", value: 91 },
		{ quantity: "signal", value: null },
	],
	model: "TL-20",
	firmwareVersion: "2.4.1",
	site: "Köln",
	power: "battery",
	tags: ["food", "Audit"],
	alertState: "muted",
	lacks: ["contact"],
	hasRefusals: true,
};
const bare: FilteredDevice = {
	name: "B",
	serialNumber: null,
	groupIds: [],
	status: "never",
	lastReceivedAt: null,
	latest: [],
};

type Case = [filter: DeviceFilter, ofDevice: boolean, ofBare: boolean];
const cases: Case[] = [
	[{}, true, true],
	[{ search: "COLD" }, true, false],
	[{ search: "room 1" }, true, false],
	[{ search: "room  1" }, false, false],
	[{ search: "ab1-2 3" }, true, false],
	[{ search: "tl-2" }, true, false],
	[{ search: "köLN" }, true, false],
	[{ search: "koln" }, true, false],
	[{ search: "kolñ" }, true, false],
	[{ search: "audi" }, true, false],
	[{ search: "2.4.1" }, false, false],
	[{ search: "b" }, true, true],
	[{ search: "-" }, true, false],
	[{ groupIds: [grp("b"), grp("c")] }, true, false],
	[{ groupIds: [grp("c")] }, false, false],
	[{ groupIds: [] }, true, true],
	[{ tags: ["food", "x"] }, true, false],
	[{ tags: ["FOOD"] }, true, false],
	[{ models: ["TL-20"] }, true, false],
	[{ models: ["TL-2"] }, false, false],
	[{ firmwareVersions: ["2.4.1", "2.4"] }, true, false],
	[{ sites: ["Köln"] }, true, false],
	[{ powers: ["solar"] }, false, false],
	[{ powers: ["battery", "solar"] }, true, false],
	[{ statuses: ["late", "offline"] }, true, false],
	[{ statuses: ["never"] }, false, true],
	[{ alertStates: ["muted"] }, true, false],
	[{ alertStates: ["ok"] }, false, true],
	[{ lacks: ["contact", "rule"] }, true, false],
	[{ lacks: ["rule"] }, false, false],
	[{ hasRefusals: true }, true, false],
	[{ hasRefusals: false }, false, true],
	[{ clockFaults: ["ahead"] }, true, false],
	[{ clockFaults: [] }, true, true],
	[{ hasOpenUnits: false }, true, true],
	[{ hasOpenUnits: true }, false, false],
	[{ batteryBelow: 16 }, true, false],
	[{ batteryBelow: 15 }, false, false],
	[{ signalBelow: 0 }, false, false],
	[{ memoryAbove: 90 }, true, false],
	[{ memoryAbove: 91 }, false, false],
	[{ receivedBefore: now }, false, true],
	[{ receivedBefore: now + 1 }, true, true],
	[{ tags: ["food"], sites: ["Bonn"] }, false, false],
];

describe("a filter of devices", () => {
	it.each(cases)("matches the devices of %j", (filter, ofDevice, ofBare) => {
		expect(DeviceFilter.parse(filter)).toEqual(filter);
		expect([matchesFilter(device, filter), matchesFilter(bare, filter)]).toEqual([ofDevice, ofBare]);
	});

	it("finds a clock that is ahead by more than an upload may take, but none of a device that is switched off", () => {
		const isFound = (change: Partial<FilteredDevice>) =>
			matchesFilter({ ...device, ...change }, { clockFaults: ["ahead"] });
		expect(isFound({ lastReadingAt: now + 5 * 60_000 })).toBe(false);
		expect(isFound({ lastReadingAt: now - 60 * 60_000 })).toBe(false);
		expect(isFound({ lastReadingAt: null })).toBe(false);
		expect(isFound({ status: "offline" })).toBe(true);
		expect(isFound({ status: "disabled" })).toBe(false);
	});

	const word = fc.constantFrom("a", "b", "c", "A-1", "Ä");
	const words = fc.uniqueArray(word, { maxLength: 3 });
	const anyDevice: fc.Arbitrary<FilteredDevice> = fc.record(
		{
			name: word,
			serialNumber: fc.option(word),
			groupIds: words,
			status: fc.constantFrom(...DeviceStatus.options),
			lastReceivedAt: fc.option(fc.integer({ min: 0, max: 10 })),
			latest: fc.array(
				fc.record({
					quantity: fc.constantFrom("battery", "signal", "memory", "level"),
					value: fc.option(fc.integer({ min: -100, max: 100 })),
				}),
				{ maxLength: 3 },
			),
			model: word,
			site: word,
			firmwareVersion: word,
			power: fc.constantFrom(...DevicePower.options),
			tags: words,
			lacks: fc.constantFrom<("rule" | "contact")[]>([], ["rule"], ["contact"]),
			hasRefusals: fc.boolean(),
		},
		{ requiredKeys: ["name", "serialNumber", "groupIds", "status", "lastReceivedAt", "latest"] },
	);
	const anyFilter: fc.Arbitrary<DeviceFilter> = fc.record(
		{
			search: word,
			groupIds: words,
			tags: words,
			models: words,
			sites: words,
			firmwareVersions: words,
			powers: fc.subarray([...DevicePower.options]),
			statuses: fc.subarray([...DeviceStatus.options]),
			batteryBelow: fc.integer({ min: 0, max: 100 }),
			signalBelow: fc.integer({ min: -200, max: 0 }),
			memoryAbove: fc.integer({ min: 0, max: 100 }),
			receivedBefore: fc.integer({ min: 0, max: 10 }),
			lacks: fc.subarray(["rule", "contact"] as const).map((lacks) => [...lacks]),
			hasRefusals: fc.boolean(),
		},
		{ requiredKeys: [] },
	);

	it("holds where each of its criteria holds alone", () => {
		fc.assert(
			fc.property(anyDevice, anyFilter, (one, filter) => {
				const alone = Object.entries(filter).map(([key, value]) => matchesFilter(one, { [key]: value }));
				expect(matchesFilter(one, filter)).toBe(alone.every(Boolean));
			}),
		);
	});

	it("holds for a list where one of its words holds alone", () => {
		fc.assert(
			fc.property(anyDevice, fc.constantFrom("groupIds", "tags", "models", "sites"), words, (one, key, wanted) => {
				fc.pre(wanted.length > 0);
				const alone = wanted.map((only) => matchesFilter(one, { [key]: [only] }));
				expect(matchesFilter(one, { [key]: wanted })).toBe(alone.some(Boolean));
			}),
		);
	});

	it("finds a device by its serial number however that is written", () => {
		const serial = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/);
		fc.assert(
			fc.property(serial, fc.constantFrom(" ", "-", " - "), (serialNumber, gap) => {
				const spaced = [...serialNumber].join(gap);
				expect(serialKey(spaced)).toBe(serialKey(serialNumber));
				expect(matchesFilter({ ...bare, serialNumber: spaced }, { search: serialNumber.toUpperCase() })).toBe(true);
			}),
		);
	});
});

describe("the filter of a group", () => {
	it.each([
		[{}, false],
		[{ tags: [] }, false],
		[{ tags: [], models: [] }, false],
		[{ tags: ["a"] }, true],
		[{ search: "a" }, true],
		[{ search: " " }, false],
		[{ tags: Array.from({ length: 51 }, String) }, false],
		[{ tags: ["x".repeat(65)] }, false],
	])("%j is one: %s", (filter, isOne) => {
		expect(GroupFilter.safeParse(filter).success).toBe(isOne);
	});

	it("forgets what changes by the minute", () => {
		expect(GroupFilter.parse({ tags: ["a"], statuses: ["offline"], batteryBelow: 5 })).toEqual({ tags: ["a"] });
	});
});
