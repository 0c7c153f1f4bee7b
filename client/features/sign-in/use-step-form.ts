import { useEffect, useRef, useState } from "react";
import type { AuthFailure } from "../../api/auth-api";

type Errors<Field extends string> = { [name in Field]?: string | undefined };
const noErrors = {};

/**
 * State of a form of one step: what is wrong, and whether it is under way. By hand, since the kit's form code
 * would be a sixth of what the first screen loads. `fields` are those the screen shows; a refusal that belongs
 * to another stands above the button.
 */
export function useStepForm<Field extends string>(fields: readonly Field[]) {
	const [errors, setErrors] = useState<Errors<Field>>(noErrors);
	const [failure, setFailure] = useState<string | null>(null);
	const [isSending, setIsSending] = useState(false);
	const formRef = useRef<HTMLFormElement>(null);

	useEffect(() => {
		if (errors !== noErrors) formRef.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
	}, [errors]);

	return {
		errors,
		failure,
		isSending,
		formRef,
		/** Once something is typed, what was wrong before may be right now. */
		clear(): void {
			setErrors(noErrors);
		},
		/** False where something is missing or the last attempt is still under way. */
		begin(found: { [name in Field]?: string | false }): boolean {
			if (isSending) return false;
			setFailure(null);
			const wrong: Errors<Field> = {};
			for (const field of fields) {
				const complaint: string | false | undefined = found[field];
				if (complaint) wrong[field] = complaint;
			}
			const isComplete = fields.every((field) => wrong[field] === undefined);
			setErrors(isComplete ? noErrors : wrong);
			setIsSending(isComplete);
			return isComplete;
		},
		/** Shows a refusal where it belongs; everything typed stays. */
		refuse({ field, shown }: AuthFailure): void {
			setIsSending(false);
			const belongsTo = fields.find((name) => name === field);
			if (belongsTo === undefined) {
				setFailure(shown);
				return;
			}
			const wrong: Errors<Field> = {};
			wrong[belongsTo] = shown;
			setErrors(wrong);
		},
	};
}

export type StepFormState = Pick<ReturnType<typeof useStepForm>, "failure" | "isSending" | "formRef">;
