import type { ReportDefinition, ReportFormat, ReportType, ReportUseStep } from "./report";

export type ReportTypeFacts = {
	label: string;
	text: string;
	fields: readonly (keyof ReportDefinition &
		(
			| "channels"
			| "aggregation"
			| "limits"
			| "withExcursions"
			| "withDistribution"
			| "withSummary"
			| "withVerdict"
			| "activationEnergy"
			| "useStep"
		))[];
	formats: readonly ReportFormat[];
	isOfNow?: true;
	/** Made and changed on another page, and not by the form of reports. */
	hasOwnPage?: true;
	hasReadings: boolean;
	/** Whether it reports, for each device or channel, the time in which a reading holds and the time without one. */
	isOfHeldTime: boolean;
	/** The noun for what a run counts. Null: it counts nothing. */
	counted: "alert" | "excursion" | null;
	/** Parts of its devices that no other type reads. */
	reads?: readonly (
		| "formerSerials"
		| "allSilences"
		| "notes"
		| "rules"
		| "counters"
		| "setUp"
		| "floorPlans"
		| "rounds"
	)[];
	/** The right to save, run and read it, with the whole account. It has no recipients. */
	needs?: "viewAudit";
};

const judged = { hasReadings: true, isOfHeldTime: true, counted: "excursion" } as const;

const allFormats = ["csv", "xlsx", "pdf", "json"] as const;

const listed = { fields: [], formats: allFormats, hasReadings: false, isOfHeldTime: false, counted: null } as const;

export const reportTypes: Record<ReportType, ReportTypeFacts> = {
	readings: {
		label: "Readings",
		text: "Every reading, or one value for each step of time.",
		fields: ["channels", "aggregation", "limits"],
		formats: allFormats,
		...judged,
		isOfHeldTime: false,
	},
	summary: {
		label: "Summary",
		text: "Of each device and channel: lowest, highest, mean, time in and out of limits, gaps, and each excursion if you want.",
		fields: ["channels", "limits", "withExcursions", "withDistribution", "withVerdict", "activationEnergy"],
		formats: allFormats,
		...judged,
	},
	excursions: {
		label: "Excursions and compliance",
		text: "The limits and rules in force, each excursion with its length and peak, who was notified and what they did.",
		fields: ["channels", "limits", "withSummary", "withVerdict"],
		formats: allFormats,
		...judged,
		reads: ["notes", "rules", "floorPlans"],
	},
	mapping: {
		label: "Temperature mapping",
		text: "The hottest and coldest position of a group, the spread over time, the mean kinetic temperature of each.",
		fields: ["channels", "limits", "activationEnergy"],
		formats: allFormats,
		...judged,
	},
	alertHistory: {
		label: "Alert history",
		text: "Alerts of the period: when they began and ended, who was notified and who acknowledged them.",
		fields: [],
		formats: allFormats,
		hasReadings: false,
		isOfHeldTime: false,
		counted: "alert",
	},
	deviceHealth: {
		label: "Device health",
		text: "Battery, signal, gaps and uptime of each device.",
		fields: [],
		formats: allFormats,
		hasReadings: true,
		isOfHeldTime: true,
		counted: null,
		reads: ["allSilences"],
	},
	inventory: {
		label: "Inventory and calibrations",
		text: "Devices with their serial numbers, also those replaced, and their calibrations with dates.",
		...listed,
		reads: ["formerSerials"],
		isOfNow: true,
	},
	use: {
		label: "Use and cost",
		text: "What counters used, with their first and last value and the cost: in all, and of each day, week or month.",
		fields: ["channels", "useStep"],
		formats: allFormats,
		hasReadings: true,
		isOfHeldTime: false,
		counted: null,
		reads: ["counters"],
	},
	setUp: {
		label: "Qualification of the set-up",
		text: "As of now: devices, rules, contacts, users and settings, and what changed since the last signed file.",
		...listed,
		reads: ["setUp"],
		isOfNow: true,
		needs: "viewAudit",
	},
	rounds: {
		label: "Rounds",
		text: "Each check of the rounds: lowest and highest since the last one, values by hand, initials, time and what was done; and missed rounds.",
		...listed,
		reads: ["rounds"],
	},
	assessment: {
		label: "Assessment of an excursion",
		text: "What an excursion means for a product: its readings, the assessment and the decision.",
		fields: ["channels", "limits", "activationEnergy"],
		formats: ["pdf"],
		...judged,
		hasOwnPage: true,
	},
	mappingStudy: {
		label: "Mapping study",
		text: "Criteria that are signed before it starts, and the result of each position of a group.",
		fields: ["channels", "activationEnergy"],
		formats: ["pdf", "csv"],
		hasReadings: true,
		isOfHeldTime: true,
		counted: null,
		reads: ["floorPlans"],
		hasOwnPage: true,
	},
};

/** The types that a person chooses in the form of reports. */
export const chosenTypes = (Object.keys(reportTypes) as ReportType[]).filter((type) => !reportTypes[type].hasOwnPage); // keys of a Record are its keys

export function isSummed({ type, withSummary }: Pick<ReportDefinition, "type" | "withSummary">): boolean {
	return withSummary === true && reportTypes[type].fields.includes("withSummary");
}

/** The fields that a report uses; with the summary also those of its figures. */
export function fieldsOf(definition: Pick<ReportDefinition, "type" | "withSummary">): ReportTypeFacts["fields"] {
	const { fields } = reportTypes[definition.type];
	return isSummed(definition) ? [...fields, "activationEnergy"] : fields;
}

export function hasDistribution({
	type,
	withDistribution,
}: Pick<ReportDefinition, "type" | "withDistribution">): boolean {
	return withDistribution === true && reportTypes[type].fields.includes("withDistribution");
}

export function stepOfUse({ useStep = "day" }: Pick<ReportDefinition, "useStep">): ReportUseStep {
	return useStep;
}

/** Whether a report of this type states if each channel was within its limits. */
export function isJudging({ type }: Pick<ReportDefinition, "type">): boolean {
	return reportTypes[type].fields.includes("withVerdict");
}

/** Whether its rows are readings, single or of steps of time. */
export function isOfRows({ type }: Pick<ReportDefinition, "type">): boolean {
	return reportTypes[type].fields.includes("aggregation");
}

export function hasVerdict({ type, format, withVerdict }: Pick<ReportDefinition, "type" | "format" | "withVerdict">) {
	return format === "pdf" && withVerdict !== false && isJudging({ type });
}
