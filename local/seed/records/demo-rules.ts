import type { AlertRule } from "../../../shared/alert/alert-rule";
import type { AlertSeverity, Comparison } from "../../../shared/alert/conditions/terms";
import { type Quantity, quantities } from "../../../shared/formats/units";
import type { SeedAlert } from "../../../shared/local-seed";
import { demoGroups } from "../demo-accounts";

export type DemoRule = {
	name: string;
	severity: AlertSeverity;
	description: string;
	scope: SeedAlert["scope"];
	contactNames: string[];
	rule: AlertRule;
	isEnabled?: boolean;
};

const minute = 60;
const backAtOnce: AlertRule["clear"] = { by: "opposite", hysteresis: null, clearForSeconds: 0 };

function of(quantity: Quantity) {
	return { quantity, unit: quantities[quantity].unit, name: null };
}

function value(limit: number) {
	return { from: "value" as const, value: limit };
}

function ruleOf(condition: AlertRule["condition"], minutes = 0, clear = backAtOnce): AlertRule {
	return { condition, forSeconds: minutes * minute, clear, schedule: null };
}

function compared(quantity: Quantity, comparison: Comparison, limit: number): AlertRule["condition"] {
	return { kind: "threshold", channels: of(quantity), comparison, limit: value(limit) };
}

export const demoRules: readonly DemoRule[] = [
	{
		name: "Cold rooms too warm",
		severity: "critical",
		description: "Shut the door, move the goods to the next room, call Frostline.",
		scope: { serialNumbers: ["AQ-10421", "AQ-10422", "AQ-10423", "AQ-10424", "AQ-10430", "AQ-10610"] },
		contactNames: ["Ana Prado", "Night desk Porto"],
		rule: ruleOf(compared("temperature", ">", 8), 20),
	},
	{
		name: "Freezers thawing",
		severity: "critical",
		description: "Longer than any defrost takes. Nothing leaves the store before quality has looked at it.",
		scope: { serialNumbers: ["AQ-10388", "AQ-10391", "AQ-10611", "AQ-10720"] },
		contactNames: ["Ana Prado", "Tomás Ferreira", "Frostline Service"],
		rule: ruleOf(compared("temperature", ">", -15), 45),
	},
	{
		name: "Medicines out of range",
		severity: "critical",
		description: "Quarantine what is inside and call the pharmacist.",
		scope: { serialNumbers: ["AQ-30102", "AQ-30103", "AQ-30104"] },
		contactNames: ["Ellen Whitaker"],
		rule: ruleOf({ kind: "range", channels: of("temperature"), is: "outside", low: value(2), high: value(8) }, 10),
	},
	{
		name: "Device silent",
		severity: "warning",
		description: "Look at power and signal before anything else.",
		scope: "all",
		contactNames: ["Tomás Ferreira", "Jack Moreno"],
		rule: ruleOf({ kind: "noData", channels: null, afterSeconds: null }),
	},
	{
		name: "Battery low",
		severity: "warning",
		description: "Two cells of size AA. Readings stop at about 3 %.",
		scope: "all",
		contactNames: ["Tomás Ferreira"],
		rule: ruleOf({ kind: "battery", below: 15 }, 0, {
			by: "opposite",
			hysteresis: { kind: "absolute", value: 5 },
			clearForSeconds: 0,
		}),
	},
	{
		name: "River high",
		severity: "info",
		description: "The lower yard floods at 3.5 m.",
		scope: { serialNumbers: ["AQ-40077", "AQ-40078"] },
		contactNames: ["Ellen Whitaker"],
		rule: ruleOf(compared("level", ">", 1.8), 30, {
			by: "opposite",
			hysteresis: { kind: "absolute", value: 0.05 },
			clearForSeconds: 0,
		}),
	},
	{
		name: "Server room too warm",
		severity: "warning",
		description: "",
		scope: { groupNames: [demoGroups.buildings.name] },
		contactNames: ["Jack Moreno"],
		isEnabled: false,
		rule: ruleOf(compared("temperature", ">", 28), 15),
	},
	{
		name: "Truck door open",
		severity: "info",
		description: "Off until the drivers have been informed.",
		scope: { groupNames: [demoGroups.trucks.name] },
		contactNames: [],
		isEnabled: false,
		rule: ruleOf(compared("door", "=", 1), 20),
	},
];
