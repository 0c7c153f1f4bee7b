import type { Alert, AlertScope, CreateAlert } from "../../../shared/alert";
import {
	type AlertClear,
	type AlertCondition,
	type AlertHours,
	type AlertLimit,
	type AlertNotification,
	AlertRule,
	type AlertSeverity,
	type AlertStatistic,
	type ChannelChoice,
	type Comparison,
	type EscalationStep,
	type Hysteresis,
	plainNotification,
} from "../../../shared/alert-rule";
import { ruleSentence } from "../../../shared/alert-sentence";
import type { DeliveryChannel } from "../../../shared/message";
import { quantities } from "../../../shared/units";
import { inLargestUnit, type TypedDuration, typedNumber, typedSeconds } from "../../forms/typed-setting";
import { temperatureUnit } from "../../ui/value-display";

/** What the form of a rule holds: numbers as they were typed, and the parts of every kind of condition, so that trying
    another kind loses nothing. */

export type ConditionKind = AlertCondition["kind"];

export type TypedLimit = { from: "value" | "field" | "min" | "max"; value: string; field: string };

export type TypedLevel = { severity: AlertSeverity; limit: TypedLimit };

export type ConditionValues = {
	kind: ConditionKind;
	channels: ChannelChoice;
	/** Of missing data. */
	isWholeDevice: boolean;
	comparison: Comparison;
	limit: TypedLimit;
	is: "outside" | "inside";
	low: TypedLimit;
	high: TypedLimit;
	levels: TypedLevel[];
	direction: "rise" | "fall" | "either";
	by: string;
	within: TypedDuration;
	statistic: AlertStatistic;
	windowMinutes: string;
	count: string;
	isInRow: boolean;
	after: TypedDuration;
	isAfterOffline: boolean;
	battery: string;
	signal: string;
	over: TypedDuration;
};

export type ClearValues = {
	by: AlertClear["by"];
	/** Empty: none. */
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
	channels: DeliveryChannel[] | null;
	reminder: ReminderValues;
	escalation: TypedStep[];
};

/** Nothing at all is zero minutes rather than zero seconds. */
const spanOf = (seconds: number): TypedDuration => (seconds === 0 ? minutes(0) : inLargestUnit(seconds));
const limitOf = (value: string): TypedLimit => ({ from: "value", value, field: "" });
const minutes = (amount: number): TypedDuration => ({ amount: String(amount), unit: "minutes" });
const temperature: ChannelChoice = { quantity: "temperature", unit: quantities.temperature.unit, name: null };
const nameLength = 64;

export const usualCondition: ConditionValues = {
	...{ kind: "threshold", channels: temperature, isWholeDevice: true, comparison: ">", limit: limitOf("") },
	...{ is: "outside", low: limitOf(""), high: limitOf("") },
	levels: [
		{ severity: "warning", limit: limitOf("") },
		{ severity: "critical", limit: limitOf("") },
	],
	...{ direction: "rise", by: "", within: minutes(30), statistic: "mean", windowMinutes: "60" },
	...{ count: "3", isInRow: true, after: minutes(60), isAfterOffline: true },
	...{ battery: "15", signal: "-105", over: minutes(10) },
};

const usualClear: ClearValues = {
	...{ by: "opposite", margin: "", marginKind: "absolute", comparison: "<", limit: limitOf("") },
	clearFor: minutes(0),
};

/** The recipient's hours come first to mind: by day on working days. */
const usualHours: HoursValues = {
	...{ isAlways: true, zone: "device", spans: [], reportsMissed: false },
	weekly: [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }],
};

export const newAlert: AlertValues = {
	...{ name: "", description: "", severity: "warning", isEnabled: true },
	...{ scopeKind: "all", groupIds: [], deviceIds: [] },
	...{ condition: usualCondition, forTime: minutes(10), clear: usualClear, hours: usualHours },
	...{ contactIds: [], contactGroupIds: [], channels: null },
	...{ reminder: { isOn: false, every: minutes(60), atMost: "" }, escalation: [] },
};

/** What a template fills in. */
export type AlertDraft = Partial<Pick<Alert, "name" | "description" | "severity" | "scope">> & { rule: AlertRule };

export function valuesOfDraft({ rule, scope = "all", ...facts }: AlertDraft): AlertValues {
	return { ...newAlert, ...facts, ...scopeValuesOf(scope), ...ruleValuesOf(rule) };
}

export function valuesOf(alert: Alert): AlertValues {
	const { name, description, severity, isEnabled, scope, rule, notification } = alert;
	return {
		...{ name, description, severity, isEnabled },
		...scopeValuesOf(scope),
		...ruleValuesOf(rule, notification.reportsMissed),
		contactIds: [...alert.contactIds].sort(),
		contactGroupIds: [...alert.contactGroupIds].sort(),
		...notificationValuesOf(notification),
	};
}

