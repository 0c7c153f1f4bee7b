import { describe, expect, it } from "vitest";
import { deviceFile } from "../../../client/features/devices/csv-import/column-targets";
import { targetOf, unknownGroups } from "../../../client/features/devices/csv-import/device-rules";
import { errorsByTarget, lineChecker } from "../../../client/forms/file-import/check-lines";
import { parseCsvFile } from "../../../client/forms/file-import/csv-file";
import { sampleText } from "../../../client/forms/file-import/file-columns";
import { CreateDevice } from "../../../shared/device/device-inputs";
import type { GroupListRow } from "../../../shared/device/group";
import * as fc from "../../properties";
import { checked, rulesFor } from "./checked-file";

function group(name: string, kind: GroupListRow["kind"] = "static"): GroupListRow {
	const id = `grp_${name
		.toLowerCase()
		.replaceAll(/[^a-z]/g, "")
		.replaceAll(/[iklou]/g, "x")
		.padEnd(26, "0")
		.slice(0, 26)}`;
	const useCounts = { alerts: 0, reports: 0, users: 0, groups: 0 };
	return { id, name, kind, description: "", colour: null, deviceCount: 0, defaults: {}, useCounts };
}

const everyTarget = [
	...(["name", "serialNumber", "model", "site", "tags"] as const),
	...(["groups", "offset", "rule", "channels", "description", "altitude"] as const),
];

describe("checking lines", () => {
	it("makes of the sample what it says, without a complaint", () => {
		const lines = checked(sampleText(deviceFile.columns));
		expect(lines.map(({ errors }) => errors)).toEqual([{}, {}]);
		expect(lines[0]?.input).toEqual({
			name: "Cold room 7",
			serialNumber: "SAMPLE-0001",
			model: "LX-200",
			site: "Warehouse North",
			tags: ["cold", "audited"],
			timezoneOffset: 120,
			timeZoneRule: 2,
			altitude: 520,
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
		expect(line?.input).toBeNull();
		expect(line?.errors).toEqual({
			name: "Enter a name.",
			serialNumber: "At most 64 characters.",
			model: "At most 64 characters.",
			tags: "Tags must differ.",
			offset: "From −12:00 to +14:00.",
			rule: "Enter UTC, US daylight saving, or no daylight saving.",
			channels: expect.stringContaining("Unknown quantity “Foo”"),
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
		expect(lines[0]?.input?.groupIds).toEqual([groups[0]?.id]);
		expect(lines[1]?.errors).toEqual({ groups: "There is no group “Nowhere”." });
		expect(lines[2]?.errors).toEqual({ groups: "All dry chooses its devices by a filter." });
		expect(checked(text, { groups, isLeavingGroupsOut: true })[1]?.input?.groupIds).toEqual([groups[0]?.id]);
		const { lines: raw } = parseCsvFile("a.csv", text);
		expect(unknownGroups(raw.slice(1), { groups, targets: ["name", "groups"] })).toEqual(["Nowhere"]);
	});

	it("lets nothing through that the shared schema rejects, whatever the cells hold", () => {
		const cell = fc.oneof(
			fc.string(),
			fc.constantFrom("+02:00", "1", "a;b", "temperature", "Probe:humidity:%", "520 m", "9e9"),
		);
		fc.assert(
			fc.property(fc.array(fc.array(cell, { minLength: 11, maxLength: 11 }), { maxLength: 5 }), (rows) => {
				const check = lineChecker(
					rulesFor([], { targets: everyTarget, groups: [group("a")], isLeavingGroupsOut: true }),
				);
				const lines = check(rows.map((cells, index) => ({ line: index + 1, cells })));
				for (const { input, errors } of lines) {
					expect(input === null).toBe(Object.keys(errors).length > 0);
					if (input) expect(CreateDevice.safeParse(input).success).toBe(true);
				}
			}),
		);
	});

	it("puts what the backend complains of at the columns of the file", () => {
		expect(
			errorsByTarget(
				{
					"channels.0.name": "Enter a channel name.",
					serialNumber: "Taken.",
					strange: "No.",
					"": "No room.",
				},
				targetOf,
			),
		).toEqual({
			line: "No room.",
			channels: "Enter a channel name.",
			serialNumber: "Taken.",
			name: "No.",
		});
	});
});
