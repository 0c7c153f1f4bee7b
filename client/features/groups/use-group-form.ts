import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CreateGroup, type Group, type GroupListRow } from "../../../shared/group";
import { sentenceFor } from "../../api/api-error";
import { groupBy } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { type EntityForm, useEntityForm } from "../../forms/entity-form";
import { type GroupMerge, type GroupPart, mergeGroup, withPart } from "./group-conflict";
import { fieldOf, type GroupValues, toGroupInput, valuesOf } from "./group-values";

type GroupFormOptions = {
	/** Null: it is yet to be made. */
	group: Group | null;
	initialValues: GroupValues;
	groups: GroupListRow[];
	onSaved: (group: Group) => void;
};

type Conflict = GroupMerge & {
	/** What the choice was asked about; a newer one asks anew. */
	version: number;
	choose: (part: GroupPart, side: "mine" | "theirs") => void;
};

/** The form of a group, which never saves over what somebody else has saved since it was opened. */
export function useGroupForm({ group, initialValues, groups, onSaved }: GroupFormOptions) {
	const queryClient = useQueryClient();
	/** What the form's changes are made on. */
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
		// Nothing is typed yet, so there is nothing to lose by showing the newest.
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