export function copyOf(alert: Alert): AlertValues {
	return { ...valuesOf(alert), name: `Copy of ${alert.name}`.slice(0, nameLength).trim() };
}

export function scopeValuesOf(scope: AlertScope): Pick<AlertValues, "scopeKind" | "groupIds" | "deviceIds"> {
	if (scope === "all") return { scopeKind: "all", groupIds: [], deviceIds: [] };
	if ("groupIds" in scope) return { scopeKind: "groups", groupIds: [...scope.groupIds].sort(), deviceIds: [] };
	return { scopeKind: "devices", groupIds: [], deviceIds: [...scope.deviceIds].sort() };
}

function ruleValuesOf({ condition, forSeconds, clear, schedule }: AlertRule, reportsMissed = false) {
	return {
		condition: conditionValuesOf(condition),
		forTime: spanOf(forSeconds),
		clear: clearValuesOf(clear),
		hours: schedule === null ? usualHours : { ...schedule, isAlways: false, reportsMissed },
	};
}

function typedLimit(limit: AlertLimit): TypedLimit {
	if (limit.from === "value") return limitOf(String(limit.value));
	if (limit.from === "field") return { from: "field", value: "", field: limit.field };
	return { from: limit.end, value: "", field: "" };
}

function conditionValuesOf(condition: AlertCondition): ConditionValues {
	const { kind } = condition;
	const channels = "channels" in condition && condition.channels ? { channels: condition.channels } : {};
	const compared =
		"comparison" in condition && "limit" in condition
			? { comparison: condition.comparison, limit: typedLimit(condition.limit) }
			: {};
	return { ...usualCondition, kind, ...channels, ...compared, ...ownValuesOf(condition) };
}

/** What only this kind of condition has. */
function ownValuesOf(condition: AlertCondition): Partial<ConditionValues> {
	switch (condition.kind) {
		case "threshold":
			return {};
		case "range":
			return { is: condition.is, low: typedLimit(condition.low), high: typedLimit(condition.high) };
		case "levels": {
			const { comparison } = condition;
			return {
				comparison,
				levels: condition.levels.map(({ severity, limit }) => ({ severity, limit: typedLimit(limit) })),
			};
		}
		case "rate": {
			const { direction, by, withinSeconds } = condition;
			return { direction, by: String(by), within: spanOf(withinSeconds) };
		}
		case "stuck":
			return { after: spanOf(condition.afterSeconds) };
		case "statistic":
			return { statistic: condition.statistic, windowMinutes: String(condition.windowMinutes) };
		case "repeated": {
			const { count, withinSeconds } = condition;
			const within = withinSeconds === null ? {} : { within: spanOf(withinSeconds) };
			return { count: String(count), isInRow: withinSeconds === null, ...within };
		}
		case "noData": {
			const { channels, afterSeconds } = condition;
			const after = afterSeconds === null ? {} : { after: spanOf(afterSeconds) };
			return { isWholeDevice: channels === null, isAfterOffline: afterSeconds === null, ...after };
		}
		case "battery":
			return { battery: String(condition.below) };
		case "signal":
			return { signal: String(condition.below) };
		case "clockDrift":
			return { over: spanOf(condition.overSeconds) };
	}
}

function clearValuesOf(clear: AlertClear): ClearValues {
	if (clear.by === "person") return { ...usualClear, by: "person" };
	const clearFor = spanOf(clear.clearForSeconds);
	if (clear.by === "condition") {
		return { ...usualClear, by: "condition", clearFor, comparison: clear.comparison, limit: typedLimit(clear.limit) };
	}
	const margin = clear.hysteresis && {
		margin: String(clear.hysteresis.value),
		marginKind: clear.hysteresis.kind,
	};
	return { ...usualClear, clearFor, ...margin };
}

