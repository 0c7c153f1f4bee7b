import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChannels } from "../../client/features/devices/csv-import/channel-cell";
import {
	checkLines,
	errorsByTarget,
	type LineContext,
	unknownGroups,
} from "../../client/features/devices/csv-import/check-lines";
import { parseOffset, parseRule } from "../../client/features/devices/csv-import/clock-cells";
import {
	isHeader,
	targetsFromHeader,
	targetsWithoutHeader,
	withTarget,
} from "../../client/features/devices/csv-import/column-targets";
import {
	callsOf,
	createInCalls,
	type LineOutcome,
	settleUnsure,
} from "../../client/features/devices/csv-import/creation-calls";
import {
	complaintOf,
	decodeText,
	formatComplaintOf,
	parseDeviceFile,
} from "../../client/features/devices/csv-import/device-file";
import { keysCsv, refusedCsv } from "../../client/features/devices/csv-import/import-files";
import { sampleFile } from "../../client/features/devices/csv-import/sample-file";
import { CreateDevice } from "../../shared/device-inputs";
import type { GroupListRow } from "../../shared/group";
import { limits } from "../../shared/limits";

const now = Date.UTC(2026, 6, 1);

function group(name: string, kind: GroupListRow["kind"] = "static"): GroupListRow {
	const id = `grp_${name
		.toLowerCase()
		.replaceAll(/[^a-z]/g, "")
		.replaceAll(/[iklou]/g, "x")
		.padEnd(26, "0")
		.slice(0, 26)}`;
	const useCounts = { alerts: 0, users: 0, groups: 0 };
	return { id, name, kind, description: "", colour: null, deviceCount: 0, defaults: {}, useCounts };
}

/** A file with a header, as it is checked when it opens. */
function checked(text: string, change: Partial<LineContext> = {}) {
	const { lines } = parseDeviceFile("devices.csv", text);
	return checkLines(lines.slice(1), {
		targets: targetsFromHeader(lines[0]?.cells ?? []),
		groups: [],
		takenSerials: [],
		clock: { timezoneOffset: 60, timeZoneRule: 2 },
		channels: "Temperature",
		isLeavingGroupsOut: false,
		now,
		...change,
	});
}

describe("taking a file apart", () => {
	it.each([
		["comma", "Name,Serial\nA,1\n", ","],
		["semicolon", "Name;Serial\nA;1\n", ";"],
		["tab", "Name\tSerial\nA\t1\n", "\t"],
		["bar", "Name|Serial\nA|1\n", "|"],
	])("finds the separator: %s", (_, text, separator) => {
		const file = parseDeviceFile("a.csv", text);
		expect(file.separator).toBe(separator);
		expect(file.lines.map(({ cells }) => cells)).toEqual([
			["Name", "Serial"],
			["A", "1"],
		]);
	});

	it.each<[string, number[], string | null]>([
		["a workbook of today", [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00], "This is a workbook."],
		["a workbook of before", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], "This is a workbook."],
		["a picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00], "This is not a text file."],
		["UTF-16 with its mark", [0xff, 0xfe, 0x4e, 0x00, 0x0a, 0x00], null],
		["plain text", [0x4e, 0x0a], null],
		["nothing", [], null],
	])("tells what is no text: %s", (_, bytes, complaint) => {
		const said = formatComplaintOf(new Uint8Array(bytes));
		expect(said?.slice(0, complaint?.length) ?? null).toBe(complaint);
	});

	it("counts lines as editors do, past empty ones and line breaks within cells", () => {
		const { lines } = parseDeviceFile("a.csv", 'Name,Note\r\n"A","two\r\nlines"\r\n\r\n , \r\nB,x\r\n');
		expect(lines).toEqual([
			{ line: 1, cells: ["Name", "Note"] },
			{ line: 2, cells: ["A", "two\r\nlines"] },
			{ line: 6, cells: ["B", "x"] },
		]);
	});

	it.each([
		["UTF-8 with its mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x4b, 0xc3, 0xa4]), "Kä"],
		["UTF-16", new Uint8Array([0xff, 0xfe, 0x4b, 0x00, 0xe4, 0x00]), "Kä"],
		["the Western code page", new Uint8Array([0x4b, 0xe4]), "Kä"],
	])("reads %s", (_, bytes, text) => {
		expect(decodeText(bytes)).toBe(text);
	});

	it("says what is wrong with a file as a whole", () => {
		expect(complaintOf(parseDeviceFile("a.csv", "\n \n"))).toBe("This file is empty.");
		const full = `Name\n${"A\n".repeat(limits.deviceFileRows)}`;
		expect(complaintOf(parseDeviceFile("a.csv", full))).toBeNull();
		expect(complaintOf(parseDeviceFile("a.csv", `${full}A\n`))).toContain("more than 10,000 lines");
	});

	it("never fails, whatever the file holds", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				for (const line of parseDeviceFile("a.csv", text).lines) expect(line.cells.join("").trim()).not.toBe("");
			}),
		);
	});
});

