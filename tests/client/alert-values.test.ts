import { describe, expect, test } from "vitest";
import { alertDenial } from "../../client/features/alerts/alert-labels";
import { alertParts } from "../../client/features/alerts/alert-parts";
import { alertTemplates } from "../../client/features/alerts/alert-templates";
import {
	type AlertValues,
	beginAlert,
	copyOf,
	fieldOf,
	newAlert,
	sentenceOf,
	toAlertInput,
	valuesOf,
	valuesOfDraft,
} from "../../client/features/alerts/alert-values";
import { mergeValues } from "../../client/forms/versioned-form";
import { errorsFrom } from "../../client/ui/form/schema-errors";
import { type Alert, CreateAlert } from "../../shared/alert/alert";
import type { AlertRule } from "../../shared/alert/alert-rule";
import { conditions, unknownCondition } from "../conditions";
import { exampleId } from "../upstream/ids";
import { alerts } from "../upstream/records";

const clears: AlertRule["clear"][] = [
	{ by: "opposite", hysteresis: null, clearForSeconds: 0 },
	{ by: "opposite", hysteresis: { kind: "percent", value: 5 }, clearForSeconds: 300 },
	{ by: "condition", comparison: "≤", limit: { from: "range", end: "max" }, clearForSeconds: 60 },
	{ by: "person" },
];

const [plain] = alerts;
if (!plain) throw new Error("No rule among the records");

function alertWith(changes: Partial<Alert>): Alert {
	return { ...plain, ...changes } as Alert; // a whole rule and parts of one
}

function inputOf(alert: Alert): CreateAlert {
	return CreateAlert.parse(alert);
}

describe("the form of a rule", () => {
	test.each(conditions)("keeps a condition as it is: %j", (condition) => {
		const forSeconds = condition.kind === "noData" ? 0 : 600;
		const severity = condition.kind === "levels" ? "critical" : "warning";
		const alert = alertWith({ severity, rule: { ...alertWith({}).rule, condition, forSeconds } });
		expect(toAlertInput(valuesOf(alert))).toEqual(inputOf(alert));
	});

	test("takes a kind that it does not know for no other", () => {
		const alert = alertWith({ rule: { ...alertWith({}).rule, condition: unknownCondition } });
		expect(() => valuesOf(alert)).toThrow("Unknown kind of condition: unheardOf");
	});

	test.each(clears)("keeps how it ends: %j", (clear) => {
		const alert = alertWith({ rule: { ...alertWith({}).rule, clear } });
		expect(toAlertInput(valuesOf(alert))).toEqual(inputOf(alert));
	});

	test("keeps hours, scope, recipients, reminders and escalation", () => {
		const contactIds = [exampleId("contact", 1), exampleId("contact", 2)];
		const alert = alertWith({
			scope: { groupIds: [exampleId("group", 1), exampleId("group", 2)] },
			contactIds,
			contactGroupIds: [exampleId("contactGroup", 1)],
			rule: {
				...alertWith({}).rule,
				schedule: {
					zone: "contact",
					weekly: [{ days: [1, 7], from: "22:00", to: "06:00" }],
					spans: [{ from: 1_000, to: 2_000 }],
				},
			},
			notification: {
				channels: ["email", "sms"],
				reminder: { everySeconds: 1_800, atMost: 3 },
				escalation: [{ afterSeconds: 3_600, contactIds, contactGroupIds: [], channels: null }],
				reportsMissed: true,
			},
		});
		expect(toAlertInput(valuesOf(alert))).toEqual(inputOf(alert));
	});

	test("loses nothing of one kind while another is tried", () => {
		const alert = alertWith({});
		const values = valuesOf(alert);
		const tried: AlertValues = { ...values, condition: { ...values.condition, kind: "battery" } };
		const back: AlertValues = { ...tried, condition: { ...tried.condition, kind: values.condition.kind } };
		expect(toAlertInput(tried).rule.condition).toEqual({ kind: "battery", below: 15 });
		expect(toAlertInput(back)).toEqual(inputOf(alert));
	});

	test("shows the severity of the worst level", () => {
		const values: AlertValues = { ...newAlert, condition: { ...newAlert.condition, kind: "levels" } };
		expect(toAlertInput(values).severity).toBe("critical");
	});
});

