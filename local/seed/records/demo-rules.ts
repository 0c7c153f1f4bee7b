import type { AlertSeverity } from "../../../shared/alert";
import type { SeedAlert } from "../../../shared/local-seed";
import { demoGroups } from "../demo-accounts";
import type { DemoDevice } from "../demo-device";
import { demoDevices } from "../demo-devices";
import type { Limit } from "./episodes";

export type DemoRule = {
	name: string;
	severity: AlertSeverity;
	condition: string;
	description: string;
	scope: SeedAlert["scope"];
	contactNames: string[];
	watches: { limit: Limit } | "silence" | null;
};

export const demoRules: readonly DemoRule[] = [
	{
		name: "Cold rooms too warm",
		severity: "critical",
		condition: "Temperature is above 8 °C for 20 minutes.",
		description: "Shut the door, move the goods to the next room, call Frostline.",
		scope: { serialNumbers: ["AQ-10421", "AQ-10422", "AQ-10423", "AQ-10424", "AQ-10430", "AQ-10610"] },
		contactNames: ["Ana Prado", "Night desk Porto"],
		watches: { limit: { channel: "Temperature", above: 8, minutes: 20 } },
	},
	{
		name: "Freezers thawing",
		severity: "critical",
		condition: "Temperature is above −15 °C for 45 minutes.",
		description: "Longer than any defrost takes. Nothing leaves the store before quality has looked at it.",
		scope: { serialNumbers: ["AQ-10388", "AQ-10391", "AQ-10611", "AQ-10720"] },
		contactNames: ["Ana Prado", "Tomás Ferreira", "Frostline Service"],
		watches: { limit: { channel: "Temperature", above: -15, minutes: 45 } },
	},
	{
		name: "Medicines out of range",
		severity: "critical",
		condition: "Temperature is outside 2 to 8 °C for 10 minutes.",
		description: "Quarantine what is inside and call the pharmacist.",
		scope: { serialNumbers: ["AQ-30102", "AQ-30103", "AQ-30104"] },
		contactNames: ["Ellen Whitaker"],
		watches: { limit: { channel: "Temperature", above: 8, below: 2, minutes: 10 } },
	},
	{
		name: "Device silent",
		severity: "warning",
		condition: "No upload came for three intervals, and for 15 minutes at least.",
		description: "Look at power and signal before anything else.",
		scope: "all",
		contactNames: ["Tomás Ferreira", "Jack Moreno"],
		watches: "silence",
	},
	{
		name: "Battery low",
		severity: "warning",
		condition: "Battery is below 15 %.",
		description: "Two cells of size AA. Readings stop at about 3 %.",
		scope: "all",
		contactNames: ["Tomás Ferreira"],
		watches: { limit: { channel: "Battery", below: 15, minutes: 0 } },
	},
	{
		name: "River high",
		severity: "info",
		condition: "Level is above 1.8 m for 30 minutes.",
		description: "The lower yard floods at 3.5 m.",
		scope: { serialNumbers: ["AQ-40077", "AQ-40078"] },
		contactNames: ["Ellen Whitaker"],
		watches: { limit: { channel: "Level", above: 1.8, minutes: 30 } },
	},
	{
		name: "Server room too warm",
		severity: "warning",
		condition: "Temperature is above 28 °C for 15 minutes.",
		description: "",
		scope: { groupNames: [demoGroups.buildings.name] },
		contactNames: ["Jack Moreno"],
		watches: null,
	},
	{
		name: "Truck door open",
		severity: "info",
		condition: "Door is open for 20 minutes.",
		description: "Off until the drivers have been told.",
		scope: { groupNames: [demoGroups.trucks.name] },
		contactNames: [],
		watches: null,
	},
];

export function devicesOf({ scope }: DemoRule): DemoDevice[] {
	return demoDevices.filter((device) => {
		if (scope === "all") return true;
		if ("serialNumbers" in scope) return scope.serialNumbers.includes(device.serialNumber);
		return device.groupNames.some((name) => scope.groupNames.includes(name));
	});
}
