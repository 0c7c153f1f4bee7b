import { ownValue } from "../../../shared/base/own-value";
import { type DeviceText, textsWith } from "../../../shared/base/plain-fields";
import { InheritableDuration } from "../../../shared/device/device-terms";
import { formatDuration } from "../../../shared/formats/duration-format";
import { type Said, said } from "../../../shared/log/said";
import { type DeviceClock, formatOffset, instantText } from "../../../shared/time/time-zones";
import { type DeviceRow, isSameValue } from "../../db/device-rows";
import type { DeviceChange } from "./device-change";

/** The log reads `Name Fridge → Fridge 2; upload interval 15 minutes → 5 minutes`. `groupNames` null hides groups. */
export function saidOfChange({ before, after, ...change }: DeviceChange, groupNames: Map<string, string> | null): Said {
	const changes = [
		...stateTexts(before, after),
		...fieldTexts(before, after),
		...moveTexts(change, groupNames),
		...tagTexts(before, after),
		...changed(said("field.clock"), clockValue(before), clockValue(after)),
		...settingTexts(before, after),
		...changed(said("field.sends"), sendsValue(before), sendsValue(after)),
		...change.alsoSaid,
	];
	if (!change.isNewLogger) return said("change.line", { changes: { opening: changes } });
	return changes.length === 0 ? said("change.newLogger") : said("change.newLoggerWith", { changes: { changes } });
}

type Value = string | Said | { span: number };

export function changed(what: string | Said, before: Value, after: Value): Said[] {
	if (isSameValue(before, after)) return [];
	const none = said("value.none");
	const [was, is] = readsTheSame(before, after) ? [inSeconds(before), inSeconds(after)] : [before, after];
	return [said("change.value", { what, before: was || none, after: is || none })];
}

function readsTheSame(before: Value, after: Value): boolean {
	const [was, is] = [spanOf(before), spanOf(after)];
	return was !== null && is !== null && formatDuration(was) === formatDuration(is);
}

function spanOf(value: Value): number | null {
	return typeof value === "object" && "span" in value ? value.span : null;
}

function inSeconds(value: Value): Value {
	const span = spanOf(value);
	return span === null ? value : said("value.seconds", { seconds: span / 1000 });
}

function fieldTexts(before: DeviceRow, after: DeviceRow): Said[] {
	return [
		...changed(said("field.name"), before.name, after.name),
		...changed(said("field.serial"), before.serialNumber ?? "", after.serialNumber ?? ""),
		...lineTexts("device", before, after),
		...changed(said("field.power"), powerValue(before), powerValue(after)),
		...lineTexts("place", before, after),
		...changed(said("field.position"), position(before), position(after)),
		...changed(said("field.altitude"), altitude(before), altitude(after)),
		...(before.description === after.description ? [] : [said("change.description")]),
		...metadataTexts(before, after),
	];
}

const titles: Record<Exclude<DeviceText, "description"> | InheritableDuration, Said> = {
	model: said("field.model"),
	firmwareVersion: said("field.firmwareVersion"),
	hardwareVersion: said("field.hardwareVersion"),
	site: said("field.site"),
	address: said("field.address"),
	loggingIntervalSeconds: said("field.loggingIntervalSeconds"),
	uploadIntervalSeconds: said("field.uploadIntervalSeconds"),
	offlineAfterSeconds: said("field.offlineAfterSeconds"),
	retentionDays: said("field.retentionDays"),
};

function lineTexts(section: "device" | "place", before: DeviceRow, after: DeviceRow): Said[] {
	return textsWith("section", section).flatMap((text) =>
		text === "description" ? [] : changed(titles[text], before[text], after[text]),
	);
}