describe("what the columns hold", () => {
	it("is told by the header, each thing by one column", () => {
		expect(targetsFromHeader(["Device name", "S/N", "Site", "location", "Firmware", "TIME ZONE"])).toEqual([
			"name",
			"serialNumber",
			"site",
			null,
			null,
			"offset",
		]);
		expect(isHeader({ line: 1, cells: ["Serial number", "x"] })).toBe(true);
		expect(isHeader({ line: 1, cells: ["Cold room 1", "AQ-1"] })).toBe(false);
		expect(targetsWithoutHeader(3)).toEqual(["name", "serialNumber", null]);
	});

	it("moves from one column to another", () => {
		expect(withTarget(["name", "site", null], 2, "site")).toEqual(["name", null, "site"]);
		expect(withTarget(["name", null, null], 1, null)).toEqual(["name", null, null]);
	});
});

describe("cells", () => {
	it.each([
		[
			"Temperature:temperature:°C; Humidity:humidity:%",
			[
				["Temperature", "temperature", "°C"],
				["Humidity", "humidity", "%"],
			],
		],
		["temperature", [["temperature", "temperature", "°C"]]],
		["Probe:Temperature", [["Probe", "temperature", "°C"]]],
		["Probe:temperature:", [["Probe", "temperature", ""]]],
		["CO₂", [["CO₂", "co2", "ppm"]]],
		[" ; ", []],
	])("reads channels: %s", (text, expected) => {
		const channels = expected.map(([name, quantity, unit]) => ({ name, quantity, unit }));
		expect(parseChannels(text)).toEqual({ channels });
	});

	it.each(["Probe", "Probe:warmth", ":"])("knows no such quantity: %s", (text) => {
		expect(parseChannels(text)).toHaveProperty("error");
	});

	it.each([
		["UTC", 0],
		["+02:00", 120],
		["UTC+2", 120],
		["utc−03:30", -210],
		["+05:45", 345],
		["345", 345],
		["-210", -210],
		["+0545", 345],
		["0", 0],
		["2", null],
		["Europe/Berlin", 60],
		["America/Chicago", -360],
		["Mars/Crater", null],
		["two", null],
	])("reads an offset: %s", (text, expected) => {
		expect(parseOffset(text, now)).toBe(expected);
	});

	it.each([
		["0", 0],
		["UTC", 0],
		["US daylight saving", 1],
		["none", 2],
		["constructor", null],
		["3", null],
	])("reads a clock rule: %s", (text, expected) => {
		expect(parseRule(text)).toBe(expected);
	});
});

