import type { Alert, AlertScope, CreateAlert } from "../../../shared/alert/alert";
import { GetUnwatched, type UnwatchedChannels } from "../../../shared/alert/alert-coverage";
import {
	type AlertClear,
	type AlertHours,
	type AlertNotification,
	type AlertRole,
	AlertRule,
	type EscalationStep,
	type Hysteresis,
	ownSeverities,
	plainNotification,
} from "../../../shared/alert/alert-rule";
import { comparesDuration, ruleSentence } from "../../../shared/alert/alert-sentence";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { AlertSeverity, Comparison } from "../../../shared/alert/conditions/terms";
import { DeviceId, GroupId } from "../../../shared/base/ids";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import type { DeliveryChannel } from "../../../shared/message/message";
import { type TypedDuration, typedNumber, typedSeconds } from "../../forms/typed-setting";
import { digitsText, valueStyle } from "../../ui/value-display";
import { t } from "../../words/made/alerts";
import { type AlertDraft, alertTemplates } from "./alert-templates";
import type { NewAlertSearch } from "./alerts-search";
import { emptyLimit, limitOfTyped, minutes, spanOf, typedLimit } from "./conditions/condition-form";
import { type ConditionValues, conditionOf, conditionValuesOf, usualCondition } from "./conditions/registry";
import type { TypedLimit } from "./sentence-parts";

export type ClearValues = {
	by: AlertClear["by"];
	margin: string;
	marginKind: Hysteresis["kind"];
	comparison: Comparison;
	limit: TypedLimit;
	clearFor: TypedDuration;
};

export type HoursValues = AlertHours & { isAlways: boolean; reportsMissed: boolean };

export type TypedStep = Omit<EscalationStep, "afterSeconds"> & { after: TypedDuration };

export type ReminderValues = { isOn: boolean; every: TypedDuration; atMost: string };

export type AlertValues = {
	name: string;
	description: string;
	severity: AlertSeverity;
	isEnabled: boolean;
	scopeKind: "all" | "groups" | "devices";
	groupIds: string[];
	deviceIds: string[];
	condition: ConditionValues;
	forTime: TypedDuration;
	clear: ClearValues;
	hours: HoursValues;
	contactIds: string[];
	contactGroupIds: string[];
	roles: AlertRole[];
	rosterIds: string[];
	channels: DeliveryChannel[] | null;
	reminder: ReminderValues;
	escalation: TypedStep[];
};

const nameLength = 64;

const usualClear: ClearValues = {
	by: "opposite",
	margin: "",
	marginKind: "absolute",
	comparison: "<",
	limit: emptyLimit,
	clearFor: minutes(0),
};

const usualHours: HoursValues = {
	isAlways: true,
	zone: "device",
	spans: [],
	reportsMissed: false,
	weekly: [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }],
};

export const newAlert: AlertValues = {
	name: "",
	description: "",
	severity: "warning",
	isEnabled: true,
	scopeKind: "all",
	groupIds: [],
	deviceIds: [],
	condition: usualCondition,
	forTime: minutes(10),
	clear: usualClear,
	hours: usualHours,
	contactIds: [],
	contactGroupIds: [],
	roles: [],
	rosterIds: [],
	channels: null,
	reminder: { isOn: false, every: minutes(60), atMost: "" },
	escalation: [],
};

export function valuesOfDraft({ rule, scope = "all", ...facts }: AlertDraft): AlertValues {
	return { ...newAlert, ...facts, ...scopeValuesOf(scope), ...ruleValuesOf(rule) };
}

export function valuesOf(alert: Alert): AlertValues {
	const { name, description, severity, isEnabled, scope, rule, notification } = alert;
	return {
		name,
		description,
		severity,
		isEnabled,
		...scopeValuesOf(scope),
		...ruleValuesOf(rule, notification.reportsMissed),
		contactIds: alert.contactIds,
		contactGroupIds: alert.contactGroupIds,
		...notificationValuesOf(notification),
	};
}

export function copyOf(alert: Alert): AlertValues {
	return { ...valuesOf(alert), name: t("copyOf", { name: alert.name }).slice(0, nameLength).trim() };
}

export function scopeValuesOf(scope: AlertScope): Pick<AlertValues, "scopeKind" | "groupIds" | "deviceIds"> {
	if (scope === "all") return { scopeKind: "all", groupIds: [], deviceIds: [] };
	if ("groupIds" in scope) return { scopeKind: "groups", groupIds: scope.groupIds, deviceIds: [] };
	return { scopeKind: "devices", groupIds: [], deviceIds: scope.deviceIds };
}

type Beginning = { copied: Alert | undefined; isScoped: boolean; unwatched?: UnwatchedChannels | undefined };

/** The values of a new rule. Ignores invalid parameters of the address. */
export function beginAlert(search: NewAlertSearch, { copied, isScoped, unwatched }: Beginning): AlertValues {
	if (unwatched && unwatched.deviceIds.length > 0) return ofUnwatched(unwatched);
	const template = alertTemplates.find(({ id }) => id === search.template);
	const begun = copied ? copyOf(copied) : template ? valuesOfDraft(template) : newAlert;
	const deviceIds = idsIn(search.device, (id) => DeviceId.safeParse(id).success);
	const groupIds = idsIn(search.group, (id) => GroupId.safeParse(id).success);
	if (deviceIds.length > 0) return { ...begun, ...scopeValuesOf({ deviceIds }) };
	if (groupIds.length > 0) return { ...begun, ...scopeValuesOf({ groupIds }) };
	return isScoped && begun.scopeKind === "all" ? { ...begun, scopeKind: "groups" } : begun;
}

