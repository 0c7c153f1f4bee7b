import { describe, expect, it } from "vitest";
import { targetTitles } from "../../../client/features/devices/csv-import/column-targets";
import type { LineOutcome } from "../../../client/features/devices/csv-import/creation-calls";
import { keysCsv } from "../../../client/features/devices/csv-import/import-files";
import { parseCsvFile } from "../../../client/forms/file-import/csv-file";
import { refusedCsv } from "../../../client/forms/file-import/file-columns";
import { checked } from "./checked-file";
import { device } from "./device";

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
			targetTitles,
		);
		expect(refused).toBe("Name,Serial,Time zone,error\r\n,1,'+02:00,Name: Enter a name.\r\n");
		const whole = refusedCsv([{ line: 2, cells: ["A"], errors: { line: "No room." } }], ["Name"], targetTitles);
		expect(whole).toBe("Name,error\r\nA,No room.\r\n");
		expect(parseCsvFile("refused.csv", refused).lines[1]?.cells).toEqual(["", "1", "+02:00", "Name: Enter a name."]);
	});
});
