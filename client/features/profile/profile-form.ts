import type { QueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import type { AuthField } from "../../../shared/session/auth-errors";
import type { Profile } from "../../../shared/session/session";
import { sentenceFor } from "../../api/api-error";
import { profileQuery, refusalOf } from "../../api/auth-call";
import { session } from "../../api/session";
import { trpc } from "../../api/trpc";

type Errors = Partial<Record<AuthField, string>>;

/** A refusal is shown at its field, or above the buttons if the form has no such field. What was typed is kept. */
export function useProfileForm(fields: readonly AuthField[]) {
	const [errors, setErrors] = useState<Errors>({});
	const [failure, setFailure] = useState<string | null>(null);
	const formRef = useRef<HTMLFormElement>(null);

	useLayoutEffect(() => {
		if (Object.keys(errors).length > 0)
			formRef.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
	}, [errors]);

	return {
		errors,
		failure,
		formRef,
		clear(): void {
			if (Object.keys(errors).length > 0) setErrors({});
			setFailure(null);
		},
		isComplete(found: Errors): boolean {
			setFailure(null);
			setErrors(found);
			return Object.keys(found).length === 0;
		},
		refuse(error: unknown): void {
			const refusal = refusalOf(error);
			const field = fields.find((shown) => shown === refusal?.field);
			if (refusal && field) setErrors({ [field]: refusal.shown });
			else setFailure(refusal?.shown ?? sentenceFor(error));
		},
	};
}

/** Also refetches header and session, which hold a copy of the name. */
export function useKeepProfile(queryClient: QueryClient): (profile: Profile) => Promise<void> {
	return async (profile) => {
		queryClient.setQueryData(profileQuery().queryKey, profile);
		session.forget();
		await queryClient.invalidateQueries(trpc.account.pathFilter());
	};
}

export const unsavedProfile = {
	name: "Unsaved changes",
	question: "What you typed here is not saved. Leave and lose it?",
};
