import { type GroupText, groupTextNames } from "../../shared/base/plain-fields";
import { type Said, said } from "../../shared/log/said";
import { isSameValue } from "../db/device-rows";
import type { GroupRow } from "../db/group-rows";

const namedAtMost = 10;

type Moved = { joined: string[]; left: string[] };

export function saidOfGroupChange(before: GroupRow, after: GroupRow, { joined, left }: Moved): Said | null {
	const renamed = { what: said("field.name"), before: before.name, after: after.name };
	const changes = [
		...(before.name === after.name ? [] : [said("change.value", renamed)]),
		...kindTexts(before, after),
		...(joined.length === 0 ? [] : [said("group.devicesAdded", { devices: joined.length })]),
		...(left.length === 0 ? [] : [said("group.devicesRemoved", { devices: left.length })]),
		...differing(said("group.defaults"), before.defaults, after.defaults),
		...groupTextNames.flatMap((text) => differing(textChanges[text], before[text], after[text])),
		...differing(said("group.colour"), before.colour, after.colour),
	];
	return changes.length === 0 ? null : said("group.changed", { name: before.name, changes: { changes } });
}

const textChanges: Record<GroupText, Said> = { description: said("change.description") };

function kindTexts(before: GroupRow, after: GroupRow): Said[] {
	if (before.kind === after.kind) return differing(said("group.filter"), before.filter, after.filter);
	return [after.kind === "static" ? said("group.byHand") : said("group.byFilter")];
}

function differing(change: Said, before: unknown, after: unknown): Said[] {
	return isSameValue(before, after) ? [] : [change];
}

/** The parameters of a message about groups. */
export function namedGroups(groups: { name: string }[]): { count: number; names: string | Said } {
	const names = groups.slice(0, namedAtMost).map(({ name }) => name);
	const [count, others] = [groups.length, groups.length - names.length];
	if (others > 0) return { count, names: said("names.others", { names: { names }, others }) };
	const last = names.pop() ?? "";
	return { count, names: names.length === 0 ? last : said("names.and", { names: { names }, last }) };
}
