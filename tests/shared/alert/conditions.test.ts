import { describe, expect, it } from "vitest";
import { channelsOf } from "../../../shared/alert/alert-rule";
import { comparedAs, eventValueText, limitLines, limitText, ruleSentence } from "../../../shared/alert/alert-sentence";
import {
	AlertCondition,
	type ConditionOf,
	EventCondition,
	ruleConditionOf,
} from "../../../shared/alert/conditions/registry";
import { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { type DisplayFormats, specifiedFormats } from "../../../shared/formats/display-formats";
import { valueStyleOf } from "../../../shared/formats/reading-units";
import * as of from "../../conditions";

const battery: AlertCondition = { kind: "battery", below: 15 };
const inFahrenheit = valueStyleOf({ ...specifiedFormats, temperatureUnit: "°F" });
const energy = { quantity: "energy" as const, unit: "kWh", name: null };
const used = (subject: "use" | "usePerHour"): AlertCondition => {
	const { channels: _, ...windowed } = of.statistic(subject, 60, ">", 8) as ConditionOf<"statistic">;
	return { ...windowed, channels: energy };
};
const doorSide = { ...of.temperature, name: "Door side" };

/** A condition's sentence, the reference of an event's value, and its lines in a chart of the readings. */
function wordsOf(condition: AlertCondition, temperatureUnit: DisplayFormats["temperatureUnit"] = "stored"): string {
	const style = valueStyleOf({ ...specifiedFormats, temperatureUnit });
	const lines = limitLines(condition, style).map(({ kind, value }) => `${kind} ${value}`);
	const sentence = ruleSentence({ condition, forSeconds: 0 }, style);
	return [sentence, limitText(condition, style) ?? "no limit", lines.join(", ") || "no line"].join(" | ");
}

describe("a condition reads, and draws its limits", () => {
	it.each<[AlertCondition, string]>([
		[of.threshold(">", 8), "Temperature is above 8 °C. | above 8 °C | max 8"],
		[of.threshold("≤", -15.5, doorSide), "Door side is at most −15.5 °C. | at most −15.5 °C | min -15.5"],
		[
			of.threshold(">", of.field("maxTemp")),
			"Temperature is above the device's maxTemp. | above the device's maxTemp | no line",
		],
		[of.threshold("=", 1, of.door), "Door is open. | open | no line"],
		[of.threshold("<", 1, of.door), "Door is closed. | closed | no line"],
		[of.range("outside", 2, 8), "Temperature is outside 2 to 8 °C. | outside 2 to 8 °C | min 2, max 8"],
		[
			of.range("outside", of.end("min"), of.end("max")),
			"Temperature is outside its expected range. | outside its expected range | no line",
		],
		[
			of.levels(">", ["warning", 8], ["critical", 12]),
			"Temperature is above 8 °C (warning) or above 12 °C (critical). | above 8 °C or above 12 °C | max 8, max 12",
		],
		[
			of.rate("fall", 5, 1_800),
			"Temperature falls by more than 5 °C within 30 minutes. | more than 5 °C within 30 minutes | no line",
		],
		[of.stuck(7_200), "Temperature has not changed for 2 h. | longer than 2 h | no line"],
		[of.statistic("mean", 180, ">", 8), "Mean Temperature over 3 h is above 8 °C. | above 8 °C | max 8"],
		// Neither a sum nor a count lies at a height of the readings.
		[of.statistic("sum", 60, ">", 8), "Sum of Temperature over 1 h is above 8 °C. | above 8 °C | no line"],
		[
			of.statistic("kinetic", 1440, ">", 8),
			"Mean kinetic temperature of Temperature over 24 h is above 8 °C. | above 8 °C | max 8",
		],
		[used("use"), "Use of Energy over 1 h is above 8 kWh. | above 8 kWh | no line"],
		[used("usePerHour"), "Use per hour of Energy over 1 h is above 8 kWh/h. | above 8 kWh/h | no line"],
		[of.repeated(3, null, ">", 8), "Temperature is above 8 °C 3 times in a row. | above 8 °C | max 8"],
		[of.repeated(3, 3_600, ">", 8), "Temperature is above 8 °C 3 times within 1 h. | above 8 °C | no line"],
		[of.noData(null, null), "No upload for 3 upload intervals (min. 15 min). | no limit | no line"],
		[of.noData(of.temperature, 3_600), "No reading of Temperature for 1 h. | longer than 1 h | no line"],
		[battery, "Battery is below 15 %. | below 15 % | min 15"],
		[{ kind: "signal", below: -110 }, "Signal is below −110 dBm. | below −110 dBm | min -110"],
		[
			{ kind: "clockDrift", overSeconds: 600 },
			"Clock is wrong by more than 10 minutes. | more than 10 minutes | no line",
		],
	])("%j", (condition, words) => {
		expect(AlertCondition.safeParse(condition).error).toBeUndefined();
		expect(wordsOf(condition)).toBe(words);
	});

	it("for the time that it must last", () => {
		const rule = { condition: of.threshold(">", 8), forSeconds: 1_200 };
		expect(ruleSentence(rule)).toBe("Temperature is above 8 °C for 20 minutes.");
	});
});

describe("a rule that is read in °F and kept in °C, where the worst value is 10 °C", () => {
	it.each<[AlertCondition, string]>([
		[of.threshold(">", 8), "Temperature is above 46.4 °F. | above 46.4 °F | max 46.4 | 50.0 °F"],
		[of.threshold(">", 8.333333), "Temperature is above 47 °F. | above 47 °F | max 47 | 50.0 °F"],
		[
			of.range("outside", 2, 8),
			"Temperature is outside 35.6 to 46.4 °F. | outside 35.6 to 46.4 °F | min 35.6, max 46.4 | 50.0 °F",
		],
		[of.levels(">", ["critical", 10]), "Temperature is above 50 °F (critical). | above 50 °F | max 50 | 50.0 °F"],
		[
			of.rate("rise", 2, 1_800),
			"Temperature rises by more than 3.6 °F within 30 minutes. | more than 3.6 °F within 30 minutes | no line | 18.0 °F",
		],
		[
			of.statistic("mean", 60, ">", 8),
			"Mean Temperature over 1 h is above 46.4 °F. | above 46.4 °F | max 46.4 | 50.0 °F",
		],
		[
			of.statistic("change", 60, ">", 8),
			"Change of Temperature over 1 h is above 14.4 °F. | above 14.4 °F | no line | 18.0 °F",
		],
		[of.statistic("sum", 60, ">", 8), "Sum of Temperature over 1 h is above 8 °C. | above 8 °C | no line | 10.0 °C"],
		[
			of.repeated(3, 60, ">", 8),
			"Temperature is above 46.4 °F 3 times within 60 seconds. | above 46.4 °F | no line | 10 times",
		],
		[
			of.threshold(">", of.field("maxTemp")),
			"Temperature is above the device's maxTemp. | above the device's maxTemp | no line | 50.0 °F",
		],
		[battery, "Battery is below 15 %. | below 15 % | min 15 | 10 %"],
		[of.noData(of.temperature, 3_600), "No reading of Temperature for 1 h. | longer than 1 h | no line | 10 seconds"],
	])("%j", (condition, words) => {
		const worst = eventValueText(condition, 10, inFahrenheit);
		expect(`${wordsOf(condition, "°F")} | ${worst}`).toBe(words);
	});

	it("names the unit at its lines", () => {
		const [line] = limitLines(of.threshold(">", 8), inFahrenheit);
		expect(line).toEqual({ value: 46.4, kind: "max", limit: "46.4 °F", text: "Limit 46.4 °F" });
	});
});

it.each(of.conditions)("a condition states each channel that it names: %j", (condition) => {
	const named = Object.values(condition).filter((value) => ChannelChoice.safeParse(value).success);
	expect(channelsOf(condition)).toEqual(expect.arrayContaining(named));
});

it("a kind that is not known is said, drawn and compared as no other", () => {
	const rule = { condition: of.unknownCondition, forSeconds: 0 };
	const requested = [() => ruleSentence(rule), () => limitText(rule.condition), () => limitLines(rule.condition)];
	const compared = [() => comparedAs(rule.condition), () => eventValueText(rule.condition, 8)];
	for (const request of [...requested, ...compared]) expect(request).toThrow("Unknown kind of condition: unheardOf");
	expect(AlertCondition.safeParse(rule.condition).error?.issues).toMatchObject([{ path: ["kind"] }]);
});

it("a sensor fault has a sentence and a value as an event, and is no condition of a rule", () => {
	const fault = { kind: "sensorFault" as const, channels: doorSide };
	expect(ruleSentence({ condition: fault, forSeconds: 0 })).toBe("Door side sends values that cannot be right.");
	expect([limitText(fault), limitLines(fault)]).toEqual([null, []]);
	expect(eventValueText(fault, 327.67, inFahrenheit)).toBe("621.8 °F");
	expect(AlertCondition.safeParse(fault).error?.issues).toMatchObject([{ path: ["kind"] }]);
	expect(EventCondition.safeParse(fault).success).toBe(true);
	expect(ruleConditionOf(fault)).toBeNull();
});
