import type { ChannelChoice } from "../../../../shared/alert/conditions/terms";
import type { WeekStart } from "../../../../shared/formats/display-formats";
import {
	type AggregateFunction,
	type Report,
	ReportDefinition,
	type ReportDelivery,
	type ReportFormat,
	type ReportLayout,
	type ReportLimitsFrom,
	type ReportRange,
	type ReportScope,
	type ReportType,
	type ReportUseStep,
	standardActivationEnergy,
	standardLayout,
} from "../../../../shared/report/report";
import { ReportSchedule } from "../../../../shared/report/report-schedule";
import { fieldsOf, reportTypes, stepOfUse } from "../../../../shared/report/report-types";
import { typedNumber } from "../../../forms/typed-setting";
import { typedEnd } from "../../../ui/time/typed-moment";
import { t } from "../../../words/made/reports";
import {
	momentOf,
	noSchedule,
	type ScheduleValues,
	scheduleOf,
	scheduleValuesOf,
	typedMoment,
} from "./schedule-values";

export type RangeValues = {
	kind: ReportRange["kind"];
	count: string;
	unit: "hour" | "day" | "week" | "month";
	weekStart: WeekStart;
	from: string;
	to: string;
};

export type TypedReportLimit = { channel: ChannelChoice | null; min: string; max: string };

export type TypedFunction = { channel: ChannelChoice | null; function: AggregateFunction };

export type ReportValues = {
	name: string;
	description: string;
	isEnabled: boolean;
	type: ReportType;
	scopeKind: "all" | "groups" | "devices";
	groupIds: string[];
	deviceIds: string[];
	channels: ChannelChoice[];
	range: RangeValues;
	zone: string;
	minutes: string;
	function: AggregateFunction;
	byChannel: TypedFunction[];
	limits: TypedReportLimit[];
	limitsFrom: ReportLimitsFrom;
	withExcursions: boolean;
	withDistribution: boolean;
	withSummary: boolean;
	withVerdict: boolean;
	activationEnergy: string;
	useStep: ReportUseStep;
	format: ReportFormat;
	layout: ReportLayout;
	schedule: ScheduleValues;
	contactIds: string[];
	contactGroupIds: string[];
	onlyIf: ReportDelivery["onlyIf"];
	attachesFile: boolean;
	message: string;
	isPerGroup: boolean;
	groups: ReportDelivery["groups"];
};

export const everyReading = "none";

const noDelivery: ReportDelivery = {
	contactIds: [],
	contactGroupIds: [],
	onlyIf: "always",
	attachesFile: true,
	message: "",
	isPerGroup: false,
	groups: [],
};

export const newReport: ReportValues = {
	name: "",
	description: "",
	isEnabled: true,
	type: "readings",
	scopeKind: "all",
	groupIds: [],
	deviceIds: [],
	channels: [],
	range: { kind: "previous", count: "24", unit: "day", weekStart: "monday", from: "", to: "" },
	zone: "UTC",
	minutes: everyReading,
	function: "mean",
	byChannel: [],
	limits: [],
	limitsFrom: "rules",
	withExcursions: false,
	withDistribution: false,
	withSummary: false,
	withVerdict: true,
	activationEnergy: String(standardActivationEnergy),
	useStep: "day",
	format: "pdf",
	layout: standardLayout,
	schedule: noSchedule,
	...noDelivery,
};

export function valuesOf({ definition }: Pick<Report, "definition">): ReportValues {
	const { scope, range, zone, aggregation, delivery, schedule, ...plain } = definition;
	return {
		name: plain.name,
		description: plain.description,
		isEnabled: plain.isEnabled,
		type: plain.type,
		...scopeValuesOf(scope),
		channels: plain.channels ?? [],
		range: rangeValuesOf(range, zone),
		zone,
		minutes: aggregation.minutes === null ? everyReading : String(aggregation.minutes),
		function: aggregation.function,
		byChannel: aggregation.byChannel,
		limits: plain.limits.map(({ channel, min, max }) => ({ channel, min: typed(min), max: typed(max) })),
		limitsFrom: plain.limitsFrom ?? "range",
		withExcursions: plain.withExcursions ?? false,
		withDistribution: plain.withDistribution ?? false,
		withSummary: plain.withSummary ?? false,
		withVerdict: plain.withVerdict ?? true,
		activationEnergy: String(plain.activationEnergy),
		useStep: stepOfUse(plain),
		format: plain.format,
		layout: plain.layout,
		schedule: scheduleValuesOf(schedule, zone),
		...delivery,
	};
}

function typed(value: number | null): string {
	return value === null ? "" : String(value);
}

export function scopeValuesOf(scope: ReportScope): Pick<ReportValues, "scopeKind" | "groupIds" | "deviceIds"> {
	if (scope === "all") return { scopeKind: "all", groupIds: [], deviceIds: [] };
	if ("groupIds" in scope) return { scopeKind: "groups", groupIds: scope.groupIds, deviceIds: [] };
	return { scopeKind: "devices", groupIds: [], deviceIds: scope.deviceIds };
}

