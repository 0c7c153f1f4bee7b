import type { Alert } from "../../../shared/alert/alert";
import type { AlertRule, Hysteresis } from "../../../shared/alert/alert-rule";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { quantities } from "../../../shared/formats/units";

export type AlertDraft = Partial<Pick<Alert, "name" | "description" | "severity" | "scope">> & { rule: AlertRule };

/** A template never sets the watched devices or the recipients. */
export type AlertTemplate = AlertDraft & { id: string; name: string; summary: string; severity: AlertSeverity };

const minute = 60;

const temperature = { quantity: "temperature" as const, unit: quantities.temperature.unit, name: null };

const fixed = (value: number) => ({ from: "value" as const, value });

function backBy(value: number, minutes = 0): AlertRule["clear"] {
	const hysteresis: Hysteresis = { kind: "absolute", value };
	return { by: "opposite", hysteresis, clearForSeconds: minutes * minute };
}

function lasting(minutes: number, condition: AlertCondition, clear: AlertRule["clear"]): AlertRule {
	return { condition, forSeconds: minutes * minute, clear, schedule: null };
}

function above(limit: number): AlertCondition {
	return { kind: "threshold", channels: temperature, comparison: ">", limit: fixed(limit) };
}

export const alertTemplates: readonly AlertTemplate[] = [
	{
		id: "cold-room",
		name: "Cold room too warm",
		summary: "Above 8 °C for 20 minutes",
		severity: "critical",
		description: "Shut the door, check the cooling, and move the goods if it stays warm.",
		rule: lasting(20, above(8), backBy(0.5, 5)),
	},
	{
		id: "freezer",
		name: "Freezer thawing",
		summary: "Above −15 °C for 45 minutes, longer than a defrost takes",
		severity: "critical",
		description: "Keep the lid shut and check the power. Do not refreeze what has thawed.",
		rule: lasting(45, above(-15), backBy(1, 5)),
	},
	{
		id: "pharmacy",
		name: "Medicines out of range",
		summary: "Outside 2 to 8 °C for 10 minutes",
		severity: "critical",
		description: "Quarantine what is inside and call the pharmacist.",
		rule: lasting(
			10,
			{ kind: "range", channels: temperature, is: "outside", low: fixed(2), high: fixed(8) },
			backBy(0.5, 5),
		),
	},
	{
		id: "server-room",
		name: "Server room too warm",
		summary: "Warning above 27 °C, critical above 32 °C",
		severity: "critical",
		description: "Check the air conditioning. Shut down what is not needed above 35 °C.",
		rule: lasting(
			10,
			{
				kind: "levels",
				channels: temperature,
				comparison: ">",
				levels: [
					{ severity: "warning", limit: fixed(27) },
					{ severity: "critical", limit: fixed(32) },
				],
			},
			backBy(1, 5),
		),
	},
	{
		id: "silent-device",
		name: "Device silent",
		summary: "No upload for 3 intervals (min. 15 min)",
		severity: "warning",
		description: "Check power and signal first.",
		rule: lasting(
			0,
			{ kind: "noData", channels: null, afterSeconds: null },
			{ by: "opposite", hysteresis: null, clearForSeconds: 0 },
		),
	},
	{
		id: "low-battery",
		name: "Battery low",
		summary: "Below 15 %",
		severity: "warning",
		description: "Replace the batteries before readings stop.",
		rule: lasting(0, { kind: "battery", below: 15 }, backBy(5)),
	},
];
