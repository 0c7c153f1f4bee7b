import { describe, expect, it } from "vitest";
import { AlertHours, AlertNotification, AlertRule, plainNotification } from "../../../shared/alert/alert-rule";
import type { AlertLimit } from "../../../shared/alert/conditions/terms";
import { issuesOf } from "../fixtures/issues-of";

const wind = { quantity: "windDirection", unit: "°", name: null } as const;
const channels = { quantity: "temperature" as const, unit: "°C", name: null };
const value = (limit: number): AlertLimit => ({ from: "value", value: limit });

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
		[
			"a mean of a direction",
			{ kind: "statistic", channels: wind, statistic: "mean", windowMinutes: 60, comparison: ">", limit: value(90) },
			["statistic"],
			"A direction has no mean, sum or extreme: 350° and 10° are 180° on average. Compare its readings.",
		],
		[
			"a rise of a direction",
			{ kind: "rate", channels: wind, direction: "rise", by: 90, withinSeconds: 600 },
			["direction"],
			"A wind direction has no rise or fall: from 350° to 10° it turns by 20°. Compare its readings.",
		],
	])("refuses %s at its field", (_, condition, path, message) => {
		const rule = { condition, forSeconds: 0, clear: { by: "person" }, schedule: null };
		expect(issuesOf(AlertRule, rule)).toMatchObject([{ path: ["condition", ...path], message }]);
	});
});

describe("the notification of a rule", () => {
	const contactIds = [`ctc_${"0".repeat(26)}`];
	const step = (afterSeconds: number) => ({ afterSeconds, contactIds, contactGroupIds: [], channels: null });
	const whole = {
		channels: ["sms"],
		reminder: { everySeconds: 3_600, atMost: null },
		escalation: [step(600), step(1_200)],
		reportsMissed: true,
	};

	it("passes the schema unchanged", () => {
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
			"Choose at least one contact, contact group or role.",
		],
		[
			"a sixth step",
			{ escalation: [1, 2, 3, 4, 5, 6].map((at) => step(at * 60)) },
			["escalation"],
			"At most five steps.",
		],
	])("refuses %s at its field", (_, change, path, message) => {
		expect(issuesOf(AlertNotification, { ...whole, ...change })).toMatchObject([{ path, message }]);
	});

	it.each(["device", "account", "contact", "Europe/Lisbon"])("may be within hours of the zone %s", (zone) => {
		const hours = { zone, weekly: [{ days: [1], from: "22:00", to: "06:00" }], spans: [] };
		expect(AlertHours.parse(hours)).toEqual(hours);
		expect(issuesOf(AlertHours, { ...hours, zone: "Mars" })).toMatchObject([
			{ path: ["zone"], message: "Not a known time zone." },
		]);
	});
});
