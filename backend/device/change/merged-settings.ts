import { InheritableSetting } from "../../../shared/device-terms";
import type { TimeZoneRule } from "../../../shared/time-zones";
import type { SettingColumns } from "../../group/setting-columns";
import type { DeviceRow } from "../device-rows";

/** Own settings; what is left out is not the device's own. */
type OwnSettings = {
	loggingIntervalSeconds?: number | undefined;
	uploadIntervalSeconds?: number | undefined;
	offlineAfterSeconds?: number | undefined;
	retentionDays?: number | null | undefined;
	timezoneOffset?: number | undefined;
	timeZoneRule?: TimeZoneRule | undefined;
};

/** Own settings, and those that are to be inherited; what is in neither stays. */
export type SettingsChange = OwnSettings & { inherit?: InheritableSetting[] | undefined };

type Settings = Pick<DeviceRow, keyof SettingColumns | "inherits">;

/** A device's settings after a change. One that it inherits keeps its value until the device is settled. */
export function mergedSettings(device: Settings, change: SettingsChange): Settings {
	const isInherited = (setting: InheritableSetting) =>
		!isOwn(change, setting) && (device.inherits.includes(setting) || isAsked(change, setting));
	return {
		loggingIntervalSeconds: change.loggingIntervalSeconds ?? device.loggingIntervalSeconds,
		uploadIntervalSeconds: change.uploadIntervalSeconds ?? device.uploadIntervalSeconds,
		offlineAfterSeconds: change.offlineAfterSeconds ?? device.offlineAfterSeconds,
		// Null is a value of its own: for ever.
		retentionDays: change.retentionDays === undefined ? device.retentionDays : change.retentionDays,
		timezoneOffset: change.timezoneOffset ?? device.timezoneOffset,
		timeZoneRule: change.timeZoneRule ?? device.timeZoneRule,
		inherits: InheritableSetting.options.filter(isInherited),
	};
}

/** Whether a setting is given; of a clock that is part of it already. */
export function isOwn(own: OwnSettings, setting: InheritableSetting): boolean {
	if (setting === "clock") return own.timezoneOffset !== undefined || own.timeZoneRule !== undefined;
	return own[setting] !== undefined;
}

function isAsked({ inherit = [] }: SettingsChange, setting: InheritableSetting): boolean {
	return inherit.includes(setting);
}
