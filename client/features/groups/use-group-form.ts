import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CreateGroup, type Group, type GroupListRow } from "../../../shared/group";
import { groupTextNames, groupTexts, recordOf } from "../../../shared/plain-fields";
import { sentenceFor } from "../../api/api-error";
import { groupBy } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { type EntityForm, useEntityForm } from "../../forms/entity-form";
import { countOf } from "../../ui/format";
import { colourNames, criteriaText, defaultsText, kindLabels } from "./group-labels";
import { fieldOf, type GroupValues, membersOf, toGroupInput, valuesOf } from "./group-values";

export const groupParts = ["name", ...groupTextNames, "colour", "members", "defaults"] as const;

type GroupPart = (typeof groupParts)[number];

const partLabels: Record<GroupPart, string> = {
	name: "Name",
	...recordOf(groupTextNames, (text) => groupTexts[text].label),
	colour: "Colour",
	members: "Devices",
	defaults: "Defaults",
};

type GroupFormOptions = {
	group: Group | null;
	initialValues: GroupValues;
	groups: GroupListRow[];
	onSaved: (group: Group) => void;
};

type Conflict = GroupMerge & {
	/** The version of the group that the choice is about; a newer one shows the choice again. */
	version: number;
	choose: (part: GroupPart, side: "mine" | "theirs") => void;
};

/** Never overwrites what somebody else has saved since it was opened. */
export function useGroupForm({ group, initialValues, groups, onSaved }: GroupFormOptions) {
	const queryClient = useQueryClient();
	/** The version that the form's changes are based on. */
	const [base, setBase] = useState(group);
	const [merge, setMerge] = useState<(GroupMerge & { mine: GroupValues; theirs: Group }) | null>(null);
	const [lookFailure, setLookFailure] = useState<string | null>(null);

	const entityForm = useEntityForm<GroupValues, CreateGroup, Group>({
		initialValues,
		schema: CreateGroup,
		toInput: toGroupInput,
		save: (input) =>
			base === null
				? trpcClient.group.createGroup.mutate(input)
				: trpcClient.group.updateGroup.mutate({ ...input, id: base.id, version: base.version }),
		fieldOf,
		onSaved,
		onRefused: ({ reason }) => {
			if (reason !== "CHANGED_MEANWHILE" || base === null) return false;
			void lookAgain(base);
			return true;
		},
	});
	const { form, isDirty, isSaving } = entityForm;

	const lookAgain = async (before: Group) => {
		setLookFailure(null);
		try {
			const theirs = await queryClient.fetchQuery({
				...groupBy(before.id),
				staleTime: 0,
			});
			const mine = form.getValues();
			const found = mergeGroup({ base: before, mine, theirs }, groups);
			form.setValues(found.values);
			setMerge({ ...found, mine: found.values, theirs });
			setBase(theirs);
		} catch (error) {
			setLookFailure(sentenceFor(error));
		}
	};

	const isBehind = group !== null && base !== null && group.version > base.version;
	useEffect(() => {
		if (!isBehind || isDirty || isSaving) return;
		const values = valuesOf(group);
		form.setValues(values);
		form.resetDirty(values);
		setBase(group);
		setMerge(null);
	}, [isBehind, isDirty, isSaving, group, form]);

	const conflict: Conflict | null = merge && {
		...merge,
		version: merge.theirs.version,
		choose: (part, side) => {
			const from = side === "mine" ? merge.mine : valuesOf(merge.theirs);
			form.setValues(withPart(part, form.getValues(), from));
		},
	};
	const shown: EntityForm<GroupValues> = { ...entityForm, failure: entityForm.failure ?? lookFailure };
	return { entityForm: shown, conflict };
}

type PartConflict = { part: GroupPart; label: string; mine: string; theirs: string };

type GroupMerge = {
	/** The form's values, with what only the other person has changed. */
	values: GroupValues;
	taken: string[];
	conflicts: PartConflict[];
};

type Versions = { base: Group; mine: GroupValues; theirs: Group };

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

export function withPart(part: GroupPart, values: GroupValues, from: GroupValues): GroupValues {
	if (part === "members") return { ...values, kind: from.kind, deviceIds: from.deviceIds, criteria: from.criteria };
	return { ...values, [part]: from[part] };
}

type Sides = { mine: GroupValues; other: GroupValues; groups: GroupListRow[] };

function conflictOf(part: GroupPart, { mine, other, groups }: Sides): PartConflict {
	const words = { mine: partText(part, mine, groups), theirs: partText(part, other, groups) };
	const theirs = words.mine === words.theirs ? `${words.theirs}, others than yours` : words.theirs;
	return { part, label: partLabels[part], mine: words.mine, theirs };
}

function isSamePart(part: GroupPart, a: GroupValues, b: GroupValues): boolean {
	return JSON.stringify(comparable(part, a)) === JSON.stringify(comparable(part, b));
}

/** Chosen devices are sorted, since their order means nothing. */
function comparable(part: GroupPart, values: GroupValues): unknown {
	if (part !== "members") return toGroupInput(values)[part];
	const members = membersOf(values);
	return members.kind === "static" ? { ...members, deviceIds: [...members.deviceIds].sort() } : members;
}

function partText(part: GroupPart, values: GroupValues, groups: GroupListRow[]): string {
	if (part === "colour") return values.colour === null ? "None" : colourNames[values.colour];
	if (part === "defaults") return defaultsText(toGroupInput(values).defaults) ?? "None";
	if (part !== "members") return values[part];
	const members = membersOf(values);
	if (members.kind === "static") return `${kindLabels.static.label}: ${countOf(members.deviceIds.length, "device")}`;
	const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? null;
	const criteria = criteriaText(members.filter, nameOf).map(({ label, words }) => `${label} ${words}`);
	return `${kindLabels.dynamic.label}: ${criteria.join("; ") || "no criterion"}`;
}
