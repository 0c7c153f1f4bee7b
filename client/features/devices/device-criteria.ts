import { GroupId } from "../../../shared/base/ids";
import { ownValue } from "../../../shared/base/own-value";
import { deviceTexts, textByColumn, textColumns } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import { clockFaultsOf, DeviceAlertState, DeviceClockFault, DeviceLack } from "../../../shared/device/device-filter";
import { DevicePower, DeviceStatus } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import { pageLanguage } from "../../base/page-language";
import {
	alertStateLabels,
	clockFaultLabels,
	deviceStatusLabels,
	lackLabels,
	powerLabels,
} from "../../entities/device-labels";
import { t } from "../../words/made/devices";

export const choiceNames = [
	"status",
	"alert",
	"group",
	"tag",
	...textColumns,
	"power",
	"lack",
	"readings",
	"clock",
] as const;
export type ChoiceName = (typeof choiceNames)[number];
export const limitNames = ["battery", "signal", "memory", "silent"] as const;
export type LimitName = (typeof limitNames)[number];

type ChoiceCriterion = {
	label: string;
	isLasting: boolean;
	valuesOf: (row: DeviceListRow) => readonly string[];
	isValue: (text: string) => boolean;
	labelOf: (value: string, groupNames: Map<string, string>) => string;
};

export const rejectedReadings = "refused";
export const openUnits = "unit";

const isText = (text: string) => text.length <= 64 && !/\p{Cc}/u.test(text);
const itself = (value: string) => value;
const given = (value: string | undefined) => (value === undefined ? [] : [value]);

function labelFrom(labels: Record<string, { label: string }>) {
	return (value: string) => ownValue(labels, value)?.label ?? value;
}

export const choiceCriteria: Record<ChoiceName, ChoiceCriterion> = {
	status: {
		label: t("status"),
		isLasting: false,
		valuesOf: ({ status }) => [status],
		isValue: (text) => DeviceStatus.safeParse(text).success,
		labelOf: labelFrom(deviceStatusLabels),
	},
	alert: {
		label: t("filter.alert"),
		isLasting: false,
		valuesOf: ({ alertState }) => [alertState ?? "ok"],
		isValue: (text) => DeviceAlertState.safeParse(text).success,
		labelOf: labelFrom(alertStateLabels),
	},
	group: {
		label: t("filter.group"),
		isLasting: true,
		valuesOf: ({ groupIds }) => groupIds,
		isValue: (text) => GroupId.safeParse(text).success,
		labelOf: (id, names) => names.get(id) ?? t("group.unknown"),
	},
	tag: {
		label: t("filter.tag"),
		isLasting: true,
		valuesOf: ({ tags }) => tags ?? [],
		isValue: isText,
		labelOf: itself,
	},
	...textByColumn((text) => ({
		label: deviceTexts[text].label,
		isLasting: true,
		valuesOf: (row: DeviceListRow) => given(row[text]),
		isValue: isText,
		labelOf: itself,
	})),
	power: {
		label: t("power"),
		isLasting: true,
		valuesOf: ({ power }) => given(power),
		isValue: (text) => DevicePower.safeParse(text).success,
		labelOf: labelFrom(powerLabels),
	},
	lack: {
		label: t("filter.lack"),
		isLasting: false,
		valuesOf: ({ lacks }) => lacks ?? [],
		isValue: (text) => DeviceLack.safeParse(text).success,
		labelOf: labelFrom(lackLabels),
	},
	readings: {
		label: t("filter.readings"),
		isLasting: false,
		valuesOf: ({ hasRefusals: hasRejections, hasOpenUnits }) => [
			...(hasRejections ? [rejectedReadings] : []),
			...(hasOpenUnits ? [openUnits] : []),
		],
		isValue: (text) => text === rejectedReadings || text === openUnits,
		labelOf: (value) => (value === openUnits ? t("filter.readings.unit") : t("filter.readings.rejected")),
	},
	clock: {
		label: t("filter.clock"),
		isLasting: false,
		valuesOf: clockFaultsOf,
		isValue: (text) => DeviceClockFault.safeParse(text).success,
		labelOf: labelFrom(clockFaultLabels),
	},
};

type LimitCriterion = {
	label: string;
	unit: string;
	min: number;
	max: number;
	usual: number;
	labelOf: (limit: number) => string;
};

export const limitCriteria: Record<LimitName, LimitCriterion> = {
	battery: {
		label: t("limit.battery"),
		unit: "%",
		min: 0,
		max: 100,
		usual: 20,
		labelOf: (limit) => t("limit.battery.chip", { limit }),
	},
	signal: {
		label: t("limit.signal"),
		unit: "dBm",
		min: -200,
		max: 0,
		usual: -105,
		labelOf: (limit) => t("limit.signal.chip", { limit: String(limit).replace("-", "−") }),
	},
	memory: {
		label: t("limit.memory"),
		unit: "%",
		min: 0,
		max: 100,
		usual: 90,
		labelOf: (limit) => t("limit.memory.chip", { limit }),
	},
	silent: {
		label: t("limit.silent"),
		unit: t("limit.silent.unit"),
		min: 1,
		max: 24 * 366,
		usual: 24,
		labelOf: (limit) => t("limit.silent.chip", { limit }),
	},
};

export type OccurringValue = { value: string; label: string; count: number };

export function occurringValues(
	name: ChoiceName,
	rows: DeviceListRow[],
	{ groups, chosen }: ValueContext,
): OccurringValue[] {
	const { valuesOf, labelOf } = choiceCriteria[name];
	const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
	for (const row of rows) for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
	const names = new Map(groups.map((group) => [group.id, group.name]));
	return [...counts]
		.map(([value, count]) => ({ value, label: labelOf(value, names), count }))
		.sort((a, b) => compareTexts(a.label, b.label));
}

type ValueContext = { groups: GroupListRow[]; chosen: readonly string[] };

export const { compare: compareTexts } = new Intl.Collator(pageLanguage, { numeric: true, sensitivity: "base" });