function moveTexts(
	{ joins, leaves }: Pick<DeviceChange, "joins" | "leaves">,
	groupNames: Map<string, string> | null,
): Said[] {
	if (joins.length + leaves.length === 0) return [];
	if (groupNames === null) return [said("change.groups")];
	const named = (ids: string[]) => ({ names: ids.map((groupId) => groupNames.get(groupId) ?? groupId) });
	return [
		...(joins.length === 0 ? [] : [said("change.addedTo", { groups: named(joins) })]),
		...(leaves.length === 0 ? [] : [said("change.removedFrom", { groups: named(leaves) })]),
	];
}

function powerValue({ power }: DeviceRow): Value {
	return power === null ? "" : said(`power.${power}`);
}

function position({ latitude, longitude }: DeviceRow): string {
	return latitude === null || longitude === null ? "" : `${latitude}, ${longitude}`;
}

function altitude({ altitude: meters }: DeviceRow): string {
	return meters === null ? "" : `${meters} m`;
}

function metadataTexts({ metadata: before }: DeviceRow, { metadata: after }: DeviceRow): Said[] {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return names.flatMap((name) => changed(name, ownValue(before, name) ?? "", ownValue(after, name) ?? ""));
}

function tagTexts({ tags: before }: DeviceRow, { tags: after }: DeviceRow): Said[] {
	const added = after.filter((tag) => !before.includes(tag));
	const removed = before.filter((tag) => !after.includes(tag));
	return [
		...(added.length === 0 ? [] : [said("change.tagged", { tags: { names: added } })]),
		...(removed.length === 0 ? [] : [said("change.notTagged", { tags: { names: removed } })]),
	];
}

/** Inherited values are unknown before they are recomputed. */
function settingTexts(before: DeviceRow, after: DeviceRow): Said[] {
	return InheritableDuration.options.flatMap((setting) =>
		changed(titles[setting], settingValue(before, setting), settingValue(after, setting)),
	);
}

function settingValue(device: DeviceRow, setting: InheritableDuration): Value {
	if (device.inherits.includes(setting)) return said("value.inherited");
	const value = device[setting];
	if (setting !== "retentionDays") return value === null ? said("value.byUpload") : { span: value * 1000 };
	return value === null ? said("value.forever") : said("value.days", { days: value });
}

function sendsValue({ inherits, sends }: DeviceRow): Value {
	if (inherits.includes("sends")) return said("value.inherited");
	return sends === "changes" ? said("value.changesOnly") : said("value.regularly");
}

function clockValue({ inherits, timezoneOffset, timeZoneRule }: DeviceRow): Value {
	if (inherits.includes("clock")) return said("value.inherited");
	if (timeZoneRule === 0) return "UTC";
	const offset = formatOffset(timezoneOffset);
	return timeZoneRule === 1 ? said("value.daylight", { offset }) : offset;
}

function stateTexts(before: DeviceRow, after: DeviceRow): Said[] {
	return [...muteText(before, after), ...archivedText(before, after)];
}

function muteText(before: DeviceRow, after: DeviceRow): Said[] {
	const [was, is] = [before.mutedUntil?.getTime(), after.mutedUntil?.getTime()];
	if (was === is && before.muteReason === after.muteReason) return [];
	if (is === undefined) return [said("change.notMuted")];
	const muted = said("change.muted", clockTime(after, is));
	return [after.muteReason === "" ? muted : said("change.mutedBecause", { muted, reason: after.muteReason })];
}

export function clockTime(device: DeviceClock, utcMs: number) {
	return { at: instantText(device, utcMs), clock: device.timeZoneRule === 0 ? "utc" : "device" };
}

function archivedText(before: DeviceRow, after: DeviceRow): Said[] {
	const [was, is] = [before.deletedFrom?.getTime(), after.deletedFrom?.getTime()];
	if (is !== undefined && is !== was) return [said("change.deleted", clockTime(after, is))];
	if (after.archivedAt && !before.archivedAt) return [said("change.archived")];
	if (!after.archivedAt && before.archivedAt) {
		return [was === undefined ? said("change.restoredFromArchive") : said("change.restored")];
	}
	return is === was ? [] : [said("change.notDeleted")];
}
