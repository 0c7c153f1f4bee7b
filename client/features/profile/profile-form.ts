import type { QueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import type { AuthField } from "../../../shared/session/auth-errors";
import type { Profile } from "../../../shared/session/session";
import { sentenceFor } from "../../api/api-error";
import { denialOf, profileQuery } from "../../api/auth-call";
import { session } from "../../api/session";
import { trpc } from "../../api/trpc";
import { t } from "../../words/made/profile";

type Errors = Partial<Record<AuthField, string>>;

/** Shows an error at its field, or above the buttons if the form has no such field. Keeps the input. */
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
		fail(sentence: string): void {
			setFailure(sentence);
		},
		reject(error: unknown): void {
			const denial = denialOf(error);
			const field = fields.find((shown) => shown === denial?.field);
			if (denial && field) setErrors({ [field]: denial.shown });
			else setFailure(denial?.shown ?? sentenceFor(error));
		},
	};
}

/** Stores the profile, and refetches header and session, which have a copy of the name. */
export function useKeepProfile(queryClient: QueryClient): (profile: Profile) => Promise<void> {
	return async (profile) => {
		queryClient.setQueryData(profileQuery().queryKey, profile);
		session.forget();
		await queryClient.invalidateQueries(trpc.account.pathFilter());
	};
}

export const unsavedProfile = {
	name: "Unsaved changes",
	question: t("leave"),
};
