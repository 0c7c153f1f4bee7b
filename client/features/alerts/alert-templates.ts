import type { Alert } from "../../../shared/alert";
import type { AlertRule, Hysteresis } from "../../../shared/alert-rule";
import type { AlertSeverity, ChannelChoice } from "../../../shared/conditions/terms";
import { DeviceId, GroupId } from "../../../shared/ids";
import { type Quantity, quantities } from "../../../shared/units";
import { type AlertDraft, type AlertValues, copyOf, newAlert, scopeValuesOf, valuesOfDraft } from "./alert-values";
import type { NewAlertSearch } from "./alerts-search";

/** Where most people begin. Whom a rule watches and tells is never a template's to choose. */
export type AlertTemplate = AlertDraft & { id: string; name: string; summary: string; severity: AlertSeverity };

const minute = 60;

function channelsOf(quantity: Quantity): ChannelChoice {
	return { quantity, unit: quantities[quantity].unit, name: null };
}

const fixed = (value: number) => ({ from: "value" as const, value });

function backBy(value: number, minutes = 0): AlertRule["clear"] {
	const hysteresis: Hysteresis = { kind: "absolute", value };
	return { by: "opposite", hysteresis, clearForSeconds: minutes * minute };
}

function above(limit: number, minutes: number, clear: AlertRule["clear"]): AlertRule {
	return {
		condition: { kind: "threshold", channels: channelsOf("temperature"), comparison: ">", limit: fixed(limit) },
		...{ forSeconds: minutes * minute, clear, schedule: null },
	};
}

export const alertTemplates: readonly AlertTemplate[] = [
	{
		id: "cold-room",
		name: "Cold room too warm",
		summary: "Above 8 °C for 20 minutes",
		severity: "critical",
		description: "Shut the door, check the cooling, and move the goods if it stays warm.",
		rule: above(8, 20, backBy(0.5, 5)),
	},
	{
		id: "freezer",
		name: "Freezer thawing",
		summary: "Above −15 °C for 45 minutes, longer than a defrost takes",
		severity: "critical",
		description: "Keep the lid shut and check the power. Do not refreeze what has thawed.",
		rule: above(-15, 45, backBy(1, 5)),
	},
	{
		id: "pharmacy",
		name: "Medicines out of range",
		summary: "Outside 2 to 8 °C for 10 minutes",
		severity: "critical",
		description: "Quarantine what is inside and call the pharmacist.",
		rule: {
			condition: {
				...{ kind: "range", channels: channelsOf("temperature"), is: "outside" },
				...{ low: fixed(2), high: fixed(8) },
			},
			...{ forSeconds: 10 * minute, clear: backBy(0.5, 5), schedule: null },
		},
	},
	{
		id: "server-room",
		name: "Server room too warm",
		summary: "Warning above 27 °C, critical above 32 °C",
		severity: "critical",
		description: "Check the air conditioning. Shut down what is not needed above 35 °C.",
		rule: {
			condition: {
				...{ kind: "levels", channels: channelsOf("temperature"), comparison: ">" },
				levels: [
					{ severity: "warning", limit: fixed(27) },
					{ severity: "critical", limit: fixed(32) },
				],
			},
			...{ forSeconds: 10 * minute, clear: backBy(1, 5), schedule: null },
		},
	},
	{
		id: "silent-device",
		name: "Device silent",
		summary: "No upload for 3 intervals (min. 15 min)",
		severity: "warning",
		description: "Check power and signal first.",
		rule: {
			condition: { kind: "noData", channels: null, afterSeconds: null },
			...{ forSeconds: 0, clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 }, schedule: null },
		},
	},
	{
		id: "low-battery",
		name: "Battery low",
		summary: "Below 15 %",
		severity: "warning",
		description: "Replace the batteries before readings stop.",
		rule: { condition: { kind: "battery", below: 15 }, forSeconds: 0, clear: backBy(5), schedule: null },
	},
];

type Beginning = { copied: Alert | undefined; isScoped: boolean };

/** What the form of a new rule holds at first. What an address names wrongly is left out. */
export function beginAlert(search: NewAlertSearch, { copied, isScoped }: Beginning): AlertValues {
	const template = alertTemplates.find(({ id }) => id === search.template);
	const begun = copied ? copyOf(copied) : template ? valuesOfDraft(template) : newAlert;
	const deviceIds = idsIn(search.device, (id) => DeviceId.safeParse(id).success);
	const groupIds = idsIn(search.group, (id) => GroupId.safeParse(id).success);
	if (deviceIds.length > 0) return { ...begun, ...scopeValuesOf({ deviceIds }) };
	if (groupIds.length > 0) return { ...begun, ...scopeValuesOf({ groupIds }) };
	return isScoped && begun.scopeKind === "all" ? { ...begun, scopeKind: "groups" } : begun;
}

function idsIn(text: string | undefined, isId: (id: string) => boolean): string[] {
	return [...new Set(text?.split(",").filter(isId))];
}
