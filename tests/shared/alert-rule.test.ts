import { describe, expect, it } from "vitest";
import {
	AlertCondition,
	AlertHours,
	type AlertLimit,
	AlertNotification,
	AlertRule,
	plainNotification,
} from "../../shared/alert-rule";
import { eventValueText, limitLines, limitText, ruleSentence } from "../../shared/alert-sentence";

const channels = { quantity: "temperature" as const, unit: "°C", name: null };
const value = (limit: number): AlertLimit => ({ from: "value", value: limit });

describe("a rule that is read in °F and kept in °C", () => {
	const compared = { channels, comparison: ">" as const, limit: value(8) };
	const window = { ...compared, kind: "statistic" as const, windowMinutes: 60 };

	it.each<[AlertCondition, string, string | null, string]>([
		[{ kind: "threshold", ...compared }, "Temperature is above 46.4 °F.", "above 46.4 °F", "50.0 °F"],
		[
			{ kind: "threshold", ...compared, limit: value(8.333333) },
			"Temperature is above 47 °F.",
			"above 47 °F",
			"50.0 °F",
		],
		[
			{ kind: "range", channels, is: "outside", low: value(-18), high: value(8) },
			"Temperature is outside −0.4 to 46.4 °F.",
			"outside −0.4 to 46.4 °F",
			"50.0 °F",
		],
		[
			{ kind: "levels", channels, comparison: ">", levels: [{ severity: "critical", limit: value(10) }] },
			"Temperature is above 50 °F (critical).",
			"above 50 °F",
			"50.0 °F",
		],
		[
			{ kind: "rate", channels, direction: "rise", by: 2, withinSeconds: 1_800 },
			"Temperature rises by more than 3.6 °F within 30 minutes.",
			"more than 3.6 °F within 30 minutes",
			"18.0 °F",
		],
		[
			{ ...window, statistic: "mean" },
			"Mean Temperature over 60 minutes is above 46.4 °F.",
			"above 46.4 °F",
			"50.0 °F",
		],
		[
			{ ...window, statistic: "change" },
			"Change of Temperature over 60 minutes is above 14.4 °F.",
			"above 14.4 °F",
			"18.0 °F",
		],
		// A sum of readings has no equal in another unit.
		[{ ...window, statistic: "sum" }, "Sum of Temperature over 60 minutes is above 8 °C.", "above 8 °C", "10.0 °C"],
		[
			{ kind: "threshold", ...compared, limit: { from: "field", field: "maxTemp" } },
			"Temperature is above the device's maxTemp.",
			"above the device's maxTemp",
			"50.0 °F",
		],
		[{ kind: "battery", below: 15 }, "Battery is below 15 %.", "below 15 %", "10.0 °C"],
	])("%j", (condition, sentence, limit, worst) => {
		expect(ruleSentence({ condition, forSeconds: 0 }, "°F")).toBe(sentence);
		expect(limitText(condition, "°F")).toBe(limit);
		expect(eventValueText(condition, 10, channels, "°F")).toBe(worst);
	});

	it("has its lines in the chart where the chart has them", () => {
		const condition: AlertCondition = { kind: "range", channels, is: "outside", low: value(2), high: value(8) };
		expect(limitLines(condition, "°F")).toEqual([
			{ value: 35.6, kind: "min", text: "Limit 35.6 °F" },
			{ value: 46.4, kind: "max", text: "Limit 46.4 °F" },
		]);
		expect(limitLines(condition)[1]).toEqual({ value: 8, kind: "max", text: "Limit 8 °C" });
	});
});

