import type { UseFormReturnType } from "@mantine/form";
import type { Device } from "../../../../shared/device";
import type { InheritableDuration } from "../../../../shared/device-terms";
import type { GroupListRow } from "../../../../shared/group";
import type { Quantity } from "../../../../shared/units";
import { durationOf, inheritedRule, type TypedSetting } from "../../../forms/typed-setting";

export type ChannelValues = {
	key: string;
	/** Null: it is new. */
	id: string | null;
	name: string;
	quantity: Quantity;
	unit: string;
	decimals: string;
	min: string;
	max: string;
};
/** A setting of a device: inherited, for ever, or a value of its own. */
export type OwnSetting = TypedSetting<"inherited" | "forever">;
export type NamedFact = { key: string; name: string; value: string };

/** What the form of a device's settings holds: texts as they are typed. */
export type SettingsValues = {
	name: string;
	serialNumber: string;
	description: string;
	model: string;
	firmwareVersion: string;
	hardwareVersion: string;
	/** Empty: unknown. */
	power: string;
	site: string;
	address: string;
	latitude: string;
	longitude: string;
	tags: string[];
	metadata: NamedFact[];
	/** Those that devices are put into; dynamic ones choose by themselves. */
	groupIds: string[];
	/** Or `inheritedRule`. */
	timeZoneRule: string;
	timezoneOffset: string;
	loggingIntervalSeconds: OwnSetting;
	uploadIntervalSeconds: OwnSetting;
	offlineAfterSeconds: OwnSetting;
	retentionDays: OwnSetting;
	channels: ChannelValues[];
};
export type SettingsField = keyof SettingsValues;
/** What each part of the form is given. */
export type FieldsProps = { form: UseFormReturnType<SettingsValues> };

/** Where somebody begins who has kept readings for ever. */
const usualRetentionDays = 365;

export function settingsOf(device: Device, groups: GroupListRow[]): SettingsValues {
	const isStatic = (id: string) => groups.some((group) => group.id === id && group.kind === "static");
	const { name, description, model, firmwareVersion, hardwareVersion, site, address, tags } = device;
	return {
		name,
		serialNumber: device.serialNumber ?? "",
		description,
		model,
		firmwareVersion,
		hardwareVersion,
		power: device.power ?? "",
		site,
		address,
		latitude: numberText(device.latitude),
		longitude: numberText(device.longitude),
		tags: [...tags],
		metadata: Object.entries(device.metadata).map(([fact, value]) => ({ key: `fact ${fact}`, name: fact, value })),
		groupIds: device.groupIds.filter(isStatic),
		timeZoneRule: device.inherited.clock === undefined ? String(device.timeZoneRule) : inheritedRule,
		timezoneOffset: String(device.timezoneOffset),
		loggingIntervalSeconds: ownSetting(device, "loggingIntervalSeconds"),
		uploadIntervalSeconds: ownSetting(device, "uploadIntervalSeconds"),
		offlineAfterSeconds: ownSetting(device, "offlineAfterSeconds"),
		retentionDays: ownSetting(device, "retentionDays"),
		channels: device.channels.map((channel) => ({
			key: channel.id,
			id: channel.id,
			name: channel.name,
			quantity: channel.quantity,
			unit: channel.unit,
			decimals: String(channel.decimals),
			min: numberText(channel.min),
			max: numberText(channel.max),
		})),
	};
}

function numberText(value: number | null): string {
	return value === null ? "" : String(value);
}

function ownSetting(device: Device, setting: InheritableDuration): OwnSetting {
	const value = device[setting];
	const own = value === null ? "forever" : "own";
	const source = device.inherited[setting] === undefined ? own : "inherited";
	return { source, ...durationOf(setting, value ?? usualRetentionDays) };
}

/** The fields that differ. */
export function changedFields(before: SettingsValues, after: SettingsValues): SettingsField[] {
	return settingsFields.filter((field) => !isAlike(before[field], after[field]));
}

/** Keys of rows only tell them apart on screen, and what is inherited is not what is typed. */
export function isAlike(one: SettingsValues[SettingsField], other: SettingsValues[SettingsField]): boolean {
	return JSON.stringify(one, meaning) === JSON.stringify(other, meaning);
}

function meaning(name: string, value: unknown): unknown {
	if (name === "key") return undefined;
	if (typeof value === "object" && value !== null && "source" in value && value.source !== "own") return value.source;
	return typeof value === "string" ? value.trim() : value;
}

/** The order of the form. */
export const settingsFields: SettingsField[] = [
	"name",
	"serialNumber",
	"description",
	"model",
	"firmwareVersion",
	"hardwareVersion",
	"power",
	"site",
	"address",
	"latitude",
	"longitude",
	"tags",
	"metadata",
	"groupIds",
	"timeZoneRule",
	"timezoneOffset",
	"loggingIntervalSeconds",
	"uploadIntervalSeconds",
	"offlineAfterSeconds",
	"retentionDays",
	"channels",
];
