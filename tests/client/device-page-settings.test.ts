import { describe, expect, it } from "vitest";
import { conflictFields, mergeSettings } from "../../client/features/device-page/settings/settings-conflict";
import { fieldOf, SettingsInput, toUpdateDevice } from "../../client/features/device-page/settings/settings-update";
import {
	changedFields,
	type SettingsValues,
	settingsFields,
	settingsOf,
} from "../../client/features/device-page/settings/settings-values";
import { errorsFrom } from "../../client/ui/form/schema-errors";
import { deviceTextNames, deviceTexts } from "../../shared/base/plain-fields";
import { UpdateDevice } from "../../shared/device/device-inputs";
import type { GroupListRow } from "../../shared/device/group";
import { sampleDevice } from "../component/sample-device";
import * as fc from "../properties";

const id = (prefix: string, digit: number) => `${prefix}_${String(digit).repeat(26)}`;
const [chosen, filtered] = [id("grp", 1), id("grp", 2)];
const group = {
	description: "",
	colour: null,
	deviceCount: 1,
	defaults: {},
	useCounts: { alerts: 0, reports: 0, users: 0, groups: 0 },
};
const groups: GroupListRow[] = [
	{ ...group, id: chosen, name: "Cold rooms", kind: "static" },
	{ ...group, id: filtered, name: "Porto", kind: "dynamic" },
];

const sample = sampleDevice();
const device = sampleDevice({
	version: 7,
	name: "Cold room 1",
	serialNumber: "AQ-1",
	groupIds: [chosen, filtered],
	channels: sample.channels.map((channel) => ({ ...channel, name: "Air", max: 8 })),
	site: "Porto",
	tags: ["food"],
	metadata: { "asset no.": "17" },
	inherited: { loggingIntervalSeconds: chosen, offlineAfterSeconds: null, retentionDays: null },
});
const before = settingsOf(device, groups);
const update = (change: Partial<SettingsValues>) => toUpdateDevice({ ...before, ...change }, before, device);
const sent = (change: Partial<SettingsValues>) => {
	const { deviceId: _, version: __, ...rest } = update(change);
	return rest;
};

describe("the settings of a device", () => {
	it("send nothing but what was changed, on the version it was changed on", () => {
		expect(update({})).toEqual({ deviceId: device.id, version: 7 });
		expect(update({ name: "Cold room 2" })).toEqual({ deviceId: device.id, version: 7, name: "Cold room 2" });
	});

	it("hold every plain text, send each alone, and ask by its label where two people changed it", () => {
		for (const text of deviceTextNames) {
			const filled = settingsOf(sampleDevice({ [text]: "one" }), groups);
			expect(filled[text]).toBe("one");
			expect(sent({ [text]: "mine" })).toEqual({ [text]: "mine" });
			const [mine, theirs] = ["mine", "theirs"].map((value) => ({ ...before, [text]: value })) as [
				SettingsValues,
				SettingsValues,
			]; // of two
			const { conflicts } = mergeSettings({ before, mine, theirs });
			expect(conflictFields({ fields: conflicts, mine, theirs }, groups)).toEqual([
				{ field: text, label: deviceTexts[text].label, mine: "mine", theirs: "theirs" },
			]);
		}
	});

	const own = { source: "own", amount: "5", unit: "minutes" } as const;
	it.each<[string, Partial<SettingsValues>, object]>([
		["a serial number taken away", { serialNumber: " " }, { serialNumber: null }],
		["a power source", { power: "solar" }, { power: "solar" }],
		["coordinates", { latitude: "38,7", longitude: "−9.1" }, { latitude: 38.7, longitude: -9.1 }],
		["one coordinate", { latitude: "38.7" }, { latitude: 38.7, longitude: null }],
		["another clock", { timezoneOffset: "345", timeZoneRule: "1" }, { timezoneOffset: 345, timeZoneRule: 1 }],
		["an own interval", { loggingIntervalSeconds: own }, { loggingIntervalSeconds: 300 }],
		[
			"an inherited interval",
			{ uploadIntervalSeconds: { ...own, source: "inherited" } },
			{ inherit: ["uploadIntervalSeconds"] },
		],
		["kept for ever", { retentionDays: { ...own, source: "forever" } }, { retentionDays: null }],
		["kept for days", { retentionDays: { source: "own", amount: "30", unit: "days" } }, { retentionDays: 30 }],
		["no group", { groupIds: [] }, { groupIds: [] }],
		["a fact", { metadata: [{ key: "k", name: " shelf ", value: "B" }] }, { metadata: { shelf: "B" } }],
	])("send %s", (_, change, input) => {
		expect(sent(change)).toEqual(input);
	});

	it("send channels all together, new ones without an id", () => {
		const [air] = before.channels;
		if (!air) throw new Error("The device has a channel.");
		const added = { ...air, key: "new", id: null, name: "Door", max: "" };
		const { channels } = update({ channels: [added, { ...air, name: "Inside" }] });
		const shape = { quantity: "temperature", unit: "°C", decimals: 1, min: null };
		expect(channels).toEqual([
			{ ...shape, name: "Door", max: null },
			{ ...shape, id: air.id, name: "Inside", max: 8 },
		]);
	});

	it("do not count what only looks different as a change", () => {
		const inherited = { ...before.loggingIntervalSeconds, amount: "99" };
		const metadata = before.metadata.map((fact) => ({ ...fact, key: "another" }));
		expect(
			changedFields(before, { ...before, name: " Cold room 1 ", loggingIntervalSeconds: inherited, metadata }),
		).toEqual([]);
	});

	it("leave groups that chose the device by their filter alone", () => {
		expect(before.groupIds).toEqual([chosen]);
	});

	it.each<[Partial<SettingsValues>, string]>([
		[{ name: " " }, "name"],
		[{ latitude: "north", longitude: "1" }, "latitude"],
		[{ latitude: "38.7" }, "longitude"],
		[{ uploadIntervalSeconds: { ...own, amount: "soon" } }, "uploadIntervalSeconds.amount"],
		[{ retentionDays: { source: "own", amount: "0", unit: "days" } }, "retentionDays.amount"],
		[{ channels: before.channels.map((channel) => ({ ...channel, min: "9" })) }, "channels.0.max"],
		[{ channels: before.channels.map((channel) => ({ ...channel, max: "cold" })) }, "channels.0.max"],
		[{ channels: [] }, "channels"],
		[{ metadata: [{ key: "1", name: " ", value: "x" }] }, "metadata.0.name"],
		[{ metadata: [{ key: "1", name: "n".repeat(33), value: "x" }] }, "metadata.0.name"],
		[
			{
				metadata: [
					{ key: "1", name: "a.b", value: "x" },
					{ key: "2", name: "a.b ", value: "y" },
				],
			},
			"metadata",
		],
		[
			{
				metadata: [
					{ key: "1", name: "a", value: "x" },
					{ key: "2", name: "b.c", value: "y".repeat(256) },
				],
			},
			"metadata.1.value",
		],
	])("are refused for %o at the field %s", (change, field) => {
		const values = { ...before, ...change };
		const input = update(change);
		const factNames = input.metadata ? values.metadata.map(({ name }) => name) : [];
		const fields = Object.keys(errorsFrom(SettingsInput, { factNames, update: input })).map((path) =>
			fieldOf(path, values),
		);
		expect(new Set(fields)).toEqual(new Set([field]));
	});
});

