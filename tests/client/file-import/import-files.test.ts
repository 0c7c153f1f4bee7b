import { describe, expect, it } from "vitest";
import { deviceFile } from "../../../client/features/devices/csv-import/column-targets";
import { keysCsv } from "../../../client/features/devices/csv-import/import-devices-dialog";
import type { LineOutcome } from "../../../client/forms/file-import/creation-calls";
import { parseCsvFile } from "../../../client/forms/file-import/csv-file";
import { problemsCsv, titlesOf } from "../../../client/forms/file-import/file-columns";
import type { CreateDevice } from "../../../shared/device/device-inputs";
import { checked } from "../csv-import/checked-file";
import { device } from "./device";

const targetTitles = titlesOf(deviceFile.columns);

describe("the files afterwards", () => {
	it("hold every key that is known, and no other line", () => {
		const outcomes = new Map<number, LineOutcome<CreateDevice>>([
			[2, { kind: "added", id: "dev_1", key: "aql_1", input: device("=A", "S,1") }],
			[3, { kind: "added", id: "dev_2", key: null, input: device("B") }],
			[4, { kind: "refused", fields: {} }],
		]);
		expect(keysCsv(outcomes)).toBe(`Name,Serial number,Device id,Key\r\n'=A,"S,1",dev_1,aql_1\r\n`);
	});

	it("hold the lines with problems as they are, so that they can be corrected and imported", () => {
		const text = "Name,Serial,Time zone\n,1,+02:00\nB,2,+02:00\n";
		const lines = checked(text);
		const denied = problemsCsv(
			lines.filter((line) => line.input === null),
			["Name", "Serial", "Time zone"],
			targetTitles,
		);
		expect(denied).toBe("Name,Serial,Time zone,error\r\n,1,'+02:00,Name: Enter a name.\r\n");
		const whole = problemsCsv([{ line: 2, cells: ["A"], errors: { line: "No room." } }], ["Name"], targetTitles);
		expect(whole).toBe("Name,error\r\nA,No room.\r\n");
		expect(parseCsvFile("problems.csv", denied).lines[1]?.cells).toEqual(["", "1", "+02:00", "Name: Enter a name."]);
	});
});
