import { Button, TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { AuthFailure } from "../../api/auth-api";
import { Callout } from "../../ui/feedback/notes";
import { FormFailure } from "../../ui/form/buttons";
import { t } from "../../words/made/session";
import classes from "./step-form.module.css";
import { noteSentence } from "./step-rules";

type StepFormProps = {
	state: StepFormState;
	/** Returns the sentence of the note that the previous step left. */
	noteOf?: typeof noteSentence;
	action: string;
	onSubmit: () => void;
	children: ReactNode;
	after?: ReactNode;
};

export function StepForm({ state, noteOf = noteSentence, action, onSubmit, children, after }: StepFormProps) {
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSubmit();
	};
	return (
		<form ref={state.formRef} className={classes.form} noValidate onSubmit={submit}>
			<StepNote noteOf={noteOf} />
			{children}
			<FormFailure failure={state.failure} />
			<Button type="submit" size="md" fullWidth loading={state.isSending}>
				{action}
			</Button>
			{after}
		</form>
	);
}

function StepNote({ noteOf }: { noteOf: typeof noteSentence }) {
	const words = useLocation({ select: ({ state }) => state.reason ?? noteOf(state.note) });
	return (
		words !== null && (
			<Callout tone="brand" role="status">
				{words}
			</Callout>
		)
	);
}

type Errors<Field extends string> = { [name in Field]?: string | undefined };

const noErrors = {};

/** Without Mantine's form code, a sixth of the first screen. Errors of other fields show above the button. */
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
		clear(): void {
			setErrors(noErrors);
		},
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
		reject({ field, shown }: Pick<AuthFailure, "field" | "shown">): void {
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

type StepFormState = Pick<ReturnType<typeof useStepForm>, "failure" | "isSending" | "formRef">;

type EmailInputProps = {
	value: string;
	onChange: (email: string) => void;
	onLeave?: () => void;
	error?: string | undefined;
	autoFocus?: boolean;
};

/** Password managers use the address as the user name. */
export function EmailInput({ value, onChange, onLeave, error, autoFocus = false }: EmailInputProps) {
	return (
		<TextInput
			label={t("email")}
			type="email"
			name="email"
			size="md"
			autoComplete="username"
			autoCapitalize="none"
			spellCheck={false}
			autoFocus={autoFocus}
			value={value}
			error={error}
			onChange={(event) => onChange(event.currentTarget.value)}
			onBlur={onLeave}
		/>
	);
}
