import { expect, it } from "vitest";
import { limitLines, limitText } from "../../shared/alert-sentence";
import { AlertCondition } from "../../shared/conditions/registry";

const channels = { quantity: "temperature", unit: "°C", name: null };
const value = (number: number) => ({ from: "value", value: number });
const above = { comparison: ">", limit: value(8) };
const day = { withinSeconds: 86_400 };

it.each<[object, string | null, [string, number][]]>([
	[{ kind: "threshold", channels, ...above }, "above 8 °C", [["max", 8]]],
	[{ kind: "threshold", channels, comparison: "≤", limit: value(-15) }, "at most −15 °C", [["min", -15]]],
	[
		{ kind: "threshold", channels, comparison: ">", limit: { from: "field", field: "limit" } },
		"above the device's limit",
		[],
	],
	[
		{ kind: "range", channels, is: "outside", low: value(2), high: value(8) },
		"outside 2 to 8 °C",
		[
			["min", 2],
			["max", 8],
		],
	],
	[
		{
			...{ kind: "levels", channels, comparison: ">" },
			levels: [
				{ severity: "warning", limit: value(8) },
				{ severity: "critical", limit: value(12) },
			],
		},
		"above 8 °C or above 12 °C",
		[
			["max", 8],
			["max", 12],
		],
	],
	[{ kind: "rate", channels, direction: "rise", by: 3, ...day }, "more than 3 °C within 24 h", []],
	[{ kind: "statistic", channels, statistic: "sum", windowMinutes: 60, ...above }, "above 8 °C", []],
	[{ kind: "statistic", channels, statistic: "mean", windowMinutes: 60, ...above }, "above 8 °C", [["max", 8]]],
	[{ kind: "repeated", channels, ...above, count: 3, ...day }, "above 8 °C", []],
	[{ kind: "noData", channels: null, afterSeconds: null }, null, []],
	[{ kind: "battery", below: 15 }, "below 15 %", [["min", 15]]],
])("The limit of %j reads %j, and draws %j", (condition, words, lines) => {
	const parsed = AlertCondition.parse(condition);
	expect(limitText(parsed)).toBe(words);
	expect(limitLines(parsed).map(({ kind, value: at }) => [kind, at])).toEqual(lines);
});