describe("errors of the form of a rule", () => {
	const limit = (value: string) => ({ from: "value" as const, value, field: "" });
	const step = {
		after: { amount: "30", unit: "minutes" as const },
		contactIds: [],
		contactGroupIds: [],
		channels: null,
	};
	test.each<[string, Partial<AlertValues>, string[]]>([
		["no name and no limit", {}, ["name", "rule.condition.limit.value"]],
		[
			"a range from high to low",
			{ condition: { ...newAlert.condition, kind: "range", low: limit("8"), high: limit("2") } },
			["name", "rule.condition.high"],
		],
		[
			"levels that do not rise",
			{
				condition: {
					...newAlert.condition,
					kind: "levels",
					levels: [
						{ severity: "warning", limit: limit("8") },
						{ severity: "critical", limit: limit("7") },
					],
				},
			},
			["name", "rule.condition.levels.1.limit"],
		],
		["no group", { scopeKind: "groups" }, ["name", "scope", "rule.condition.limit.value"]],
		["no device", { scopeKind: "devices" }, ["name", "scope", "rule.condition.limit.value"]],
		["a word for a time", { forTime: { amount: "ten", unit: "minutes" } }, ["rule.forSeconds"]],
		["no channel", { channels: [] }, ["notification.channels"]],
		["a step that notifies nobody", { escalation: [step] }, ["notification.escalation.0.contactIds"]],
		["steps in no order", { escalation: [step, step] }, ["notification.escalation.1.afterSeconds"]],
		["a day without days", hours({ days: [] }), ["rule.schedule.weekly.0.days"]],
		["hours without length", hours({ from: "08:00", to: "08:00" }), ["rule.schedule.weekly.0.to"]],
	])("%s", (_, changes, paths) => {
		const errors = errorsFrom(CreateAlert, toAlertInput({ ...newAlert, ...changes }));
		expect(Object.keys(errors).map(fieldOf)).toEqual(expect.arrayContaining(paths));
	});

	function hours(changes: { days?: number[]; from?: string; to?: string }): Partial<AlertValues> {
		const weekly = [{ days: [1], from: "08:00", to: "18:00", ...changes }];
		return { hours: { ...newAlert.hours, isAlways: false, weekly } };
	}
});

describe("a new rule", () => {
	test.each(alertTemplates)("completes all but the recipients from the template $id", ({ id, name, rule }) => {
		const values = beginAlert({ template: id }, { copied: undefined, isScoped: false });
		expect(errorsFrom(CreateAlert, toAlertInput(values))).toEqual({});
		expect(toAlertInput(values)).toMatchObject({ name, rule, scope: "all", contactIds: [] });
		expect(sentenceOf(values)).not.toBeNull();
	});

	test("watches the devices or groups that the address names, and nothing that it names wrongly", () => {
		const [device, group] = [exampleId("device", 1), exampleId("group", 1)];
		const begin = (search: object, isScoped = false) => beginAlert(search, { copied: undefined, isScoped });
		expect(toAlertInput(begin({ device: `${device},nonsense,${device}` })).scope).toEqual({ deviceIds: [device] });
		expect(toAlertInput(begin({ group, template: "freezer" })).scope).toEqual({ groupIds: [group] });
		expect(begin({ device: "nonsense", template: "nonsense" })).toEqual(newAlert);
		expect(begin({}, true).scopeKind).toBe("groups");
	});

	test("gives a copied rule a name of its own", () => {
		const alert = alertWith({ name: "x".repeat(64) });
		const copy = copyOf(alert);
		expect(copy.name).toBe(`Copy of ${"x".repeat(56)}`);
		expect({ ...toAlertInput(copy), name: alert.name }).toEqual(inputOf(alert));
	});
});

test("merges what two people change of a rule part by part, each in words", () => {
	const choices = { groups: [], contacts: [], contactGroups: [], rosters: [] };
	const base = valuesOf(alertWith({}));
	const mine: AlertValues = { ...base, name: "Mine", condition: { ...base.condition, comparison: "<" } };
	const theirs: AlertValues = { ...base, condition: { ...base.condition, comparison: "≤" }, contactIds: [] };
	const { values, taken, conflicts } = mergeValues(alertParts(choices), { base, mine, theirs });
	expect(values).toMatchObject({ name: "Mine", contactIds: [] });
	expect(taken).toEqual(["Recipients"]);
	expect(conflicts.map(({ label, mine: own, theirs: other }) => [label, own, other])).toEqual([
		["Rule", "Air is below 8 °C for 15 minutes.", "Air is at most 8 °C for 15 minutes."],
	]);
});

test("allows only certain roles to change a rule", () => {
	expect(alertDenial({ role: "operator" }, { isEditable: true })).toBeNull();
	expect(alertDenial({ role: "operator" }, { isEditable: false })).toMatch(/outside your groups/);
	expect(alertDenial({ role: "viewer" })).toMatch(/can change alert rules/);
});

test("A template says nothing of devices, hours or recipients", () => {
	for (const template of alertTemplates) {
		const { scopeKind, contactIds, hours } = valuesOfDraft(template);
		expect({ scopeKind, contactIds, isAlways: hours.isAlways }).toEqual({
			scopeKind: "all",
			contactIds: [],
			isAlways: true,
		});
	}
});
