import { describe, expect, it } from "vitest";
import {
	isHeader,
	targetsFromHeader,
	targetsWithoutHeader,
} from "../../../client/features/devices/csv-import/column-targets";
import { withTarget } from "../../../client/forms/file-import/file-columns";

describe("what the columns hold", () => {
	it("is reported by the header, each thing by one column", () => {
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