describe("checking lines", () => {
	it("makes of the sample what it says, without a complaint", () => {
		const lines = checked(sampleFile());
		expect(lines.map(({ errors }) => errors)).toEqual([{}, {}]);
		expect(lines[0]?.device).toEqual({
			name: "Cold room 7",
			serialNumber: "SAMPLE-0001",
			model: "LX-200",
			site: "Warehouse North",
			tags: ["cold", "audited"],
			timezoneOffset: 120,
			timeZoneRule: 2,
			channels: [
				{ name: "Temperature", quantity: "temperature", unit: "°C" },
				{ name: "Humidity", quantity: "humidity", unit: "%" },
			],
			description: "Left of the door",
		});
	});

	it("puts each complaint at its cell", () => {
		const [line] = checked(
			`Name,Serial,Model,Tags,Time zone,Clock rule,Channels\n,${"9".repeat(65)},${"m".repeat(65)},a;A,+15:00,5,Foo\n`,
		);
		expect(line?.device).toBeNull();
		expect(line?.errors).toEqual({
			name: "Enter a name.",
			serialNumber: "At most 64 characters.",
			model: "At most 64 characters.",
			tags: "Tags must differ.",
			offset: "From −12:00 to +14:00.",
			rule: "Enter 0 for UTC, 1 for US daylight saving, or 2 for none.",
			channels: expect.stringContaining("“Foo” is no quantity"),
		});
	});

	it("finds a serial number twice, in the file and among devices, however it is dashed", () => {
		const lines = checked("Name,Serial\nA,AQ-1\nB,aq 1\nC,X2\nD,\nE,\n", { takenSerials: ["x-2"] });
		expect(lines.map(({ errors }) => errors.serialNumber)).toEqual([
			undefined,
			"Line 2 has the same serial number.",
			"Another device has this serial number.",
			undefined,
			undefined,
		]);
	});

	it("finds groups by name, complains of those there are not, and leaves them out where it may", () => {
		const groups = [group("Cold rooms"), group("All dry", "dynamic")];
		const text = "Name,Groups\nA,cold ROOMS\nB,Cold rooms; Nowhere\nC,All dry\n";
		const lines = checked(text, { groups });
		expect(lines[0]?.device?.groupIds).toEqual([groups[0]?.id]);
		expect(lines[1]?.errors).toEqual({ groups: "There is no group “Nowhere”." });
		expect(lines[2]?.errors).toEqual({ groups: "All dry chooses its devices by a filter." });
		expect(checked(text, { groups, isLeavingGroupsOut: true })[1]?.device?.groupIds).toEqual([groups[0]?.id]);
		const { lines: raw } = parseDeviceFile("a.csv", text);
		expect(unknownGroups(raw.slice(1), { groups, targets: ["name", "groups"] })).toEqual(["Nowhere"]);
	});

	it("lets nothing through that the shared schema refuses, whatever the cells hold", () => {
		const cell = fc.oneof(fc.string(), fc.constantFrom("+02:00", "1", "a;b", "temperature", "Probe:humidity:%"));
		fc.assert(
			fc.property(fc.array(fc.array(cell, { minLength: 10, maxLength: 10 }), { maxLength: 5 }), (rows) => {
				const lines = checkLines(
					rows.map((cells, index) => ({ line: index + 1, cells })),
					{
						targets: [
							"name",
							"serialNumber",
							"model",
							"site",
							"tags",
							"groups",
							"offset",
							"rule",
							"channels",
							"description",
						],
						groups: [group("a")],
						takenSerials: [],
						clock: { timezoneOffset: 0, timeZoneRule: 0 },
						channels: "temperature",
						isLeavingGroupsOut: true,
						now,
					},
				);
				for (const { device, errors } of lines) {
					expect(device === null).toBe(Object.keys(errors).length > 0);
					if (device) expect(CreateDevice.safeParse(device).success).toBe(true);
				}
			}),
		);
	});

	it("puts what the backend complains of at the columns of the file", () => {
		expect(
			errorsByTarget({
				"channels.0.name": "Enter a channel name.",
				serialNumber: "Taken.",
				strange: "No.",
				"": "No room.",
			}),
		).toEqual({
			line: "No room.",
			channels: "Enter a channel name.",
			serialNumber: "Taken.",
			name: "No.",
		});
	});
});

const device = (name: string, serialNumber?: string): CreateDevice => ({
	name,
	...(serialNumber !== undefined && { serialNumber }),
	timezoneOffset: 0,
	timeZoneRule: 0,
	channels: [{ name: "Temperature", quantity: "temperature", unit: "°C" }],
});
const longChannels = Array.from({ length: 32 }, () => ({
	name: "漢".repeat(64),
	quantity: "temperature" as const,
	unit: "漢".repeat(16),
}));
const deviceLines = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ line: index + 2, device: device(`Device ${index}`) }));