describe("a rule's sentence", () => {
	it.each<[AlertCondition, number, string]>([
		[
			{ kind: "threshold", channels, comparison: ">", limit: value(8) },
			1_200,
			"Temperature is above 8 °C for 20 minutes.",
		],
		[
			{ kind: "threshold", channels: { ...channels, name: "Door side" }, comparison: "≤", limit: value(-15.5) },
			0,
			"Door side is at most −15.5 °C.",
		],
		[
			{ kind: "threshold", channels, comparison: ">", limit: { from: "field", field: "maxTemp" } },
			0,
			"Temperature is above the device's maxTemp.",
		],
		[
			{ kind: "threshold", channels: { quantity: "door", unit: "", name: null }, comparison: "=", limit: value(1) },
			1_200,
			"Door is open for 20 minutes.",
		],
		[
			{ kind: "threshold", channels: { quantity: "door", unit: "", name: null }, comparison: "<", limit: value(1) },
			0,
			"Door is closed.",
		],
		[
			{ kind: "range", channels, is: "outside", low: value(2), high: value(8) },
			600,
			"Temperature is outside 2 to 8 °C for 10 minutes.",
		],
		[
			{
				kind: "range",
				channels,
				is: "outside",
				low: { from: "range", end: "min" },
				high: { from: "range", end: "max" },
			},
			0,
			"Temperature is outside its expected range.",
		],
		[
			{
				kind: "levels",
				channels,
				comparison: ">",
				levels: [
					{ severity: "warning", limit: value(8) },
					{ severity: "critical", limit: value(12) },
				],
			},
			0,
			"Temperature is above 8 °C (warning) or above 12 °C (critical).",
		],
		[
			{ kind: "rate", channels, direction: "fall", by: 5, withinSeconds: 1_800 },
			0,
			"Temperature falls by more than 5 °C within 30 minutes.",
		],
		[{ kind: "stuck", channels, afterSeconds: 7_200 }, 0, "Temperature has not changed for 2 h."],
		[
			{ kind: "statistic", channels, statistic: "mean", windowMinutes: 180, comparison: ">", limit: value(8) },
			0,
			"Mean Temperature over 3 h is above 8 °C.",
		],
		[
			{ kind: "repeated", channels, comparison: ">", limit: value(8), count: 3, withinSeconds: null },
			0,
			"Temperature is above 8 °C 3 times in a row.",
		],
		[
			{ kind: "repeated", channels, comparison: ">", limit: value(8), count: 3, withinSeconds: 3_600 },
			0,
			"Temperature is above 8 °C 3 times within 60 minutes.",
		],
		[
			{ kind: "noData", channels: null, afterSeconds: null },
			0,
			"No upload came for three upload intervals, and for 15 minutes at least.",
		],
		[{ kind: "noData", channels, afterSeconds: 3_600 }, 0, "No reading of Temperature came for 60 minutes."],
		[{ kind: "battery", below: 15 }, 0, "Battery is below 15 %."],
		[{ kind: "signal", below: -110 }, 0, "Signal is below −110 dBm."],
		[{ kind: "clockDrift", overSeconds: 600 }, 0, "Clock is wrong by more than 10 minutes."],
	])("of %j", (condition, forSeconds, sentence) => {
		expect(AlertCondition.safeParse(condition).error).toBeUndefined();
		expect(ruleSentence({ condition, forSeconds })).toBe(sentence);
	});

	it("says what an event saw in the unit of what is compared", () => {
		const above = { kind: "threshold" as const, channels, comparison: ">" as const, limit: value(8) };
		expect(eventValueText(above, 9.25, channels)).toBe("9.3 °C");
		expect(eventValueText({ kind: "noData", channels: null, afterSeconds: null }, 2_700, null)).toBe("45 minutes");
		expect(eventValueText({ ...above, kind: "repeated", count: 3, withinSeconds: 60 }, 4, channels)).toBe("4 times");
	});
});

