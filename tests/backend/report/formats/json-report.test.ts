import { describe, expect, it } from "vitest";
import { column, inSummer, inWinter, renderedText, reportDocument, runId, section, table } from "./documents";

describe("a JSON file", () => {
	it("holds one object with facts, notes and tables: numbers, and times with their offset", async () => {
		const readings = (time: typeof inSummer, value: number) =>
			table(
				"Readings",
				[column("Time", "time"), column("7", "number"), column("7", "number"), column("Out", "duration")],
				[[time, value, Number.NaN, { ms: 1_500 }]],
			);
		const document = reportDocument(
			[
				section([readings(inSummer, -18.512345678901), table("__proto__", [column("Device")], [])]),
				section([
					readings({ ...inWinter, offsetMinutes: -570 }, 2),
					{ kind: "text", title: "Rules", lines: ["Above 8 °C"] },
				]),
			],
			{ notes: ["“=cmd” is gone."], facts: [["Scope", "All"]] },
		);
		const text = await renderedText(document, "json", { verifyUrl: "https://console.test/verify" });
		expect(JSON.parse(text)).toEqual({
			report: {
				title: "Daily readings",
				company: "Hansen Pharma",
				product: "AQLCloud",
				runId,
				verifyUrl: "https://console.test/verify",
				times: "By the clock of Europe/Lisbon",
				facts: { Scope: "All" },
			},
			notes: ["“=cmd” is gone."],
			tables: JSON.parse(`{
				"Readings": {
					"columns": [
						{ "title": "Time", "kind": "time" },
						{ "title": "7", "kind": "number" },
						{ "title": "7 (2)", "kind": "number" },
						{ "title": "Out", "kind": "duration", "unit": "s" }
					],
					"rows": [
						{ "Time": "2026-10-25T01:30:00+01:00", "7": -18.512345678901, "7 (2)": null, "Out": 1.5 },
						{ "Time": "2026-10-24T16:00:00-09:30", "7": 2, "7 (2)": null, "Out": 1.5 }
					]
				},
				"__proto__": { "columns": [{ "title": "Device", "kind": "text" }], "rows": [] }
			}`),
			texts: [{ title: "Rules", lines: ["Above 8 °C"] }],
		});
		expect(text.trimEnd().endsWith("}")).toBe(true);
	});

	it("stays invalid JSON if it was not written to its end", async () => {
		const text = await renderedText(reportDocument([section([table("T", [column("A")], [["x"]])])]), "json");
		expect(() => JSON.parse(text.trimEnd().slice(0, -1))).toThrow(SyntaxError);
	});
});
