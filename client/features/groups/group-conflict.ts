import type { Group, GroupListRow } from "../../../shared/group";
import { countOf } from "../../ui/format";
import { type GroupValues, membersOf, toGroupInput, valuesOf } from "./group-values";
import { colourNames, criteriaWords, defaultsWords, kindWords } from "./group-words";

/** The parts of a group that two people may have changed at once. */
export const groupParts = ["name", "description", "colour", "members", "defaults"] as const;
export type GroupPart = (typeof groupParts)[number];

const partLabels: Record<GroupPart, string> = {
	name: "Name",
	description: "Description",
	colour: "Colour",
	members: "Devices",
	defaults: "Defaults",
};

type PartConflict = { part: GroupPart; label: string; mine: string; theirs: string };

export type GroupMerge = {
	/** The form's values, with what only the other one has changed. */
	values: GroupValues;
	/** Labels of the parts that came from the other one. */
	taken: string[];
	/** Parts that both have changed, each in its own way, in words. */
	conflicts: PartConflict[];
};

type Versions = { base: Group; mine: GroupValues; theirs: Group };

/** What two people have made of one group since both saw `base`. */
export function mergeGroup({ base, mine, theirs }: Versions, groups: GroupListRow[]): GroupMerge {
	const before = valuesOf(base);
	const other = valuesOf(theirs);
	const merge: GroupMerge = { values: mine, taken: [], conflicts: [] };
	for (const part of groupParts) {
		if (isSamePart(part, before, other) || isSamePart(part, mine, other)) continue;
		if (isSamePart(part, before, mine)) {
			merge.values = withPart(part, merge.values, other);
			merge.taken.push(partLabels[part]);
		} else merge.conflicts.push(conflictOf(part, { mine, other, groups }));
	}
	return merge;
}

/** Values with one part as another form holds it. */
export function withPart(part: GroupPart, values: GroupValues, from: GroupValues): GroupValues {
	if (part === "members") return { ...values, kind: from.kind, deviceIds: from.deviceIds, criteria: from.criteria };
	return { ...values, [part]: from[part] };
}

type Sides = { mine: GroupValues; other: GroupValues; groups: GroupListRow[] };

function conflictOf(part: GroupPart, { mine, other, groups }: Sides): PartConflict {
	const words = { mine: partWords(part, mine, groups), theirs: partWords(part, other, groups) };
	const theirs = words.mine === words.theirs ? `${words.theirs}, others than yours` : words.theirs;
	return { part, label: partLabels[part], mine: words.mine, theirs };
}

function isSamePart(part: GroupPart, a: GroupValues, b: GroupValues): boolean {
	return JSON.stringify(comparable(part, a)) === JSON.stringify(comparable(part, b));
}

/** In an order of its own, since that of chosen devices means nothing. */
function comparable(part: GroupPart, values: GroupValues): unknown {
	if (part !== "members") return toGroupInput(values)[part];
	const members = membersOf(values);
	return members.kind === "static" ? { ...members, deviceIds: [...members.deviceIds].sort() } : members;
}

function partWords(part: GroupPart, values: GroupValues, groups: GroupListRow[]): string {
	if (part === "colour") return values.colour === null ? "None" : colourNames[values.colour];
	if (part === "defaults") return defaultsWords(toGroupInput(values).defaults) ?? "None";
	if (part !== "members") return values[part];
	const members = membersOf(values);
	if (members.kind === "static") return `${kindWords.static.label}: ${countOf(members.deviceIds.length, "device")}`;
	const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? null;
	const criteria = criteriaWords(members.filter, nameOf).map(({ label, words }) => `${label} ${words}`);
	return `${kindWords.dynamic.label}: ${criteria.join("; ") || "no criterion"}`;
}
