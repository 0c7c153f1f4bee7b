import { describe, expect, it } from "vitest";
import { deviceFile } from "../../../client/features/devices/csv-import/column-targets";
import { firstTargets, isHeader, matchTargets, withTarget } from "../../../client/forms/file-import/file-columns";

const line = (...cells: string[]) => ({ line: 1, cells });

describe("the fields of columns", () => {
	it("finds each thing by the header, in one column", () => {
		expect(
			matchTargets(deviceFile.columns, ["Device name", "S/N", "Site", "location", "Firmware", "TIME ZONE"]),
		).toEqual(["name", "serialNumber", "site", null, null, "offset"]);
		expect(isHeader(deviceFile, line("Serial number", "x"))).toBe(true);
		expect(isHeader(deviceFile, line("Cold room 1", "AQ-1"))).toBe(false);
		expect(firstTargets(deviceFile, [line("A", "B", "C")], false)).toEqual(["name", "serialNumber", null]);
	});

	it("moves from one column to another", () => {
		expect(withTarget(["name", "site", null], 2, "site")).toEqual(["name", null, "site"]);
		expect(withTarget(["name", null, null], 1, null)).toEqual(["name", null, null]);
	});
});
