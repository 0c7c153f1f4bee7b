import { ownValue } from "../../../shared/base/own-value";
import { type DeviceText, deviceTexts, textsWith } from "../../../shared/base/plain-fields";
import { InheritableDuration } from "../../../shared/device/device-terms";
import { formatDuration } from "../../../shared/formats/duration-format";
import { deviceTimeText, formatOffset } from "../../../shared/time/time-zones";
import type { DeviceRow } from "../../db/device-rows";
import type { DeviceChange } from "./device-change";

/** Log text, such as `Name Fridge → Fridge 2; upload interval 15 minutes → 5 minutes`. `groupNames` null hides groups. */
export function changeText({ before, after, ...change }: DeviceChange, groupNames: Map<string, string> | null): string {
	const texts = [
		...stateTexts(before, after),
		...fieldTexts(before, after),
		...moveTexts(change, groupNames),
		...tagTexts(before, after),
		...clockText(before, after),
		...settingTexts(before, after),
		...changed("sends", sendsText(before), sendsText(after)),
		...change.alsoSaid,
	];
	const said = texts.join("; ");
	const text = [...(change.heading === undefined ? [] : [change.heading]), ...(said === "" ? [] : [said])].join(": ");
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export function changed(title: string, before: string, after: string): string[] {
	return before === after ? [] : [`${title} ${before || "none"} → ${after || "none"}`];
}

function fieldTexts(before: DeviceRow, after: DeviceRow): string[] {
	return [
		...changed("name", before.name, after.name),
		...changed("serial", before.serialNumber ?? "", after.serialNumber ?? ""),
		...lineTexts("device", before, after),
		...changed("power", before.power ?? "", after.power ?? ""),
		...lineTexts("place", before, after),
		...changed("position", position(before), position(after)),
		...changed("altitude", altitude(before), altitude(after)),
		...paragraphs.flatMap((text) => (before[text] === after[text] ? [] : [`${logTitle(text)} changed`])),
		...metadataTexts(before, after),
	];
}

const paragraphs = textsWith("kind", "paragraph");
const lines: readonly DeviceText[] = textsWith("kind", "line");

function lineTexts(section: "device" | "place", before: DeviceRow, after: DeviceRow): string[] {
	return textsWith("section", section)
		.filter((text) => lines.includes(text))
		.flatMap((text) => changed(logTitle(text), before[text], after[text]));
}

function logTitle(text: DeviceText): string {
	return deviceTexts[text].label.toLowerCase();
}

function moveTexts({ joins, leaves }: Pick<DeviceChange, "joins" | "leaves">, groupNames: Map<string, string> | null) {
	if (groupNames === null) return joins.length + leaves.length === 0 ? [] : ["groups changed"];
	const named = (groupId: string) => groupNames.get(groupId) ?? groupId;
	return [...listed("added to", joins.map(named)), ...listed("removed from", leaves.map(named))];
}

function position({ latitude, longitude }: DeviceRow): string {
	return latitude === null || longitude === null ? "" : `${latitude}, ${longitude}`;
}

function altitude({ altitude: meters }: DeviceRow): string {
	return meters === null ? "" : `${meters} m`;
}

function metadataTexts({ metadata: before }: DeviceRow, { metadata: after }: DeviceRow): string[] {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return names.flatMap((name) => changed(name, ownValue(before, name) ?? "", ownValue(after, name) ?? ""));
}

function tagTexts({ tags: before }: DeviceRow, { tags: after }: DeviceRow): string[] {
	return [
		...listed(
			"tagged",
			after.filter((tag) => !before.includes(tag)),
		),
		...listed(
			"no longer tagged",
			before.filter((tag) => !after.includes(tag)),
		),
	];
}

function listed(what: string, names: string[]): string[] {
	return names.length === 0 ? [] : [`${what} ${names.join(", ")}`];
}

const titles: Record<InheritableDuration, string> = {
	loggingIntervalSeconds: "logging interval",
	uploadIntervalSeconds: "upload interval",
	offlineAfterSeconds: "offline after",
	retentionDays: "retention",
};

/** Inherited values are unknown before they are recomputed. */
function settingTexts(before: DeviceRow, after: DeviceRow): string[] {
	return InheritableDuration.options.flatMap((setting) => {
		const was = before.inherits.includes(setting) ? "inherited" : valueText(setting, before[setting]);
		const is = after.inherits.includes(setting) ? "inherited" : valueText(setting, after[setting]);
		return was === is ? [] : [`${titles[setting]} ${was} → ${is}`];
	});
}

function valueText(setting: InheritableDuration, value: number | null): string {
	if (setting !== "retentionDays") return value === null ? "by the upload interval" : formatDuration(value * 1000);
	if (value === null) return "forever";
	return value === 1 ? "1 day" : `${value} days`;
}

function sendsText({ inherits, sends }: DeviceRow): string {
	if (inherits.includes("sends")) return "inherited";
	return sends === "changes" ? "changes only" : "regularly";
}

function clockText(before: DeviceRow, after: DeviceRow): string[] {
	const [was, is] = [clockValueText(before), clockValueText(after)];
	return was === is ? [] : [`device clock ${was} → ${is}`];
}

function clockValueText({ inherits, timezoneOffset, timeZoneRule }: DeviceRow): string {
	if (inherits.includes("clock")) return "inherited";
	if (timeZoneRule === 0) return "UTC";
	const offset = formatOffset(timezoneOffset);
	return timeZoneRule === 1 ? `${offset} with daylight saving` : offset;
}

function stateTexts(before: DeviceRow, after: DeviceRow): string[] {
	return [...muteText(before, after), ...archivedText(before, after)];
}

function muteText(before: DeviceRow, after: DeviceRow): string[] {
	const [was, is] = [before.mutedUntil?.getTime(), after.mutedUntil?.getTime()];
	if (was === is && before.muteReason === after.muteReason) return [];
	if (is === undefined) return ["no longer muted"];
	const reason = after.muteReason === "" ? "" : `: ${after.muteReason}`;
	return [`muted until ${deviceTimeText(after, is)}${reason}`];
}

function archivedText(before: DeviceRow, after: DeviceRow): string[] {
	const [was, is] = [before.deletedFrom?.getTime(), after.deletedFrom?.getTime()];
	if (is !== undefined && is !== was) return [`deleted; it can be restored until ${deviceTimeText(after, is)}`];
	if (after.archivedAt && !before.archivedAt) return ["archived"];
	if (!after.archivedAt && before.archivedAt) return [was === undefined ? "restored from the archive" : "restored"];
	return is === was ? [] : ["not deleted, but archived"];
}
