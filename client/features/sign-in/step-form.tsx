import { Button } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FormFailure } from "../../ui/form/buttons";
import classes from "./step-form.module.css";
import { StepNote } from "./step-note";
import type { StepFormState } from "./use-step-form";

type StepFormProps = {
	state: StepFormState;
	/** What the button says. */
	action: string;
	onSubmit: () => void;
	children: ReactNode;
	/** Below the button. */
	after?: ReactNode;
};

/** One step of the way in: the last step's note, the fields, what went wrong, and the one button. */
export function StepForm({ state, action, onSubmit, children, after }: StepFormProps) {
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSubmit();
	};
	return (
		<form ref={state.formRef} className={classes.form} noValidate onSubmit={submit}>
			<StepNote />
			{children}
			<FormFailure failure={state.failure} />
			<Button type="submit" size="md" fullWidth loading={state.isSending}>
				{action}
			</Button>
			{after}
		</form>
	);
}
