import { describe, expect, it } from "vitest";
import { parseOffset, parseRule } from "../../../client/features/devices/csv-import/line-cells";
import { importedAt } from "./checked-file";

describe("the cells of a clock", () => {
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
		expect(parseOffset(text, importedAt)).toBe(expected);
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