function notificationValuesOf({ channels, reminder, escalation }: AlertNotification) {
	return {
		channels,
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

/** What is no number becomes NaN, which the schema refuses at its field. */
export function toAlertInput(values: AlertValues): CreateAlert {
	const { name, description, isEnabled, contactIds, contactGroupIds } = values;
	return {
		...{ name, description, severity: severityOf(values), isEnabled },
		...{ scope: scopeOf(values), contactIds, contactGroupIds },
		rule: ruleOf(values),
		notification: notificationOf(values),
	};
}

/** Of several levels the worst one's: the list shows it. */
export function severityOf({ severity, condition: { kind, levels } }: AlertValues): AlertSeverity {
	return kind === "levels" ? (levels.at(-1)?.severity ?? severity) : severity;
}

export function scopeOf({ scopeKind, groupIds, deviceIds }: AlertValues): AlertScope {
	if (scopeKind === "all") return "all";
	return scopeKind === "groups" ? { groupIds } : { deviceIds };
}

export function ruleOf({ condition, forTime, clear, hours }: AlertValues): AlertRule {
	const { isAlways, reportsMissed: _, ...schedule } = hours;
	return {
		condition: conditionOf(condition),
		// Silence lasts by itself.
		forSeconds: condition.kind === "noData" ? 0 : typedSeconds(forTime),
		clear: clearOf(clear, condition.kind),
		schedule: isAlways ? null : schedule,
	};
}

function limitOfTyped({ from, value, field }: TypedLimit): AlertLimit {
	if (from === "value") return { from, value: typedNumber(value) };
	return from === "field" ? { from, field } : { from: "range", end: from };
}

function conditionOf(values: ConditionValues): AlertCondition {
	const { kind, channels, comparison } = values;
	const compared = { comparison, limit: limitOfTyped(values.limit) };
	switch (kind) {
		case "threshold":
			return { kind, channels, ...compared };
		case "range":
			return { kind, channels, is: values.is, low: limitOfTyped(values.low), high: limitOfTyped(values.high) };
		case "levels": {
			const levels = values.levels.map(({ severity, limit }) => ({ severity, limit: limitOfTyped(limit) }));
			return { kind, channels, comparison: orderedBy(comparison), levels };
		}
		case "rate": {
			const { direction, by, within } = values;
			return { kind, channels, direction, by: typedNumber(by), withinSeconds: typedSeconds(within) };
		}
		case "stuck":
			return { kind, channels, afterSeconds: typedSeconds(values.after) };
		case "statistic": {
			const { statistic, windowMinutes } = values;
			return { kind, channels, statistic, windowMinutes: Number(windowMinutes), ...compared };
		}
		case "repeated": {
			const withinSeconds = values.isInRow ? null : typedSeconds(values.within);
			return { kind, channels, ...compared, count: typedNumber(values.count), withinSeconds };
		}
		case "noData": {
			const afterSeconds = values.isAfterOffline ? null : typedSeconds(values.after);
			return { kind, channels: values.isWholeDevice ? null : channels, afterSeconds };
		}
		case "battery":
			return { kind, below: typedNumber(values.battery) };
		case "signal":
			return { kind, below: typedNumber(values.signal) };
		case "clockDrift":
			return { kind, overSeconds: typedSeconds(values.over) };
	}
}

/** Levels rise or fall, so that equality is none of theirs. */
export function orderedBy(comparison: Comparison): ">" | "≥" | "<" | "≤" {
	return comparison === "=" || comparison === "≠" ? ">" : comparison;
}

/** Kinds whose end is no value that somebody could compare otherwise. */
const plainlyEnding = new Set<ConditionKind>(["noData", "stuck", "clockDrift"]);

export function endsPlainly(kind: ConditionKind): boolean {
	return plainlyEnding.has(kind);
}

function clearOf(values: ClearValues, kind: ConditionKind): AlertClear {
	const { by, margin, marginKind, comparison, limit, clearFor } = values;
	if (by === "person") return { by };
	const clearForSeconds = typedSeconds(clearFor);
	const isPlain = endsPlainly(kind);
	if (by === "condition" && !isPlain) return { by, comparison, limit: limitOfTyped(limit), clearForSeconds };
	const hasMargin = !isPlain && margin.trim() !== "";
	return {
		by: "opposite",
		hysteresis: hasMargin ? { kind: marginKind, value: typedNumber(margin) } : null,
		clearForSeconds,
	};
}

function notificationOf({ channels, reminder, escalation, hours }: AlertValues): AlertNotification {
	const { isOn, every, atMost } = reminder;
	return {
		...plainNotification,
		channels,
		reminder: isOn
			? { everySeconds: typedSeconds(every), atMost: atMost.trim() === "" ? null : typedNumber(atMost) }
			: null,
		escalation: escalation.map(({ after, ...step }) => ({ ...step, afterSeconds: typedSeconds(after) })),
		reportsMissed: hours.reportsMissed && !hours.isAlways,
	};
}

/** A list is one field of the form, whatever entry of it is wrong. */
export function fieldOf(path: string): string {
	const list =
		/^(scope|contactIds|contactGroupIds|notification\.channels|notification\.escalation\.\d+\.\w+Ids)\b/.exec(path);
	return list?.[0] ?? path;
}

/** Null while something of it is missing or wrong. */
export function validRule(values: AlertValues): AlertRule | null {
	const parsed = AlertRule.safeParse(ruleOf(values));
	return parsed.success ? parsed.data : null;
}

/** Null as long as the rule is not complete. */
export function sentenceOf(values: AlertValues): string | null {
	const rule = validRule(values);
	return rule && ruleSentence(rule, temperatureUnit());
}