describe("the input of a rule", () => {
	const levels = (one: object, other: object) => ({ kind: "levels", channels, comparison: ">", levels: [one, other] });
	const warning = { severity: "warning", limit: value(8) };

	it.each([
		[
			"limits that are turned",
			{ kind: "range", channels, is: "outside", low: value(8), high: value(2) },
			["high"],
			"Must be more than the lower limit.",
		],
		["one level", { kind: "levels", channels, comparison: ">", levels: [warning] }, ["levels"], "At least two levels."],
		[
			"a second level that is no worse",
			levels(warning, { ...warning, limit: value(9) }),
			["levels", 1, "severity"],
			"Must be worse than the level before.",
		],
		[
			"a second level that comes first",
			levels(warning, { severity: "critical", limit: value(7) }),
			["levels", 1, "limit"],
			"Must be more than the level before.",
		],
		[
			"a window of 20 minutes",
			{ kind: "statistic", channels, statistic: "mean", windowMinutes: 20, comparison: ">", limit: value(1) },
			["windowMinutes"],
			"A multiple of 15 minutes.",
		],
		[
			"a window past a day",
			{ kind: "statistic", channels, statistic: "mean", windowMinutes: 1_455, comparison: ">", limit: value(1) },
			["windowMinutes"],
			"At most 24 hours.",
		],
		[
			"a limit that is no number",
			{ kind: "threshold", channels, comparison: ">", limit: { from: "value", value: Number.NaN } },
			["limit", "value"],
			"Enter a number.",
		],
		[
			"one time in a row",
			{ kind: "repeated", channels, comparison: ">", limit: value(8), count: 1, withinSeconds: null },
			["count"],
			"At least two.",
		],
		[
			"no change at all",
			{ kind: "rate", channels, direction: "rise", by: 0, withinSeconds: 600 },
			["by"],
			"More than zero.",
		],
	])("refuses %s at its field", (_, condition, path, message) => {
		const rule = { condition, forSeconds: 0, clear: { by: "person" }, schedule: null };
		expect(AlertRule.safeParse(rule).error?.issues).toMatchObject([{ path: ["condition", ...path], message }]);
	});
});

describe("what is sent of an event", () => {
	const contactIds = [`ctc_${"0".repeat(26)}`];
	const step = (afterSeconds: number) => ({ afterSeconds, contactIds, contactGroupIds: [], channels: null });
	const whole = {
		channels: ["sms"],
		reminder: { everySeconds: 3_600, atMost: null },
		escalation: [step(600), step(1_200)],
		reportsMissed: true,
	};

	it("is taken as it is", () => {
		expect(AlertNotification.parse(whole)).toEqual(whole);
		expect(AlertNotification.parse(plainNotification)).toEqual(plainNotification);
	});

	it.each([
		["no channel", { channels: [] }, ["channels"], "Choose at least one channel."],
		[
			"reminders every minute",
			{ reminder: { everySeconds: 60, atMost: null } },
			["reminder", "everySeconds"],
			"At least 300 seconds.",
		],
		["no reminder", { reminder: { everySeconds: 600, atMost: 0 } }, ["reminder", "atMost"], "At least one."],
		[
			"a step before the one before",
			{ escalation: [step(600), step(600)] },
			["escalation", 1, "afterSeconds"],
			"Must be later than the step before.",
		],
		[
			"a step that tells nobody",
			{ escalation: [{ ...step(600), contactIds: [] }] },
			["escalation", 0, "contactIds"],
			"Choose at least one contact or contact group.",
		],
		[
			"a sixth step",
			{ escalation: [1, 2, 3, 4, 5, 6].map((at) => step(at * 60)) },
			["escalation"],
			"At most five steps.",
		],
	])("refuses %s at its field", (_, change, path, message) => {
		expect(AlertNotification.safeParse({ ...whole, ...change }).error?.issues).toMatchObject([{ path, message }]);
	});

	it.each(["device", "account", "contact", "Europe/Lisbon"])("may be within hours of the zone %s", (zone) => {
		const hours = { zone, weekly: [{ days: [1], from: "22:00", to: "06:00" }], spans: [] };
		expect(AlertHours.parse(hours)).toEqual(hours);
		expect(AlertHours.safeParse({ ...hours, zone: "Mars" }).error?.issues).toMatchObject([
			{ path: ["zone"], message: "Not a known time zone." },
		]);
	});
});
