import { describe, expect, it } from "vitest";
import type { ChartContent, ChartLine } from "../../client/chart/chart-lines";
import { leastShare, mostPanels, panelsOf } from "../../client/chart/chart-panels";
import type { LogChannel } from "../../shared/log/log";
import * as fc from "../properties";
import { chartLine, logChannel } from "./readings";

const line = (id: string, value: number[], change: Partial<LogChannel> = {}) =>
	chartLine({ channel: logChannel(id, change), at: value.map((_, index) => index), value });

function panelIds(lines: ChartLine[], change: Partial<ChartContent> = {}): string[][] {
	const span = { from: 0, to: 100 };
	const content = { span, quantities: [], quantity: "temperature" as const, leftOut: 0, bucketMs: 0, lines, ...change };
	return panelsOf(content).map((panel) => panel.lines.map(({ channel }) => channel.id));
}

describe("the panels of a chart", () => {
	it("hold lines of one unit, never of two", () => {
		const fahrenheit = line("old", [40, 41], { unit: "°F" });
		expect(panelIds([line("air", [4, 5]), fahrenheit, line("core", [5, 6])])).toEqual([["air", "core"], ["old"]]);
		const humidity = line("humid", [4, 5], { quantity: "humidity", unit: "%" });
		expect(panelIds([line("air", [4, 5])], { second: [humidity] })).toEqual([["air"], ["humid"]]);
	});

	it("keep lines of like ranges on one scale, in their order", () => {
		expect(panelIds([line("c", [4, 5]), line("a", [1, 2]), line("b", [7, 9])])).toEqual([["c", "a", "b"]]);
	});

	it("split where one scale would flatten a line, the highest first", () => {
		const boiler = line("boiler", [20, 80]);
		const freezer = line("freezer", [-27, -25]);
		const fridges = [line("one", [4, 5]), line("two", [5, 6])];
		expect(panelIds([freezer, ...fridges, boiler])).toEqual([["boiler"], ["one", "two"], ["freezer"]]);
	});

	it("stay as they are drawn while new readings change little, but not over another span", () => {
		const content = (values: number[], to = 100): ChartContent => {
			const lines = [line("a", values), line("b", [0, 1])];
			return { span: { from: 0, to }, quantities: [], quantity: "temperature", leftOut: 0, bucketMs: 0, lines };
		};
		const counts = (next: ChartContent, before: ChartContent) => panelsOf(next, panelsOf(before)).length;
		expect([panelsOf(content([9, 10])), panelsOf(content([11, 12]))].map(({ length }) => length)).toEqual([1, 2]);
		expect(counts(content([11, 12]), content([9, 10]))).toBe(1);
		expect(counts(content([9, 10]), content([11, 12]))).toBe(2);
		expect(counts(content([30, 31]), content([9, 10]))).toBe(2);
		expect(counts(content([9, 10], 50), content([11, 12]))).toBe(1);
	});

	it("compare lines that hardly move without magnifying their noise", () => {
		expect(panelIds([line("a", [4, 4.1]), line("b", [8, 8]), line("c", [12.9, 12.9])])).toEqual([["a", "b", "c"]]);
	});

	it("keep a line without a reading in the range, and one of a single reading", () => {
		expect(panelIds([line("none", []), line("one", [4])])).toEqual([["none", "one"]]);
		expect(panelIds([line("none", [])])).toEqual([["none"]]);
	});

	it("carry the earlier course and the limits of a rule to the lines they are of", () => {
		const [air, humid] = [line("air", [4, 5]), line("humid", [40, 41], { quantity: "humidity", unit: "%" })];
		const panels = panelsOf({
			span: { from: 0, to: 100 },
			quantities: [],
			quantity: "temperature",
			leftOut: 0,
			bucketMs: 0,
			lines: [air],
			second: [humid],
			earlier: { label: "a day earlier", lines: [air] },
			ruleLimits: [{ value: 8, kind: "max", limit: "8 °C", text: "above 8 °C" }],
		});
		expect(panels.map(({ earlier, ruleLimits }) => [earlier?.lines.length, ruleLimits?.length])).toEqual([
			[1, 1],
			[0, undefined],
		]);
	});

	it("draw every line once, in at most four panels, flattening none while there are fewer", () => {
		const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 5 });
		fc.assert(
			fc.property(fc.array(values, { minLength: 1, maxLength: 12 }), (all) => {
				const lines = all.map((value, index) => line(`${index}`, value));
				const panels = panelIds(lines);
				expect(panels.length).toBeLessThanOrEqual(mostPanels);
				expect(panels.flat().sort()).toEqual(lines.map(({ channel }) => channel.id).sort());
				if (panels.length === mostPanels) return;
				for (const ids of panels) {
					const shown = ids.map((id) => all[Number(id)] ?? []);
					const scale = Math.max(...shown.flat()) - Math.min(...shown.flat());
					for (const own of shown) {
						const height = Math.max(Math.max(...own) - Math.min(...own), 1);
						expect(height).toBeGreaterThanOrEqual(leastShare * scale * 0.999);
					}
				}
			}),
		);
	});
});