describe("two people at the same settings", () => {
	const texts = fc.record({
		name: fc.constantFrom("Cold room 1", "Room A", "غرفة ١"),
		site: fc.constantFrom("Porto", "Lisbon", ""),
		model: fc.constantFrom("", "AQ-200"),
		description: fc.constantFrom("", "By the dock"),
	});

	it("lose nothing: what one alone changed holds, and what both did differently is asked", () => {
		fc.assert(
			fc.property(texts, texts, (mine, theirs) => {
				const versions = { before, mine: { ...before, ...mine }, theirs: { ...before, ...theirs } };
				const { values, conflicts, taken } = mergeSettings(versions);
				for (const field of settingsFields) {
					const [was, my, their] = [before[field], versions.mine[field], versions.theirs[field]];
					expect(conflicts.includes(field)).toBe(my !== was && their !== was && my !== their);
					expect(values[field]).toEqual(my === was ? their : my);
					expect(taken.includes(field)).toBe(my === was && their !== was);
				}
			}),
		);
	});

	it("send after that what is still theirs to say, on the newer version", () => {
		const saved = { ...device, version: 8, site: "Lisbon" };
		const theirs = settingsOf(saved, groups);
		const { values } = mergeSettings({ before, mine: { ...before, name: "Room A" }, theirs });
		const next = toUpdateDevice(values, theirs, saved);
		expect(next).toEqual({ deviceId: device.id, version: 8, name: "Room A" });
		expect(UpdateDevice.safeParse(next).success).toBe(true);
	});

	it("read both texts of a field, whatever it holds", () => {
		const [air] = before.channels;
		const mine = {
			...before,
			name: "Room A",
			timezoneOffset: "0",
			timeZoneRule: "0",
			groupIds: [],
			metadata: [],
			tags: ["a", "b"],
			retentionDays: { source: "own", amount: "30", unit: "days" } as const,
			channels: air ? [{ ...air, name: "Inside" }] : [],
		};
		const fields = changedFields(before, mine);
		expect(conflictFields({ fields, mine, theirs: before }, groups)).toEqual([
			{ field: "name", label: "Name", mine: "Room A", theirs: "Cold room 1" },
			{ field: "tags", label: "Tags", mine: "a, b", theirs: "food" },
			{ field: "metadata", label: "Facts", mine: "", theirs: "asset no.: 17" },
			{ field: "groupIds", label: "Groups", mine: "", theirs: "Cold rooms" },
			{ field: "timeZoneRule", label: "Clock mode", mine: "UTC", theirs: "Local time, no daylight saving" },
			{ field: "timezoneOffset", label: "Standard time", mine: "UTC+00:00", theirs: "UTC+01:00" },
			{ field: "retentionDays", label: "Data retention", mine: "30 days", theirs: "Inherited" },
			{
				field: "channels",
				label: "Channels",
				mine: "Inside · Temperature · °C · 1 decimals · at most 8",
				theirs: "Air · Temperature · °C · 1 decimals · at most 8",
			},
		]);
	});
});
