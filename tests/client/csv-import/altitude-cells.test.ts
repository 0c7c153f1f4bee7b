import { describe, expect, it } from "vitest";
import { factColumns } from "../../../client/features/devices/fact-columns";
import { listCsv } from "../../../client/ui/table/export-csv";
import type { DeviceFacts } from "../../../shared/device/device";
import * as fc from "../../properties";
import { deviceRow } from "../list-rows";
import { checked } from "./checked-file";

const lineOf = (heading: string, cell: string) => checked(`Name;${heading}\nMast;${cell}\n`)[0];
const metersOf = (heading: string, cell: string) => lineOf(heading, cell)?.input?.altitude;
const unreadable =
	"Enter meters such as 520, or a number with its unit such as 1706 ft, without a separator of thousands.";

describe("the altitude of a device in a file", () => {
	it.each([
		["Altitude", "520", 520],
		["Altitude (m)", "520 m", 520],
		["altitude", "520,5", 520.5],
		["altitude", "−12.25", -12.25],
		["Elevation (ft)", "1706", 519.99],
		["elevation_ft", "1706", 519.99],
		["Altitude in feet", "1706", 519.99],
		["Altitude in m", "1706", 1706],
		["Altitude (ft)", "520 m", 520],
		["Altitude", "1706 feet", 519.99],
		["Altitude", "0.52 km", 520],
		["MASL", "+8848.86", 8848.86],
		["m.a.s.l.", "12", 12],
		["Altitude", "0", 0],
	])("reads %s: %s as %d m", (heading, cell, meters) => {
		expect(metersOf(heading, cell)).toBe(meters);
	});

	it("leaves an empty cell without an altitude", () => {
		expect(lineOf("Altitude", "")?.input).not.toHaveProperty("altitude");
	});

	it.each([
		...[
			"high",
			"520 kg",
			"520 m ü. M.",
			"1.706",
			"1,706",
			"1 706",
			"1.706,5",
			"12 34 m",
			"--5",
			"5-",
			"1e3",
			"0x10",
			"Infinity",
		],
	])("rejects %s at its cell", (cell) => {
		expect(lineOf("Altitude", cell)).toMatchObject({ input: null, errors: { altitude: unreadable } });
	});

	it("states the range where a number is beyond it", () => {
		for (const cell of ["9001", "-501", "30000 ft", "8848 km"])
			expect(lineOf("Altitude", cell)?.errors).toEqual({ altitude: "From −500 to 9,000 m." });
	});

	it("reads what the list exports, to a centimeter", () => {
		fc.assert(
			fc.property(fc.option(fc.double({ min: -500, max: 9_000, noNaN: true })), (altitude) => {
				const row = deviceRow("Mast", {});
				const facts = new Map([[row.id, { id: row.id, altitude } as DeviceFacts]]); // the column reads no others
				const columns = factColumns(facts).filter(({ id }) => id === "altitude");
				const named = { id: "name", header: "Name", value: () => "Mast" };
				const [line] = checked(listCsv([named, ...columns], [row], ({ id }) => id));
				expect(line?.errors).toEqual({});
				if (altitude === null) expect(line?.input).not.toHaveProperty("altitude");
				else expect(Math.abs((line?.input?.altitude ?? Number.NaN) - altitude)).toBeLessThanOrEqual(0.0051);
			}),
		);
	});
});