export function rangeValuesOf(range: ReportRange, zone: string): RangeValues {
	const usual = newReport.range;
	switch (range.kind) {
		case "rolling":
			return { ...usual, kind: "rolling", count: String(range.count), unit: range.unit };
		case "fixed":
			return { ...usual, kind: "fixed", from: typedMoment(zone, range.from), to: typedMoment(zone, range.to) };
		case "sinceLast":
			return { ...usual, kind: "sinceLast" };
		default:
			return { ...usual, ...range, weekStart: range.weekStart ?? usual.weekStart };
	}
}

export function scopeOf({ scopeKind, groupIds, deviceIds }: ReportValues): ReportScope {
	if (scopeKind === "all") return "all";
	return scopeKind === "groups" ? { groupIds } : { deviceIds };
}

/** Text that is no number or time becomes NaN, a missing channel null: the schema rejects both at their fields. */
export function toReportInput(values: ReportValues): ReportDefinition {
	const { isOfNow } = reportTypes[values.type];
	const fields = fieldsOf(values);
	const uses = (field: (typeof fields)[number]) => fields.includes(field);
	return {
		name: values.name,
		description: values.description,
		isEnabled: values.isEnabled,
		type: values.type,
		scope: scopeOf(values),
		channels: uses("channels") && values.channels.length > 0 ? values.channels : null,
		range: isOfNow ? { kind: "toDate", unit: "day" } : rangeOf(values),
		zone: values.zone,
		aggregation: aggregationOf(values, uses("aggregation")),
		limits: uses("limits") ? values.limits.map(limitOf) : [],
		...(uses("limits") && values.limitsFrom === "rules" && { limitsFrom: values.limitsFrom }),
		...(uses("withExcursions") && values.withExcursions && { withExcursions: true }),
		...(uses("withDistribution") && values.withDistribution && { withDistribution: true }),
		...(uses("withSummary") && values.withSummary && { withSummary: true }),
		...(uses("useStep") && values.useStep !== "day" && { useStep: values.useStep }),
		...(uses("withVerdict") && !values.withVerdict && { withVerdict: false }),
		activationEnergy: uses("activationEnergy") ? typedNumber(values.activationEnergy) : standardActivationEnergy,
		format: values.format,
		layout: values.layout,
		schedule: scheduleOf(values.schedule, values.zone),
		delivery: deliveryOf(values),
	};
}

function rangeOf({ range, zone }: ReportValues): ReportRange {
	const { kind, count, unit, weekStart, from, to } = range;
	if (kind === "sinceLast") return { kind };
	if (kind === "rolling") return { kind, count: typedNumber(count), unit };
	if (kind === "fixed") return { kind, from: momentOf(zone, from), to: typedEnd(zone, to) ?? Number.NaN };
	if (unit === "week" && weekStart !== newReport.range.weekStart) return { kind, unit, weekStart };
	return { kind, unit: unit === "hour" ? "day" : unit };
}

function aggregationOf(values: ReportValues, isUsed: boolean): ReportDefinition["aggregation"] {
	if (!isUsed || values.minutes === everyReading) return { minutes: null, function: values.function, byChannel: [] };
	return {
		// The field offers no other lengths.
		minutes: Number(values.minutes) as ReportDefinition["aggregation"]["minutes"],
		function: values.function,
		byChannel: values.byChannel.map((entry) => ({ ...entry, channel: chosen(entry.channel) })),
	};
}

function limitOf({ channel, min, max }: TypedReportLimit): ReportDefinition["limits"][number] {
	const number = (text: string) => (text.trim() === "" ? null : typedNumber(text));
	return { channel: chosen(channel), min: number(min), max: number(max) };
}

/** A missing channel is sent as null, which the schema rejects. */
function chosen(channel: ChannelChoice | null): ChannelChoice {
	return channel as ChannelChoice;
}

function deliveryOf(values: ReportValues): ReportDelivery {
	const isPerGroup = values.isPerGroup && values.scopeKind === "groups";
	return {
		contactIds: values.contactIds,
		contactGroupIds: values.contactGroupIds,
		onlyIf: values.onlyIf,
		attachesFile: values.attachesFile,
		message: values.message,
		isPerGroup,
		groups: isPerGroup ? values.groups.filter(({ groupId }) => values.groupIds.includes(groupId)) : [],
	};
}

/** A list or a channel is one field of the form, which shows the error of any part. */
export function fieldOf(path: string): string {
	const whole =
		/^(scope|channels|(?:limits|aggregation\.byChannel)\.\d+\.channel|schedule\.recurrence\.days|delivery\.(?:groups\.\d+\.)?\w+Ids)\b/.exec(
			path,
		);
	return whole?.[0] ?? path;
}

export function validSchedule({ schedule, zone }: ReportValues): ReportSchedule | null {
	const parsed = ReportSchedule.safeParse(scheduleOf(schedule, zone));
	return parsed.success ? parsed.data : null;
}

/** The definition for a preview, without name, schedule and recipients. Null while the rest is incomplete. */
export function previewed(values: ReportValues): ReportDefinition | null {
	const draft = { ...toReportInput(values), schedule: null, delivery: noDelivery, description: "", isEnabled: true };
	const parsed = ReportDefinition.safeParse({ ...draft, name: draft.name.trim() || t("draft") });
	return parsed.success ? parsed.data : null;
}
