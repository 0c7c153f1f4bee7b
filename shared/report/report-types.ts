import type { ReportDefinition, ReportFormat, ReportType, ReportUseStep } from "./report";

export type ReportTypeFacts = {
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
		fields: ["channels", "aggregation", "limits"],
		formats: allFormats,
		...judged,
		isOfHeldTime: false,
	},
	summary: {
		fields: ["channels", "limits", "withExcursions", "withDistribution", "withVerdict", "activationEnergy"],
		formats: allFormats,
		...judged,
	},
	excursions: {
		fields: ["channels", "limits", "withSummary", "withVerdict"],
		formats: allFormats,
		...judged,
		reads: ["notes", "rules", "floorPlans"],
	},
	mapping: {
		fields: ["channels", "limits", "activationEnergy"],
		formats: allFormats,
		...judged,
	},
	alertHistory: {
		fields: [],
		formats: allFormats,
		hasReadings: false,
		isOfHeldTime: false,
		counted: "alert",
	},
	deviceHealth: {
		fields: [],
		formats: allFormats,
		hasReadings: true,
		isOfHeldTime: true,
		counted: null,
		reads: ["allSilences"],
	},
	inventory: {
		...listed,
		reads: ["formerSerials"],
		isOfNow: true,
	},
	use: {
		fields: ["channels", "useStep"],
		formats: allFormats,
		hasReadings: true,
		isOfHeldTime: false,
		counted: null,
		reads: ["counters"],
	},
	setUp: {
		...listed,
		reads: ["setUp"],
		isOfNow: true,
		needs: "viewAudit",
	},
	rounds: {
		...listed,
		reads: ["rounds"],
	},
	assessment: {
		fields: ["channels", "limits", "activationEnergy"],
		formats: ["pdf"],
		...judged,
		hasOwnPage: true,
	},
	mappingStudy: {
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
