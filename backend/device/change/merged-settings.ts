import { InheritableSetting } from "../../../shared/device-terms";
import type { DeviceRow } from "../device-rows";

/** Own settings, and those that are to be inherited; what is in neither stays. */
export type SettingsChange = {
	loggingIntervalSeconds?: number | undefined;
	uploadIntervalSeconds?: number | undefined;
	offlineAfterSeconds?: number | undefined;
	retentionDays?: number | null | undefined;
	inherit?: InheritableSetting[] | undefined;
};

type Settings = Pick<DeviceRow, InheritableSetting | "inherits">;

/** A device's settings after a change. One that it inherits keeps its value until the device is settled. */
export function mergedSettings(device: Settings, change: SettingsChange): Settings {
	const isInherited = (setting: InheritableSetting) =>
		change[setting] === undefined && (device.inherits.includes(setting) || isAsked(change, setting));
	return {
		loggingIntervalSeconds: change.loggingIntervalSeconds ?? device.loggingIntervalSeconds,
		uploadIntervalSeconds: change.uploadIntervalSeconds ?? device.uploadIntervalSeconds,
		offlineAfterSeconds: change.offlineAfterSeconds ?? device.offlineAfterSeconds,
		// Null is a value of its own: for ever.
		retentionDays: change.retentionDays === undefined ? device.retentionDays : change.retentionDays,
		inherits: InheritableSetting.options.filter(isInherited),
	};
}

function isAsked({ inherit = [] }: SettingsChange, setting: InheritableSetting): boolean {
	return inherit.includes(setting);
}
