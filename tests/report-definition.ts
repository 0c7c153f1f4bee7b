import { type ReportDefinition, standardActivationEnergy, standardLayout } from "../shared/report/report";

/** A CSV of every reading of all devices of yesterday, on demand and sent to no one. */
export function reportDefinition(changes: Partial<ReportDefinition> = {}): ReportDefinition {
	return {
		name: "Weekly",
		description: "",
		isEnabled: true,
		type: "readings",
		scope: "all",
		channels: null,
		range: { kind: "previous", unit: "day" },
		zone: "UTC",
		limits: [],
		format: "csv",
		schedule: null,
		aggregation: { minutes: null, function: "mean", byChannel: [] },
		activationEnergy: standardActivationEnergy,
		layout: standardLayout,
		delivery: {
			contactIds: [],
			contactGroupIds: [],
			onlyIf: "always",
			attachesFile: true,
			message: "",
			isPerGroup: false,
			groups: [],
		},
		...changes,
	};
}
