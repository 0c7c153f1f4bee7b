import type { Alert } from "../../../shared/alert/alert";
import type { AlertRule, Hysteresis } from "../../../shared/alert/alert-rule";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { quantities } from "../../../shared/formats/units";
import { t } from "../../words/made/alerts";

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
		name: t("template.coldRoom"),
		summary: t("template.coldRoom.summary"),
		severity: "critical",
		description: t("template.coldRoom.toDo"),
		rule: lasting(20, above(8), backBy(0.5, 5)),
	},
	{
		id: "freezer",
		name: t("template.freezer"),
		summary: t("template.freezer.summary"),
		severity: "critical",
		description: t("template.freezer.toDo"),
		rule: lasting(45, above(-15), backBy(1, 5)),
	},
	{
		id: "pharmacy",
		name: t("template.medicines"),
		summary: t("template.medicines.summary"),
		severity: "critical",
		description: t("template.medicines.toDo"),
		rule: lasting(
			10,
			{ kind: "range", channels: temperature, is: "outside", low: fixed(2), high: fixed(8) },
			backBy(0.5, 5),
		),
	},
	{
		id: "server-room",
		name: t("template.serverRoom"),
		summary: t("template.serverRoom.summary"),
		severity: "critical",
		description: t("template.serverRoom.toDo"),
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
		name: t("template.silent"),
		summary: t("template.silent.summary"),
		severity: "warning",
		description: t("template.silent.toDo"),
		rule: lasting(
			0,
			{ kind: "noData", channels: null, afterSeconds: null },
			{ by: "opposite", hysteresis: null, clearForSeconds: 0 },
		),
	},
	{
		id: "low-battery",
		name: t("template.battery"),
		summary: t("template.battery.summary"),
		severity: "warning",
		description: t("template.battery.toDo"),
		rule: lasting(0, { kind: "battery", below: 15 }, backBy(5)),
	},
];
