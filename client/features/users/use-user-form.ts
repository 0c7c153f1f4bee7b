import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { InvitationTarget, UpdateInvitation, UpdateUser, type User } from "../../../shared/account";
import type { GroupListRow } from "../../../shared/group";
import { sentenceFor } from "../../api/api-error";
import { failureSentences } from "../../api/failure-sentences";
import { userList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { type EntityForm, useEntityForm } from "../../forms/entity-form";
import {
	type AccessConflict,
	type AccessValues,
	accessOf,
	fieldOf,
	mergeAccess,
	toAccess,
	withPart,
} from "./user-values";

type Options = { user: User; groups: GroupListRow[]; onSaved: (user: User) => void };

type Conflict = {
	taken: string[];
	conflicts: AccessConflict[];
	/** A newer version shows the choice again. */
	version: number;
	choose: (part: AccessConflict["part"], side: "mine" | "theirs") => void;
};

/** Never overwrites what somebody else has saved since it was opened. */
export function useUserForm({ user, groups, onSaved }: Options) {
	const queryClient = useQueryClient();
	/** The version that the form's changes are based on. */
	const [base, setBase] = useState(user);
	const [merge, setMerge] = useState<(ReturnType<typeof mergeAccess> & { mine: AccessValues; theirs: User }) | null>(
		null,
	);
	const [lookFailure, setLookFailure] = useState<string | null>(null);
	const isInvited = InvitationTarget.safeParse({ invitationId: user.id }).success;

	const input = (values: AccessValues) => ({ version: base.version, ...toAccess(values) });
	const common = {
		initialValues: accessOf(user),
		fieldOf,
		onSaved: (saved: User) => {
			setBase(saved);
			setMerge(null);
			onSaved(saved);
		},
		onRefused: ({ reason }: { reason: string | null }) => {
			if (reason !== "CHANGED_MEANWHILE") return false;
			void lookAgain();
			return true;
		},
	};
	const entityForm = useEntityForm<AccessValues, UpdateUser | UpdateInvitation, User>({
		...common,
		schema: isInvited ? UpdateInvitation : UpdateUser,
		toInput: (values) =>
			isInvited ? { invitationId: user.id, ...input(values) } : { userId: user.id, ...input(values) },
		save: (checked) =>
			"userId" in checked
				? trpcClient.account.updateUser.mutate(checked)
				: trpcClient.account.updateInvitation.mutate(checked),
	});
	const { form, isDirty, isSaving } = entityForm;

	const lookAgain = async () => {
		setLookFailure(null);
		try {
			const users = await queryClient.fetchQuery({ ...userList(), staleTime: 0 });
			const theirs = users.find(({ id }) => id === user.id);
			if (!theirs) return setLookFailure(failureSentences.USER_NOT_FOUND);
			const found = mergeAccess({ base, mine: form.getValues(), theirs }, groups);
			form.setValues(found.values);
			setMerge({ ...found, mine: found.values, theirs });
			setBase(theirs);
		} catch (error) {
			setLookFailure(sentenceFor(error));
		}
	};

	const isBehind = user.version > base.version;
	useEffect(() => {
		if (!isBehind || isDirty || isSaving) return;
		const values = accessOf(user);
		form.setValues(values);
		form.resetDirty(values);
		setBase(user);
		setMerge(null);
	}, [isBehind, isDirty, isSaving, user, form]);

	const conflict: Conflict | null = merge && {
		...merge,
		version: merge.theirs.version,
		choose: (part, side) =>
			form.setValues(withPart(part, form.getValues(), side === "mine" ? merge.mine : accessOf(merge.theirs))),
	};
	const shown: EntityForm<AccessValues> = { ...entityForm, failure: entityForm.failure ?? lookFailure };
	return { entityForm: shown, conflict };
}