/** Outside the expected range if every channel has one; else the user types the limit. */
function ofUnwatched({ quantity, unit, name, isEvery, deviceIds, hasRanges }: UnwatchedChannels): AlertValues {
	const ends = { low: typedLimit({ from: "range", end: "min" }), high: typedLimit({ from: "range", end: "max" }) };
	const kind = hasRanges ? ({ kind: "range", ...ends } as const) : {};
	const condition = { ...usualCondition, channels: { quantity, unit, name }, ...kind };
	const named = { quantity: quantityTitles[quantity] };
	const title = hasRanges ? t("new.outOfRange", named) : t("new.limit", named);
	return { ...newAlert, name: title, condition, ...scopeValuesOf(isEvery ? "all" : { deviceIds }) };
}

export function unwatchedIn({ unwatched = "" }: NewAlertSearch): GetUnwatched | null {
	const [quantity, ...unit] = unwatched.split(" ");
	return GetUnwatched.safeParse({ quantity, unit: unit.join(" ") }).data ?? null;
}

function idsIn(text: string | undefined, isId: (id: string) => boolean): string[] {
	return [...new Set(text?.split(",").filter(isId))];
}

function ruleValuesOf({ condition, forSeconds, clear, schedule }: AlertRule, reportsMissed = false) {
	return {
		condition: conditionValuesOf(condition),
		forTime: spanOf(forSeconds),
		clear: clearValuesOf(clear),
		hours: schedule === null ? usualHours : { ...schedule, isAlways: false, reportsMissed },
	};
}

function clearValuesOf(clear: AlertClear): ClearValues {
	if (clear.by === "person") return { ...usualClear, by: "person" };
	const clearFor = spanOf(clear.clearForSeconds);
	if (clear.by === "condition") {
		return { ...usualClear, by: "condition", clearFor, comparison: clear.comparison, limit: typedLimit(clear.limit) };
	}
	const margin = clear.hysteresis && {
		margin: digitsText(String(clear.hysteresis.value)),
		marginKind: clear.hysteresis.kind,
	};
	return { ...usualClear, clearFor, ...margin };
}

function notificationValuesOf({ channels, roles = [], rosterIds = [], reminder, escalation }: AlertNotification) {
	return {
		channels,
		roles,
		rosterIds,
		reminder: reminder
			? {
					isOn: true,
					every: spanOf(reminder.everySeconds),
					atMost: reminder.atMost === null ? "" : String(reminder.atMost),
				}
			: newAlert.reminder,
		escalation: escalation.map(({ afterSeconds, ...step }) => ({ ...step, after: spanOf(afterSeconds) })),
	};
}

/** Text that is no number becomes NaN, which the schema rejects at its field. */
export function toAlertInput(values: AlertValues): CreateAlert {
	const { name, description, isEnabled, contactIds, contactGroupIds } = values;
	return {
		name,
		description,
		severity: severityOf(values),
		isEnabled,
		scope: scopeOf(values),
		contactIds,
		contactGroupIds,
		rule: ruleOf(values),
		notification: notificationOf(values),
	};
}

export function severityOf({ severity, condition }: AlertValues): AlertSeverity {
	return ownSeverities(conditionOf(condition))?.at(-1) ?? severity;
}

export function scopeOf({ scopeKind, groupIds, deviceIds }: AlertValues): AlertScope {
	if (scopeKind === "all") return "all";
	return scopeKind === "groups" ? { groupIds } : { deviceIds };
}

export function ruleOf({ condition: values, forTime, clear, hours }: AlertValues): AlertRule {
	const { isAlways, reportsMissed: _, ...schedule } = hours;
	const condition = conditionOf(values);
	return {
		condition,
		forSeconds: isSilence(condition) ? 0 : typedSeconds(forTime),
		clear: clearOf(clear, condition),
		schedule: isAlways ? null : schedule,
	};
}

function clearOf(values: ClearValues, condition: AlertCondition): AlertClear {
	const { by, margin, marginKind, comparison, limit, clearFor } = values;
	if (by === "person") return { by };
	const clearForSeconds = typedSeconds(clearFor);
	const isPlain = comparesDuration(condition);
	if (by === "condition" && !isPlain) return { by, comparison, limit: limitOfTyped(limit), clearForSeconds };
	const hasMargin = !isPlain && margin.trim() !== "";
	return {
		by: "opposite",
		hysteresis: hasMargin ? { kind: marginKind, value: typedNumber(margin) } : null,
		clearForSeconds,
	};
}

function notificationOf({ channels, roles, rosterIds, reminder, escalation, hours }: AlertValues): AlertNotification {
	const { isOn, every, atMost } = reminder;
	return {
		...plainNotification,
		...(roles.length > 0 && { roles }),
		...(rosterIds.length > 0 && { rosterIds }),
		channels,
		reminder: isOn
			? { everySeconds: typedSeconds(every), atMost: atMost.trim() === "" ? null : typedNumber(atMost) }
			: null,
		escalation: escalation.map(({ after, ...step }) => ({ ...step, afterSeconds: typedSeconds(after) })),
		reportsMissed: hours.reportsMissed && !hours.isAlways,
	};
}

/** The form has one field per list, which shows the error of any entry. */
export function fieldOf(path: string): string {
	const list =
		/^(scope|contactIds|contactGroupIds|notification\.channels|notification\.rosterIds|notification\.escalation\.\d+\.\w+Ids)\b/.exec(
			path,
		);
	return list?.[0] ?? path;
}

export function validRule(values: AlertValues): AlertRule | null {
	const parsed = AlertRule.safeParse(ruleOf(values));
	return parsed.success ? parsed.data : null;
}

export function sentenceOf(values: AlertValues): string | null {
	const rule = validRule(values);
	return rule && ruleSentence(rule, valueStyle());
}
