import * as z from "zod/mini";
import type { MovedDevices } from "../../../../shared/account/storage";
import { deviceTextNames, listedTextNames, pick } from "../../../../shared/base/plain-fields";
import type { Device } from "../../../../shared/device/device";
import { type ChannelChange, UpdateDevice } from "../../../../shared/device/device-inputs";
import { InheritableDuration, type InheritableSetting } from "../../../../shared/device/device-terms";
import type { DeviceClock } from "../../../../shared/time/time-zones";
import { clockOf, inheritedRule, typedNumber, typedValue } from "../../../forms/typed-setting";
import { t } from "../../../words/made/device";
import {
	type ChannelValues,
	changedFields,
	inheritedSends,
	type NamedFact,
	type OwnSetting,
	type SettingsField,
	type SettingsValues,
} from "./settings-values";

const longestFactName = 32;
const FactName = z
	.string()
	.check(
		z.trim(),
		z.minLength(1, t("fields.nameMissing")),
		z.maxLength(longestFactName, t("fields.nameTooLong", { most: longestFactName })),
	);

export const SettingsInput = z.object({
	factNames: z
		.array(FactName)
		.check(
			z.refine((names) => new Set(names.map((name) => name.trim())).size === names.length, t("fields.namesAlike")),
		),
	update: UpdateDevice,
});
export type SettingsInput = z.infer<typeof SettingsInput>;

const factNames = ["name", "serialNumber", "power", "tags", ...listedTextNames] as const;

const plainTexts = ["name", ...deviceTextNames] as const;

export function toUpdateDevice(values: SettingsValues, before: SettingsValues, device: Device): UpdateDevice {
	const changed = new Set(changedFields(before, values));
	const has = (field: SettingsField) => changed.has(field);
	const hasPlace = has("latitude") || has("longitude");
	const settings = InheritableDuration.options.filter(has);
	const inherit: InheritableSetting[] = settings.filter((setting) => values[setting].source === "inherited");
	if (becomesInherited(values, before)) inherit.push("clock");
	if (has("sends") && values.sends === inheritedSends) inherit.push("sends");
	return {
		deviceId: device.id,
		version: device.version,
		...pick(values, plainTexts.filter(has)),
		...(has("serialNumber") && { serialNumber: values.serialNumber.trim() === "" ? null : values.serialNumber }),
		...(has("power") && { power: values.power === "" ? null : (values.power as UpdateDevice["power"]) }), // the select offers no other
		...(hasPlace && { latitude: optionalNumber(values.latitude), longitude: optionalNumber(values.longitude) }),
		...(has("altitude") && { altitude: optionalNumber(values.altitude) }),
		...(has("tags") && { tags: values.tags }),
		...(has("metadata") && { metadata: toMetadata(values.metadata) }),
		...(has("groupIds") && { groupIds: values.groupIds }),
		...ownClock(values, before),
		...Object.fromEntries(
			settings
				.filter((setting) => !inherit.includes(setting))
				.map((setting) => [setting, ownValue(setting, values[setting])]),
		),
		...(has("sends") && values.sends !== inheritedSends && { sends: values.sends as UpdateDevice["sends"] }), // the select offers no other
		...(inherit.length > 0 && { inherit }),
		...(has("channels") && { channels: values.channels.map(toChannelChange) }),
	};
}

/** The changed fields that may move the device into other groups. Null: none, invalid, or with its own retention. */
export function movedBy(update: UpdateDevice, { id, groupIds: before }: Device): MovedDevices | null {
	if (!UpdateDevice.safeParse(update).success) return null;
	const facts = pick(update, factNames);
	const isOwn = update.retentionDays !== undefined || update.inherit?.includes("retentionDays") === true;
	const isMoved = update.groupIds !== undefined || factNames.some((name) => facts[name] !== undefined);
	if (isOwn || !isMoved) return null;
	const after = update.groupIds ?? before;
	return {
		deviceIds: [id],
		addGroupIds: after.filter((groupId) => !before.includes(groupId)),
		removeGroupIds: before.filter((groupId) => !after.includes(groupId)),
		facts,
	};
}

/** Only the parts that differ; all parts of a clock that was inherited. */
function ownClock(values: SettingsValues, before: SettingsValues): Partial<DeviceClock> {
	const clock = clockOf(values);
	if (clock === null || before.timeZoneRule === inheritedRule) return clock ?? {};
	return {
		...(values.timeZoneRule !== before.timeZoneRule && { timeZoneRule: clock.timeZoneRule }),
		...(values.timezoneOffset !== before.timezoneOffset && { timezoneOffset: clock.timezoneOffset }),
	};
}

function becomesInherited(values: SettingsValues, before: SettingsValues): boolean {
	return values.timeZoneRule === inheritedRule && before.timeZoneRule !== inheritedRule;
}

function ownValue(setting: InheritableDuration, value: OwnSetting): number | null {
	return value.source === "forever" ? null : typedValue(setting, value);
}

function optionalNumber(text: string): number | null {
	return text.trim() === "" ? null : typedNumber(text);
}

function toMetadata(facts: NamedFact[]): Record<string, string> {
	return Object.fromEntries(facts.flatMap(({ name, value }) => (name.trim() === "" ? [] : [[name.trim(), value]])));
}

function toChannelChange({ id, name, quantity, unit, decimals, min, max }: ChannelValues): ChannelChange {
	return {
		...(id !== null && { id }),
		name,
		quantity,
		unit,
		decimals: typedNumber(decimals),
		min: optionalNumber(min),
		max: optionalNumber(max),
	};
}

export function fieldOf(path: string, values: SettingsValues): string {
	const [first = "", ...rest] = path.replace(/^update\./, "").split(".");
	if (first === "metadata" && rest.length > 0) return fieldOfFact(values, rest.join("."));
	if (first === "factNames") return rest.length > 0 ? `metadata.${rest[0]}.name` : "metadata";
	const isDuration = InheritableDuration.options.some((setting) => setting === first);
	return isDuration ? `${first}.amount` : [first, ...rest].join(".");
}

function fieldOfFact({ metadata }: SettingsValues, name: string): string {
	const found = metadata.findIndex((fact) => fact.name.trim() === name);
	return `metadata.${Math.max(found, 0)}.${name.length > longestFactName ? "name" : "value"}`;
}
