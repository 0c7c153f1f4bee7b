import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod/mini";
import type { ErrorCode } from "../../shared/errors/error-codes";
import { type ApiFailure, isOutage, readFailure, sentenceFor } from "../api/api-error";
import { useHeldDialog } from "../ui/feedback/held-dialog";
import { FormButtons, FormFailure } from "../ui/form/buttons";
import { LeaveQuestion } from "../ui/form/leave-question";
import { errorsFrom } from "../ui/form/schema-errors";
import { t } from "../words/made/forms";
import { authorText, conflictText } from "./author-text";
import classes from "./entity-form.module.css";

type EntityFormOptions<Values, Input, Saved> = {
	initialValues: Values;
	/** The backend validates with the same schema. */
	schema: z.ZodMiniType<unknown, Input>;
	toInput: (values: Values) => Input;
	save: (input: Input) => Promise<Saved>;
	/** Runs with a valid input before it is saved; false cancels the save. */
	confirm?: ((input: Input) => Promise<boolean>) | undefined;
	/** Runs once the form counts as saved, so that leaving the screen prompts nothing. */
	onSaved?: (saved: Saved) => void;
	fieldOf?: (path: string) => string | null;
	fieldOfReason?: Partial<Record<ErrorCode, string>>;
	onRejected?: (failure: ApiFailure) => boolean;
	/** True for a creation: after a lost response, the failure states that another press creates nothing twice. */
	isCreation?: boolean;
};

export type EntityForm<Values> = {
	form: UseFormReturnType<Values>;
	formProps: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
	isSaving: boolean;
	isDirty: boolean;
	failure: string | null;
	errorAt: (path: string) => string | undefined;
	changeAt: (changes: Partial<Values>, path: string) => void;
};

const underWay = new WeakMap<HTMLFormElement, Promise<boolean>>();

/** A submit waits for `work`, and is dropped if `work` returns false. */
export function holdSubmit(form: HTMLFormElement | null, work: Promise<boolean>): void {
	if (form) underWay.set(form, work);
}

/** Errors of the schema and the server show at their fields, `failure` holds the others. Keeps the input. */
export function useEntityForm<Values extends Record<string, unknown>, Input, Saved>(
	options: EntityFormOptions<Values, Input, Saved>,
): EntityForm<Values> {
	const { schema, toInput, save, confirm, fieldOf = samePath, fieldOfReason, onSaved, onRejected } = options;
	const { isCreation = false } = options;
	const form: UseFormReturnType<Values> = useForm({ initialValues: options.initialValues });
	const ref = useRef<HTMLFormElement>(null);
	const isUnderWay = useRef(false);
	const [isSaving, setIsSaving] = useState(false);
	useHeldDialog(isSaving);
	const [failure, setFailure] = useState<string | null>(null);
	const [complaintCount, setComplaintCount] = useState(0);

	useLayoutEffect(() => {
		if (complaintCount > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [complaintCount]);

	const complain = (errors: Record<string, string>) => {
		const { atFields, elsewhere } = placed(errors, fieldOf);
		form.setErrors(atFields);
		setFailure(elsewhere);
		if (Object.keys(atFields).length > 0) setComplaintCount((count) => count + 1);
	};
	const reject = (error: unknown) => {
		const denial = readFailure(error);
		if (onRejected?.(denial)) return;
		const conflict = conflictText(denial);
		if (conflict !== null) return setFailure(conflict);
		const author = authorText(denial.changedBy);
		if (author !== null && denial.reason !== "CHANGED_MEANWHILE") {
			setFailure(t("conflict.deleted", author));
			return;
		}
		const field = denial.reason === null ? undefined : fieldOfReason?.[denial.reason];
		if (field !== undefined) complain({ [field]: sentenceFor(error) });
		else if (Object.keys(denial.fields).length > 0) complain(denial.fields);
		else setFailure(isCreation && isOutage(error) ? `${sentenceFor(error)} ${madeOnce}` : sentenceFor(error));
	};
	const submit = async () => {
		const work = ref.current && underWay.get(ref.current);
		if (ref.current && work) {
			underWay.delete(ref.current);
			setIsSaving(true);
			const isAdded = await work;
			setIsSaving(false);
			if (!isAdded) return;
		}
		const values = form.getValues();
		const input = toInput(values);
		const errors = errorsFrom(schema, input);
		complain(errors);
		if (Object.keys(errors).length > 0) return;
		setIsSaving(true);
		try {
			if (confirm && !(await confirm(input))) {
				setIsSaving(false);
				return;
			}
			const saved = await save(input);
			// Rendered before a navigation, whose guard must see that nothing is unsaved.
			flushSync(() => {
				setIsSaving(false);
				form.resetDirty(values);
			});
			onSaved?.(saved);
		} catch (error) {
			setIsSaving(false);
			reject(error);
		}
	};
	return {
		form,
		formProps: {
			ref,
			noValidate: true,
			onSubmit: (event) => {
				event.preventDefault();
				// A second press may come before the first one is rendered.
				if (isUnderWay.current) return;
				isUnderWay.current = true;
				void submit().finally(() => {
					isUnderWay.current = false;
				});
			},
		},
		isSaving,
		isDirty: form.isDirty(),
		failure,
		errorAt: (path) => {
			const error = form.errors[path];
			return typeof error === "string" ? error : undefined;
		},
		changeAt: (changes, path) => {
			for (const [field, value] of Object.entries(changes)) form.setFieldValue(field, value);
			const isOf = (error: string) => error === path || error.startsWith(`${path}.`);
			form.setErrors((before) => Object.fromEntries(Object.entries(before).filter(([error]) => !isOf(error))));
		},
	};
}

const madeOnce = t("leave.notTwice");

function samePath(path: string): string {
	return path;
}

function placed(errors: Record<string, string>, fieldOf: (path: string) => string | null) {
	const atFields: Record<string, string> = {};
	const others: string[] = [];
	for (const [path, message] of Object.entries(errors)) {
		const field = fieldOf(path);
		if (field === null || field === "") others.push(message);
		else atFields[field] ??= message;
	}
	return { atFields, elsewhere: others.length > 0 ? others.join(" ") : null };
}

type FormFootProps = {
	entityForm: Pick<EntityForm<never>, "isSaving" | "isDirty" | "failure">;
	saveLabel: string;
	onCancel?: () => void;
	leaveQuestion?: string;
};

export function FormFoot({ entityForm, saveLabel, onCancel, leaveQuestion }: FormFootProps) {
	const { isSaving, isDirty, failure } = entityForm;
	return (
		<div className={classes.foot}>
			<FormFailure failure={failure} />
			<LeaveQuestion isDirty={isDirty} name={t("leave.unsaved.name")} question={leaveQuestion ?? t("leave.unsaved")} />
			<FormButtons label={saveLabel} isBusy={isSaving} onCancel={onCancel} />
		</div>
	);
}
