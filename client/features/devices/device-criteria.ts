import { GroupId } from "../../../shared/base/ids";
import { ownValue } from "../../../shared/base/own-value";
import { deviceTexts, textByColumn, textColumns } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import { clockFaultsOf, DeviceAlertState, DeviceClockFault, DeviceLack } from "../../../shared/device/device-filter";
import { DevicePower, DeviceStatus } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import {
	alertStateLabels,
	clockFaultLabels,
	deviceStatusLabels,
	lackLabels,
	powerLabels,
} from "../../entities/device-labels";

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
		label: "Status",
		isLasting: false,
		valuesOf: ({ status }) => [status],
		isValue: (text) => DeviceStatus.safeParse(text).success,
		labelOf: labelFrom(deviceStatusLabels),
	},
	alert: {
		label: "Alert state",
		isLasting: false,
		valuesOf: ({ alertState }) => [alertState ?? "ok"],
		isValue: (text) => DeviceAlertState.safeParse(text).success,
		labelOf: labelFrom(alertStateLabels),
	},
	group: {
		label: "Group",
		isLasting: true,
		valuesOf: ({ groupIds }) => groupIds,
		isValue: (text) => GroupId.safeParse(text).success,
		labelOf: (id, names) => names.get(id) ?? "Unknown group",
	},
	tag: {
		label: "Tag",
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
		label: "Power",
		isLasting: true,
		valuesOf: ({ power }) => given(power),
		isValue: (text) => DevicePower.safeParse(text).success,
		labelOf: labelFrom(powerLabels),
	},
	lack: {
		label: "Not watched",
		isLasting: false,
		valuesOf: ({ lacks }) => lacks ?? [],
		isValue: (text) => DeviceLack.safeParse(text).success,
		labelOf: labelFrom(lackLabels),
	},
	readings: {
		label: "Readings",
		isLasting: false,
		valuesOf: ({ hasRefusals: hasRejections, hasOpenUnits }) => [
			...(hasRejections ? [rejectedReadings] : []),
			...(hasOpenUnits ? [openUnits] : []),
		],
		isValue: (text) => text === rejectedReadings || text === openUnits,
		labelOf: (value) => (value === openUnits ? "of an unknown unit" : "rejected"),
	},
	clock: {
		label: "Clock",
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
		label: "Battery below",
		unit: "%",
		min: 0,
		max: 100,
		usual: 20,
		labelOf: (limit) => `Battery below ${limit} %`,
	},
	signal: {
		label: "Signal below",
		unit: "dBm",
		min: -200,
		max: 0,
		usual: -105,
		labelOf: (limit) => `Signal below ${limit} dBm`.replace("-", "−"),
	},
	memory: {
		label: "Memory used above",
		unit: "%",
		min: 0,
		max: 100,
		usual: 90,
		labelOf: (limit) => `Memory used above ${limit} %`,
	},
	silent: {
		label: "Silent for longer than",
		unit: "hours",
		min: 1,
		max: 24 * 366,
		usual: 24,
		labelOf: (limit) => `Silent for longer than ${limit} h`,
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
		.sort((a, b) => collator.compare(a.label, b.label));
}

type ValueContext = { groups: GroupListRow[]; chosen: readonly string[] };

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
