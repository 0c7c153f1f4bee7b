import { describe, expect, it } from "vitest";
import { contentDisposition, reportFileName, reportMediaType } from "../../../../backend/report/formats/report-file";
import { ReportFormat } from "../../../../shared/report/report";
import * as fc from "../../../properties";

const variables = {
	name: "Daily readings",
	company: "Hansen",
	from: "2026-10-25",
	to: "2026-10-26",
	group: "Cold rooms",
	type: "readings",
};

describe("the name of a file", () => {
	it.each([
		["{name} {from}", "Daily readings 2026-10-25.csv"],
		["{company}_{type}_{from}_{to}_{group}", "Hansen_readings_2026-10-25_2026-10-26_Cold rooms.csv"],
		["{name} {nothing} {", "Daily readings {nothing} {.csv"],
		['a/b\\c:d*e?f"g<h>i|j', "a-b-c-d-e-f-g-h-i-j.csv"],
		["../../etc/passwd", "-..-etc-passwd.csv"],
		["  .hidden. . ", "hidden.csv"],
		["report.CSV", "report.csv"],
		["a\u202Ecsv.exe\u0000\r\nb", "acsv.exe b.csv"],
		["con", "_con.csv"],
		["LPT1.readings", "_LPT1.readings.csv"],
		["{group}{nothing", "Cold rooms{nothing.csv"],
		["...", "Daily readings.csv"],
		["", "Daily readings.csv"],
		["Hűtő №1 冷蔵庫", "Hűtő №1 冷蔵庫.csv"],
	])("turns the template %j into %j", (template, name) => {
		expect(reportFileName(template, variables, "csv")).toBe(name);
	});

	it("does not fill in what a name only looks like", () => {
		expect(reportFileName("{group} {from}", { ...variables, group: "{to}" }, "pdf")).toBe("{to} 2026-10-25.pdf");
	});

	it("uses `report` if nothing else is left", () => {
		expect(reportFileName("..", { ...variables, name: "/." }, "json")).toBe("report.json");
	});

	it("suits every file system, whatever was typed", () => {
		const text = fc.string({ unit: "binary", maxLength: 400 });
		fc.assert(
			fc.property(text, text, (template, name) => {
				const file = reportFileName(template, { ...variables, name }, "xlsx");
				expect(file).toMatch(/^[^ .~].*\.xlsx$/su);
				// biome-ignore lint/suspicious/noControlCharactersInRegex: these no system takes
				expect(file).not.toMatch(/[\u0000-\u001F<>:"/\\|?*\u202A-\u202E]|[ .]\.xlsx$/);
				expect(file.isWellFormed()).toBe(true);
				expect(new TextEncoder().encode(file).byteLength).toBeLessThanOrEqual(220);
			}),
		);
	});
});

describe("a content disposition", () => {
	it("holds an ASCII name and the whole one", () => {
		expect(contentDisposition("Hűtő №1 (冷) 'a\"%.csv")).toBe(
			"attachment; filename=\"Huto No1 (_) 'a__.csv\"; filename*=UTF-8''H%C5%B1t%C5%91%20%E2%84%961%20%28%E5%86%B7%29%20%27a%22%25.csv",
		);
	});

	it("forms a header that gives back any name", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (name) => {
				const header = new Headers({ "content-disposition": contentDisposition(name) }).get("content-disposition");
				const [, ascii, whole = ""] =
					/^attachment; filename="([ !#-~]*)"; filename\*=UTF-8''([\w.!~*%-]*)$/.exec(header ?? "") ?? [];
				expect(ascii).not.toMatch(/["\\%]/);
				expect(decodeURIComponent(whole)).toBe(name.toWellFormed());
			}),
		);
	});
});

it("names a media type for each format", () => {
	expect(ReportFormat.options.map(reportMediaType)).toEqual([
		"text/csv; charset=utf-8",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/pdf",
		"application/json",
	]);
});
