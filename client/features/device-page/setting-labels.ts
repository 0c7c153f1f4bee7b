import type { Device } from "../../../shared/device/device";
import type { InheritableDuration, InheritableSetting } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import { inLargestUnit } from "../../forms/typed-setting";
import { t } from "../../words/made/device";

export function sourceLabel(device: Device, setting: InheritableSetting, groups: GroupListRow[]): string {
	const groupId = device.inherited[setting];
	if (groupId === undefined) return t("source.own");
	if (groupId === null) {
		const isDerived = setting === "offlineAfterSeconds" && device.isOfflineAfterDerived;
		if (isDerived) return t("source.uploadIntervals");
		return measuredSeconds(device, setting) === null ? t("source.default") : t("source.measured");
	}
	// The user's scope may not include this group.
	const name = groups.find(({ id }) => id === groupId)?.name;
	return name === undefined ? t("source.group") : t("source.groupName", { group: name });
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
	return unit === "days" ? t("span.days", { amount, count: seconds / 86_400 }) : t(`span.${unit}`, { amount });
}

export function formatRetention(days: number | null): string {
	return days === null ? t("setting.forever") : t("count.days", { count: days });
}
