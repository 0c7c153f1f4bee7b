import type { DeviceRow } from "../device-rows";
import type { DeviceChange } from "./device-change";
import { clockText, settingTexts, stateTexts } from "./setting-texts";

/**
 * What happened to a device, as its log says it: `Name Fridge → Fridge 2; upload interval 15 minutes → 5 minutes`.
 * `groupNames` null: for those who do not see the groups it was moved into and out of.
 */
export function changeText({ before, after, ...change }: DeviceChange, groupNames: Map<string, string> | null): string {
	const texts = [
		...stateTexts(before, after),
		...fieldTexts(before, after),
		...moveTexts(change, groupNames),
		...tagTexts(before, after),
		...clockText(before, after),
		...settingTexts(before, after),
		...change.alsoSaid,
	];
	const said = texts.join("; ");
	const text = [...(change.heading === undefined ? [] : [change.heading]), ...(said === "" ? [] : [said])].join(": ");
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value's change; `of` is how the value reads, empty for none. */
export function changed(title: string, before: string, after: string): string[] {
	return before === after ? [] : [`${title} ${before || "none"} → ${after || "none"}`];
}

function fieldTexts(before: DeviceRow, after: DeviceRow): string[] {
	return [
		...changed("name", before.name, after.name),
		...changed("serial", before.serialNumber ?? "", after.serialNumber ?? ""),
		...changed("model", before.model, after.model),
		...changed("firmware", before.firmwareVersion, after.firmwareVersion),
		...changed("hardware", before.hardwareVersion, after.hardwareVersion),
		...changed("power", before.power ?? "", after.power ?? ""),
		...changed("site", before.site, after.site),
		...changed("address", before.address, after.address),
		...changed("position", position(before), position(after)),
		...(before.description === after.description ? [] : ["description changed"]),
		...metadataTexts(before, after),
	];
}

function moveTexts({ joins, leaves }: Pick<DeviceChange, "joins" | "leaves">, groupNames: Map<string, string> | null) {
	if (groupNames === null) return joins.length + leaves.length === 0 ? [] : ["groups changed"];
	const named = (groupId: string) => groupNames.get(groupId) ?? groupId;
	return [...listed("added to", joins.map(named)), ...listed("removed from", leaves.map(named))];
}

function position({ latitude, longitude }: DeviceRow): string {
	return latitude === null || longitude === null ? "" : `${latitude}, ${longitude}`;
}

function metadataTexts({ metadata: before }: DeviceRow, { metadata: after }: DeviceRow): string[] {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return names.flatMap((name) => changed(name, before[name] ?? "", after[name] ?? ""));
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
