import { type GroupText, groupTextNames, groupTexts } from "../../shared/base/plain-fields";
import { counted } from "../../shared/formats/display-formats";
import { isSameValue } from "../db/device-rows";
import type { GroupRow } from "../db/group-rows";

const namedAtMost = 10;

type Moved = { joined: string[]; left: string[] };

export function groupChangeText(before: GroupRow, after: GroupRow, { joined, left }: Moved): string | null {
	const texts = [
		...(before.name === after.name ? [] : [`name ${before.name} → ${after.name}`]),
		...kindTexts(before, after),
		...devicesText(joined.length, "added"),
		...devicesText(left.length, "removed"),
		...differing("defaults", before.defaults, after.defaults),
		...groupTextNames.flatMap((text) => textTexts(text, before[text], after[text])),
		...differing("colour", before.colour, after.colour),
	];
	return texts.length === 0 ? null : `Group ${before.name} changed: ${texts.join("; ")}`;
}

function textTexts(text: GroupText, before: string, after: string): string[] {
	const { label, kind } = groupTexts[text];
	if (kind === "paragraph") return differing(label.toLowerCase(), before, after);
	return before === after ? [] : [`${label.toLowerCase()} ${before || "none"} → ${after || "none"}`];
}

function kindTexts(before: GroupRow, after: GroupRow): string[] {
	if (before.kind === after.kind) return differing("filter", before.filter, after.filter);
	return [after.kind === "static" ? "devices are chosen by hand" : "devices are chosen by a filter"];
}

function devicesText(devices: number, what: string): string[] {
	return devices === 0 ? [] : [`${counted(devices, "device")} ${what}`];
}

function differing(title: string, before: unknown, after: unknown): string[] {
	return isSameValue(before, after) ? [] : [`${title} changed`];
}

export function groupsText(groups: { name: string }[]): string {
	const names = groups.slice(0, namedAtMost).map(({ name }) => name);
	const others = groups.length - names.length;
	if (others > 0) return `Groups ${names.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
	const last = names.pop() ?? "";
	return names.length === 0 ? `Group ${last}` : `Groups ${names.join(", ")} and ${last}`;
}
