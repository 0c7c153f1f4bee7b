import type { Device } from "../../../shared/device/device";
import type { InheritableDuration, InheritableSetting } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import { type DurationUnit, inLargestUnit } from "../../forms/typed-setting";
import { countText } from "../../ui/format";

export function sourceLabel(device: Device, setting: InheritableSetting, groups: GroupListRow[]): string {
	const groupId = device.inherited[setting];
	if (groupId === undefined) return "Set on this device";
	if (groupId === null) {
		const isDerived = setting === "offlineAfterSeconds" && device.isOfflineAfterDerived;
		if (isDerived) return "3 upload intervals, min. 15 min";
		return measuredSeconds(device, setting) === null ? "Default" : "As measured";
	}
	// The user's scope may not include this group.
	const name = groups.find(({ id }) => id === groupId)?.name;
	return name === undefined ? "From a group" : `From ${name}`;
}

/** The measured interval in seconds; null: unknown or not measurable. */
export function measuredSeconds(
	device: Pick<Device, "measuredLoggingSeconds" | "measuredUploadSeconds">,
	setting: InheritableSetting,
): number | null {
	if (setting === "loggingIntervalSeconds") return device.measuredLoggingSeconds ?? null;
	return setting === "uploadIntervalSeconds" ? (device.measuredUploadSeconds ?? null) : null;
}

export function settingLabel(device: Device, setting: InheritableDuration): string {
	return setting === "retentionDays" ? formatRetention(device.retentionDays) : formatSeconds(device[setting]);
}

export function formatSeconds(seconds: number): string {
	const { amount, unit } = inLargestUnit(seconds);
	return `${amount} ${unit === "days" && amount === "1" ? "day" : shortUnits[unit]}`;
}

const shortUnits: Record<DurationUnit, string> = { seconds: "s", minutes: "min", hours: "h", days: "days" };

export function formatRetention(days: number | null): string {
	return days === null ? "Forever" : days === 1 ? "1 day" : `${countText(days)} days`;
}
