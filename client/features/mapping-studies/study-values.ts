import type { Device } from "../../../shared/device/device";
import type { FloorPlan, FloorPlanPosition } from "../../../shared/device/floor-plan";
import {
	isMappable,
	type MappingStudy,
	type SaveStudy,
	type StudyCondition,
	StudyConditionKind,
} from "../../../shared/report/mapping-study";
import type { StudyView } from "../../../shared/report/study-view";
import { typedNumber } from "../../forms/typed-setting";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/mapping-study";

export type PositionValues = {
	key: string;
	name: string;
	deviceId: string;
	/** Empty: the device's first channel that fits. */
	channelId: string;
	at: FloorPlanPosition | null;
};

export type StudyValues = {
	name: string;
	purpose: string;
	planId: string | null;
	positions: PositionValues[];
	criteria: Record<keyof MappingStudy["criteria"], string>;
	conditions: (StudyCondition & { key: string })[];
};

export const kindOptions = StudyConditionKind.options.map((value) => ({ value, label: t(`kind.${value}`) }));

export const newKey = () => crypto.randomUUID();

/** The values of a study to change or to repeat. Null: of a new one. */
export function valuesOf(view: StudyView | null): StudyValues {
	if (view === null) {
		return {
			name: "",
			purpose: "",
			planId: null,
			positions: [],
			criteria: { min: "", max: "", outMinutes: "0", spread: "", hours: "24", coverage: "95" },
			conditions: [],
		};
	}
	const { purpose, planId, positions, criteria, conditions } = view.study;
	const { min, max, outMinutes, spread, hours, coverage } = criteria;
	return {
		name: view.name,
		purpose,
		planId,
		positions: positions.map((position) => ({ ...position, key: newKey() })),
		criteria: {
			min: textOf(min),
			max: textOf(max),
			outMinutes: textOf(outMinutes),
			spread: textOf(spread),
			hours: textOf(hours),
			coverage: textOf(coverage),
		},
		conditions: conditions.map((condition) => ({ ...condition, key: newKey() })),
	};
}

const textOf = (value: number | null) => (value === null ? "" : String(value));

export function positionsOfPlan(
	{ devices }: Pick<FloorPlan, "devices">,
	nameOf: (deviceId: string) => string | undefined,
): PositionValues[] {
	return devices.flatMap(({ deviceId, x, y }) => {
		const name = nameOf(deviceId);
		return name === undefined ? [] : [{ key: newKey(), name, deviceId, channelId: "", at: { x, y } }];
	});
}

type Channels = Pick<Device, "channels">["channels"];

export function mappableChannels(device: Pick<Device, "channels"> | undefined): Channels {
	return (device?.channels ?? []).filter(({ quantity }) => isMappable(quantity));
}

type Devices = ReadonlyMap<string, Pick<Device, "channels">>;

/** The chosen channel, else the first that measures what the first position does. */
export function channelIdOf(position: PositionValues, all: readonly PositionValues[], devices: Devices): string {
	if (position.channelId !== "") return position.channelId;
	const own = mappableChannels(devices.get(position.deviceId));
	const [first] = all;
	if (first === undefined || first === position) return own[0]?.id ?? "";
	const firstId = channelIdOf(first, all, devices);
	const measured = devices.get(first.deviceId)?.channels.find(({ id }) => id === firstId);
	const like = own.find(({ quantity, unit }) => quantity === measured?.quantity && unit === measured.unit);
	return (like ?? own[0])?.id ?? "";
}

type Target = Pick<SaveStudy, "reportId" | "version" | "groupId" | "repeats">;

export function toSaveStudy(values: StudyValues, target: Target, devices: Devices): SaveStudy {
	const { criteria, positions, conditions, ...texts } = values;
	const optional = (text: string) => (text.trim() === "" ? null : typedNumber(text));
	return {
		...target,
		...texts,
		positions: positions.map((position) => ({
			name: position.name,
			deviceId: position.deviceId,
			channelId: channelIdOf(position, positions, devices),
			at: values.planId === null ? null : position.at,
		})),
		criteria: {
			min: optional(criteria.min),
			max: optional(criteria.max),
			outMinutes: typedNumber(criteria.outMinutes),
			spread: optional(criteria.spread),
			hours: optional(criteria.hours),
			coverage: typedNumber(criteria.coverage),
		},
		conditions: conditions.map(({ kind, text }) => ({ kind, text })),
	};
}

/** In the study's own unit, which was signed, not in that of the user. */
export function measuredText(value: number, unit: string, decimals: number): string {
	return `${digitsText(String(Number(value.toFixed(decimals))))} ${unit}`.trim();
}
