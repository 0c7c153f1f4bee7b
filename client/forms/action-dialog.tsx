import { Button } from "@mantine/core";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type ApiFailure, readFailure, sentenceFor } from "../api/api-error";
import { reportQueryFailure } from "../api/error-funnel";
import { Dialog } from "../ui/feedback/dialog";
import { useHeldDialog } from "../ui/feedback/held-dialog";
import { ButtonRow, FormFailure, PlainButton } from "../ui/form/buttons";
import { t } from "../words/made/forms";
import classes from "./act-dialog.module.css";
import { conflictText } from "./author-text";

/** Thrown by an action that sends nothing. `sentence` is the reason; null if a field shows it. */
export class NotSent extends Error {
	readonly sentence: string | null;
	constructor(sentence: string | null = null) {
		super("Not sent");
		this.name = "NotSent";
		this.sentence = sentence;
	}
}

function denialText(error: unknown): string {
	const denial = readFailure(error);
	return conflictText(denial) ?? (Object.values(denial.fields).join(" ") || sentenceFor(error));
}

/** Runs one action at a time, even on a double press. `isDone` false: it failed, or another was running. */
export function useRun() {
	const isActing = useRef(false);
	const [isBusy, setIsBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const run = async (run: () => Promise<unknown>): Promise<{ isDone: boolean }> => {
		if (isActing.current) return { isDone: false };
		isActing.current = true;
		setIsBusy(true);
		setError(null);
		try {
			await run();
			return { isDone: true };
		} catch (failure) {
			setError(failure);
			return { isDone: false };
		} finally {
			isActing.current = false;
			setIsBusy(false);
		}
	};
	return { isBusy, error, run };
}

export function atField(name: string, show: (error: string | undefined) => void) {
	return ({ fields }: Pick<ApiFailure, "fields">): boolean => {
		show(fields[name]);
		return fields[name] !== undefined;
	};
}

export function atFields(show: (errors: ApiFailure["fields"]) => void) {
	return ({ fields }: Pick<ApiFailure, "fields">): boolean => {
		show(fields);
		return Object.keys(fields).length > 0;
	};
}

type ActionDialogFormProps = {
	label: string;
	run: () => Promise<unknown>;
	onClose: () => void;
	onDone?: () => void;
	onRejected?: (failure: ApiFailure) => boolean;
	isDangerous?: boolean;
	isQuestion?: boolean;
	cancelLabel?: string;
	canRun?: boolean;
	others?: ReactNode;
	children: ReactNode;
};

/** Closes when the action is done, and cannot close before. Keeps the input on failure. */
export function ActionDialogForm(props: ActionDialogFormProps) {
	const {
		label,
		run: action,
		onClose,
		onDone = onClose,
		onRejected,
		isDangerous = false,
		isQuestion = false,
		cancelLabel = t("cancel"),
	} = props;
	const { isBusy, error, run } = useRun();
	const [isAtField, setIsAtField] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	useHeldDialog(isBusy);
	useEffect(() => {
		if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [error]);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const { isDone } = await run(async () => {
			try {
				await action();
			} catch (failure) {
				if (failure instanceof NotSent) throw failure;
				setIsAtField(onRejected?.(readFailure(failure)) === true);
				if (isQuestion) reportQueryFailure(failure, true);
				throw failure;
			}
		});
		if (isDone) onDone();
	};
	const sentence = error instanceof NotSent ? error.sentence : isAtField ? null : denialText(error);
	return (
		<form ref={form} noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
			{props.children}
			<FormFailure failure={error === null ? null : sentence} />
			<ButtonRow>
				{/* Enter must not trigger an action that cannot be undone. */}
				<PlainButton onClick={onClose} disabled={isBusy} data-autofocus={(isQuestion && isDangerous) || undefined}>
					{cancelLabel}
				</PlainButton>
				{props.others}
				{props.canRun !== false && (
					<Button
						type="submit"
						color={isDangerous ? "red" : undefined}
						loading={isBusy}
						data-autofocus={(isQuestion && !isDangerous) || undefined}
					>
						{label}
					</Button>
				)}
			</ButtonRow>
		</form>
	);
}

type ActionDialogProps = ActionDialogFormProps & Pick<ComponentProps<typeof Dialog>, "title" | "size">;

export function ActionDialog({ title, size, ...form }: ActionDialogProps) {
	return (
		<Dialog isForm title={title} size={size} onClose={form.onClose}>
			<ActionDialogForm {...form} />
		</Dialog>
	);
}

export function ConfirmDialog(props: ActionDialogProps) {
	return <ActionDialog isQuestion {...props} />;
}

type ReadDialogProps = Omit<ComponentProps<typeof Dialog>, "isForm">;

/** A dialog without a submit: text, or actions in place. */
export function ReadDialog({ onClose, children, ...dialog }: ReadDialogProps) {
	return (
		<Dialog {...dialog} onClose={onClose}>
			<div className={classes.form}>
				{children}
				<ButtonRow>
					<PlainButton onClick={onClose}>{t("close")}</PlainButton>
				</ButtonRow>
			</div>
		</Dialog>
	);
}
