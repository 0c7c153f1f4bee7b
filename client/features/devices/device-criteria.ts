import type { DeviceListRow } from "../../../shared/device";
import { clockFaultsOf, DeviceAlertState, DeviceClockFault, DeviceLack } from "../../../shared/device-filter";
import { DevicePower, DeviceStatus } from "../../../shared/device-terms";
import type { GroupListRow } from "../../../shared/group";
import { GroupId } from "../../../shared/ids";
import {
	alertStateWords,
	clockFaultWords,
	deviceStatusWords,
	lackWords,
	powerWords,
} from "../../entities/device-labels";

/** What a list of devices is narrowed by, by the name of its search parameter. */
export const choiceNames = [
	"status",
	"alert",
	"group",
	"tag",
	"model",
	"firmware",
	"site",
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
	/** Whether a group can be made of it: what changes by the minute cannot. */
	isLasting: boolean;
	valuesOf: (row: DeviceListRow) => readonly string[];
	isValue: (text: string) => boolean;
	wordsOf: (value: string, groupNames: Map<string, string>) => string;
};

/** The one value of `readings`: devices of whose last upload something was refused. */
export const refusedReadings = "refused";

const isWord = (text: string) => text.length <= 64 && !/\p{Cc}/u.test(text);
const itself = (value: string) => value;
const given = (value: string | undefined) => (value === undefined ? [] : [value]);

/** Words of a catalogue, or the value itself where the catalogue does not know it. */
function wordsFrom(words: Record<string, { label: string }>) {
	return (value: string) => (Object.hasOwn(words, value) ? words[value]?.label : undefined) ?? value;
}

export const choiceCriteria: Record<ChoiceName, ChoiceCriterion> = {
	status: {
		label: "Status",
		isLasting: false,
		valuesOf: ({ status }) => [status],
		isValue: (text) => DeviceStatus.safeParse(text).success,
		wordsOf: wordsFrom(deviceStatusWords),
	},
	alert: {
		label: "Alert state",
		isLasting: false,
		valuesOf: ({ alertState }) => [alertState ?? "ok"],
		isValue: (text) => DeviceAlertState.safeParse(text).success,
		wordsOf: wordsFrom(alertStateWords),
	},
	group: {
		label: "Group",
		isLasting: true,
		valuesOf: ({ groupIds }) => groupIds,
		isValue: (text) => GroupId.safeParse(text).success,
		wordsOf: (id, names) => names.get(id) ?? "Unknown group",
	},
	tag: {
		label: "Tag",
		isLasting: true,
		valuesOf: ({ tags }) => tags ?? [],
		isValue: isWord,
		wordsOf: itself,
	},
	model: {
		label: "Model",
		isLasting: true,
		valuesOf: ({ model }) => given(model),
		isValue: isWord,
		wordsOf: itself,
	},
	firmware: {
		label: "Firmware",
		isLasting: true,
		valuesOf: ({ firmwareVersion }) => given(firmwareVersion),
		isValue: isWord,
		wordsOf: itself,
	},
	site: {
		label: "Site",
		isLasting: true,
		valuesOf: ({ site }) => given(site),
		isValue: isWord,
		wordsOf: itself,
	},
	power: {
		label: "Power",
		isLasting: true,
		valuesOf: ({ power }) => given(power),
		isValue: (text) => DevicePower.safeParse(text).success,
		wordsOf: wordsFrom(powerWords),
	},
	lack: {
		label: "Watched by nobody",
		isLasting: false,
		valuesOf: ({ lacks }) => lacks ?? [],
		isValue: (text) => DeviceLack.safeParse(text).success,
		wordsOf: wordsFrom(lackWords),
	},
	readings: {
		label: "Readings",
		isLasting: false,
		valuesOf: ({ hasRefusals }) => (hasRefusals ? [refusedReadings] : []),
		isValue: (text) => text === refusedReadings,
		wordsOf: () => "refused",
	},
	clock: {
		label: "Clock",
		isLasting: false,
		valuesOf: clockFaultsOf,
		isValue: (text) => DeviceClockFault.safeParse(text).success,
		wordsOf: wordsFrom(clockFaultWords),
	},
};

type LimitCriterion = {
	label: string;
	unit: string;
	min: number;
	max: number;
	/** Offered to begin with. */
	usual: number;
	wordsOf: (limit: number) => string;
};

export const limitCriteria: Record<LimitName, LimitCriterion> = {
	battery: {
		label: "Battery below",
		unit: "%",
		min: 0,
		max: 100,
		usual: 20,
		wordsOf: (limit) => `Battery below ${limit} %`,
	},
	signal: {
		label: "Signal below",
		unit: "dBm",
		min: -200,
		max: 0,
		usual: -105,
		wordsOf: (limit) => `Signal below ${limit} dBm`.replace("-", "−"),
	},
	memory: {
		label: "Memory used above",
		unit: "%",
		min: 0,
		max: 100,
		usual: 90,
		wordsOf: (limit) => `Memory used above ${limit} %`,
	},
	silent: {
		label: "Silent for longer than",
		unit: "hours",
		min: 1,
		max: 24 * 366,
		usual: 24,
		wordsOf: (limit) => `Silent for longer than ${limit} h`,
	},
};

export type Offer = { value: string; label: string; count: number };

/** The values that occur, with how many devices have each; those that are chosen stay on offer. */
export function offersOf(name: ChoiceName, rows: DeviceListRow[], { groups, chosen }: OfferContext): Offer[] {
	const { valuesOf, wordsOf } = choiceCriteria[name];
	const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
	for (const row of rows) for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
	const names = new Map(groups.map((group) => [group.id, group.name]));
	return [...counts]
		.map(([value, count]) => ({ value, label: wordsOf(value, names), count }))
		.sort((a, b) => collator.compare(a.label, b.label));
}

type OfferContext = { groups: GroupListRow[]; chosen: readonly string[] };

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
