import { describe, expect, it } from "vitest";
import { encodedText } from "../../encoded-text";
import { parseWhole } from "../fixtures/parse-whole";

describe("a file in other letters", () => {
	const header = "日時,温度[℃],湿度[%]";
	const bytes = encodedText(`${header}\r\n2026/11/07 17:04,4.2,61\r\n2026/11/07 17:14,4.3,60\r\n`, "shift_jis");

	it("keeps its headings and units", () => {
		const file = parseWhole(bytes, {});
		if ("problem" in file) throw new Error(file.problem);
		expect(file.format.encoding).toBe("shift_jis");
		expect(file.columns.map(({ name, unit }) => [name, unit])).toEqual([
			["日時", null],
			["温度[℃]", "°C"],
			["湿度[%]", "%"],
		]);
	});

	it("uses the encoding that a person chooses", () => {
		const said = encodedText(`Дата,Температура\r\n2026-11-07 17:04,4.2\r\n2026-11-07 17:14,4.3\r\n`, "koi8-r");
		const file = parseWhole(said, { encoding: "koi8-r" });
		if ("problem" in file) throw new Error(file.problem);
		expect(file.columns.map(({ name }) => name)).toEqual(["Дата", "Температура"]);
		expect(file.open.encoding?.candidates.map(({ encoding }) => encoding)).toContain("koi8-r");
		const again = parseWhole(said, { format: { ...file.format, zone: "UTC" } });
		expect(again).toMatchObject({ columns: [{ name: "Дата" }, { name: "Температура" }] });
	});
});
