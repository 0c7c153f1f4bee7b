import type { UseFormReturnType } from "@mantine/form";
import {
	type DeviceText,
	deviceTextNames,
	deviceTexts,
	pick,
	recordOf,
	textsWith,
} from "../../../../shared/base/plain-fields";
import type { Device } from "../../../../shared/device/device";
import type { InheritableDuration } from "../../../../shared/device/device-terms";
import type { GroupListRow } from "../../../../shared/device/group";
import type { Quantity } from "../../../../shared/formats/units";
import { durationOf, inheritedRule, type TypedSetting } from "../../../forms/typed-setting";
import { digitsText } from "../../../ui/value-display";
import { t } from "../../../words/made/device";

export type ChannelValues = {
	key: string;
	id: string | null;
	name: string;
	quantity: Quantity;
	unit: string;
	decimals: string;
	min: string;
	max: string;
	isDerived?: true;
};
export type OwnSetting = TypedSetting<"inherited" | "forever">;
export type NamedFact = { key: string; name: string; value: string };

export type SettingsValues = Record<DeviceText, string> & {
	name: string;
	serialNumber: string;
	power: string;
	latitude: string;
	longitude: string;
	altitude: string;
	tags: string[];
	metadata: NamedFact[];
	groupIds: string[];
	timeZoneRule: string;
	timezoneOffset: string;
	loggingIntervalSeconds: OwnSetting;
	uploadIntervalSeconds: OwnSetting;
	offlineAfterSeconds: OwnSetting;
	retentionDays: OwnSetting;
	sends: string;
	channels: ChannelValues[];
};
export type SettingsField = keyof SettingsValues;
export type FieldsProps = { form: UseFormReturnType<SettingsValues> };

const usualRetentionDays = 365;
export const inheritedSends = "inherited";

export function settingsOf(device: Device, groups: GroupListRow[]): SettingsValues {
	const isStatic = (id: string) => groups.some((group) => group.id === id && group.kind === "static");
	return {
		...pick(device, deviceTextNames),
		name: device.name,
		serialNumber: device.serialNumber ?? "",
		power: device.power ?? "",
		latitude: numberText(device.latitude),
		longitude: numberText(device.longitude),
		altitude: numberText(device.altitude),
		tags: [...device.tags],
		metadata: Object.entries(device.metadata).map(([fact, value]) => ({ key: `fact ${fact}`, name: fact, value })),
		groupIds: device.groupIds.filter(isStatic),
		timeZoneRule: device.inherited.clock === undefined ? String(device.timeZoneRule) : inheritedRule,
		timezoneOffset: String(device.timezoneOffset),
		loggingIntervalSeconds: ownSetting(device, "loggingIntervalSeconds"),
		uploadIntervalSeconds: ownSetting(device, "uploadIntervalSeconds"),
		offlineAfterSeconds: ownSetting(device, "offlineAfterSeconds"),
		retentionDays: ownSetting(device, "retentionDays"),
		sends: device.inherited.sends === undefined ? (device.sends ?? "regular") : inheritedSends,
		channels: device.channels.map((channel) => ({
			key: channel.id,
			id: channel.id,
			name: channel.name,
			quantity: channel.quantity,
			unit: channel.unit,
			decimals: String(channel.decimals),
			min: numberText(channel.min),
			max: numberText(channel.max),
			...(channel.derived && { isDerived: true }),
		})),
	};
}

function numberText(value: number | null): string {
	return value === null ? "" : digitsText(String(value));
}

function ownSetting(device: Device, setting: InheritableDuration): OwnSetting {
	const value = device[setting];
	const own = value === null ? "forever" : "own";
	const source = device.inherited[setting] === undefined ? own : "inherited";
	return { source, ...durationOf(setting, value ?? usualRetentionDays) };
}

export function changedFields(before: SettingsValues, after: SettingsValues): SettingsField[] {
	return settingsFields.filter((field) => !isAlike(before[field], after[field]));
}

/** Ignores row keys, which only identify rows on screen, and untyped amounts of inherited settings. */
export function isAlike(one: SettingsValues[SettingsField], other: SettingsValues[SettingsField]): boolean {
	return JSON.stringify(one, meaning) === JSON.stringify(other, meaning);
}

function meaning(name: string, value: unknown): unknown {
	if (name === "key") return undefined;
	if (typeof value === "object" && value !== null && "source" in value && value.source !== "own") return value.source;
	return typeof value === "string" ? value.trim() : value;
}

const labelsOf = <Text extends DeviceText>(texts: Text[]) => recordOf(texts, (text) => deviceTexts[text].label);

export const settingsLabels = {
	name: t("name"),
	serialNumber: t("serial"),
	...labelsOf(textsWith("section", "device")),
	power: t("power"),
	...labelsOf(textsWith("section", "place")),
	latitude: t("latitude"),
	longitude: t("longitude"),
	altitude: t("altitude"),
	tags: t("tags"),
	metadata: t("facts"),
	groupIds: t("groups"),
	timeZoneRule: t("clock.mode"),
	timezoneOffset: t("clock.standard"),
	loggingIntervalSeconds: t("setting.logging"),
	uploadIntervalSeconds: t("setting.upload"),
	offlineAfterSeconds: t("setting.offline"),
	retentionDays: t("setting.retention"),
	sends: t("setting.sends"),
	channels: t("channels"),
} satisfies Record<SettingsField, string>;

export const settingsFields = Object.keys(settingsLabels) as SettingsField[]; // it has an entry for each and no other
