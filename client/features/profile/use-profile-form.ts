import { useLayoutEffect, useRef, useState } from "react";
import type { AuthField } from "../../../shared/auth-errors";
import { sentenceFor } from "../../api/api-error";
import { refusalOf } from "../../api/auth-call";

type Errors = Partial<Record<AuthField, string>>;

/**
 * What is wrong with a form whose answers come from the sign-in service. A refusal stands at its field where the
 * form shows that field, else above the buttons; what was typed stays.
 */
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
		/** Once something is typed, what was wrong before may be right now. */
		clear(): void {
			if (Object.keys(errors).length > 0) setErrors({});
			setFailure(null);
		},
		/** True where nothing is missing, so that the form may be sent. */
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