describe("creating devices call after call", () => {
	it("sends every line once, in order, and neither too many nor too much at once", () => {
		const calls = callsOf(deviceLines(601));
		expect(calls.map(({ length }) => length)).toEqual([250, 250, 101]);
		expect(calls.flat().map(({ line }) => line)).toEqual(deviceLines(601).map(({ line }) => line));
		const long = deviceLines(250).map((line) => ({
			...line,
			device: {
				...line.device,
				channels: longChannels,
			},
		}));
		for (const call of callsOf(long)) {
			const body = JSON.stringify({ json: { devices: call.map((line) => line.device) } });
			expect(new TextEncoder().encode(body).length).toBeLessThan(limits.proxyBodyBytes);
		}
	});

	it("tells what became of each line, and stops where it is asked to", async () => {
		const outcomes = new Map<number, LineOutcome>();
		let isStopped = false;
		await createInCalls(deviceLines(300), {
			create: async (devices) => {
				isStopped = true;
				return devices.map(({ name }, index) =>
					index === 1 ? { fields: { serialNumber: "Taken." } } : { id: `dev_${name}`, key: `key ${name}` },
				);
			},
			onOutcomes: (known) => {
				for (const [line, outcome] of known) outcomes.set(line, outcome);
			},
			isStopped: () => isStopped,
			isUnsure: () => true,
		});
		expect(outcomes.size).toBe(250);
		expect(outcomes.get(2)).toEqual({
			kind: "added",
			id: "dev_Device 0",
			key: "key Device 0",
			device: device("Device 0"),
		});
		expect(outcomes.get(3)).toEqual({ kind: "refused", fields: { serialNumber: "Taken." } });
	});

	it.each([
		{ isUnsure: true, kinds: ["unsure", "unsure"] },
		{ isUnsure: false, kinds: [] },
	])("throws what stopped it, and leaves lines open or in doubt: $isUnsure", async ({ isUnsure, kinds }) => {
		const outcomes: LineOutcome[] = [];
		await expect(
			createInCalls(deviceLines(2), {
				create: () => Promise.reject(new Error("cut off")),
				onOutcomes: (known) => outcomes.push(...known.values()),
				isStopped: () => false,
				isUnsure: () => isUnsure,
			}),
		).rejects.toThrow("cut off");
		expect(outcomes.map(({ kind }) => kind)).toEqual(kinds);
	});

	it("finds what arrived all the same, each device for one line at most", () => {
		const lines = [
			{ line: 2, device: device("Twin") },
			{ line: 3, device: device("Twin") },
			{ line: 4, device: device(" Named ", "S-1") },
			{ line: 5, device: device("Named", "S-2") },
		];
		const settled = settleUnsure(lines, [
			{ id: "dev_1", name: "Twin", serialNumber: null },
			{ id: "dev_2", name: "Named", serialNumber: "S-1" },
		]);
		expect([...settled].map(([line, outcome]) => [line, outcome.kind === "added" && outcome.id])).toEqual([
			[2, "dev_1"],
			[4, "dev_2"],
		]);
	});
});

describe("the files afterwards", () => {
	it("hold every key that is known, and no other line", () => {
		const outcomes = new Map<number, LineOutcome>([
			[2, { kind: "added", id: "dev_1", key: "aql_1", device: device("=A", "S,1") }],
			[3, { kind: "added", id: "dev_2", key: null, device: device("B") }],
			[4, { kind: "refused", fields: {} }],
		]);
		expect(keysCsv(outcomes)).toBe(`Name,Serial number,Device id,Key\r\n'=A,"S,1",dev_1,aql_1\r\n`);
	});

	it("hold the refused lines as they were, so that they can be mended and imported", () => {
		const text = "Name,Serial,Time zone\n,1,+02:00\nB,2,+02:00\n";
		const lines = checked(text);
		const refused = refusedCsv(
			lines.filter((line) => line.device === null),
			["Name", "Serial", "Time zone"],
		);
		expect(refused).toBe("Name,Serial,Time zone,error\r\n,1,'+02:00,Name: Enter a name.\r\n");
		const whole = refusedCsv([{ line: 2, cells: ["A"], errors: { line: "No room." }, device: null }], ["Name"]);
		expect(whole).toBe("Name,error\r\nA,No room.\r\n");
		expect(parseDeviceFile("refused.csv", refused).lines[1]?.cells).toEqual(["", "1", "+02:00", "Name: Enter a name."]);
	});
});
