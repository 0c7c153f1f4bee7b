import { InheritableDuration } from "../../../shared/device-terms";
import { durationWords } from "../../../shared/duration-words";
import { deviceOffsetMinutes, formatOffset, formatTimestamp } from "../../../shared/time-zones";
import type { DeviceRow } from "../device-rows";

const titles: Record<InheritableDuration, string> = {
	loggingIntervalSeconds: "logging interval",
	uploadIntervalSeconds: "upload interval",
	offlineAfterSeconds: "offline after",
	retentionDays: "retention",
};

/** Changes of durations a device may inherit. What it inherits from now on is not known before it is settled. */
export function settingTexts(before: DeviceRow, after: DeviceRow): string[] {
	return InheritableDuration.options.flatMap((setting) => {
		const was = before.inherits.includes(setting) ? "inherited" : valueText(setting, before[setting]);
		const is = after.inherits.includes(setting) ? "inherited" : valueText(setting, after[setting]);
		return was === is ? [] : [`${titles[setting]} ${was} → ${is}`];
	});
}

function valueText(setting: InheritableDuration, value: number | null): string {
	if (setting !== "retentionDays") return value === null ? "by the upload interval" : durationWords(value * 1000);
	if (value === null) return "for ever";
	return value === 1 ? "1 day" : `${value} days`;
}

export function clockText(before: DeviceRow, after: DeviceRow): string[] {
	const [was, is] = [clockWords(before), clockWords(after)];
	return was === is ? [] : [`device clock ${was} → ${is}`];
}

function clockWords({ inherits, timezoneOffset, timeZoneRule }: DeviceRow): string {
	if (inherits.includes("clock")) return "inherited";
	if (timeZoneRule === 0) return "UTC";
	const offset = formatOffset(timezoneOffset);
	return timeZoneRule === 1 ? `${offset} with daylight saving` : offset;
}

/** Whether a device is muted, archived or about to be deleted. */
export function stateTexts(before: DeviceRow, after: DeviceRow): string[] {
	return [...muteText(before, after), ...shelfText(before, after)];
}

function muteText(before: DeviceRow, after: DeviceRow): string[] {
	const [was, is] = [before.mutedUntil?.getTime(), after.mutedUntil?.getTime()];
	if (was === is && before.muteReason === after.muteReason) return [];
	if (is === undefined) return ["no longer muted"];
	const reason = after.muteReason === "" ? "" : `: ${after.muteReason}`;
	return [`muted until ${instantWords(after, is)}${reason}`];
}

function shelfText(before: DeviceRow, after: DeviceRow): string[] {
	const [was, is] = [before.deletedFrom?.getTime(), after.deletedFrom?.getTime()];
	if (is !== undefined && is !== was) return [`deleted; it can be restored until ${instantWords(after, is)}`];
	if (after.archivedAt && !before.archivedAt) return ["archived"];
	if (!after.archivedAt && before.archivedAt) return [was === undefined ? "restored from the archive" : "restored"];
	return is === was ? [] : ["not deleted, but archived"];
}

function instantWords(device: DeviceRow, at: number): string {
	const clock = device.timeZoneRule === 0 ? "UTC" : "device clock";
	return `${formatTimestamp(at, deviceOffsetMinutes(device, at))} (${clock})`;
}
