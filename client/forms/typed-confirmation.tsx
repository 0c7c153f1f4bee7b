import { Modal, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { sentenceFor } from "../api/api-error";
import { useOpenedLate } from "../ui/feedback/lazy-parts";
import { FormButtons, FormFailure } from "../ui/form/buttons";
import classes from "../ui/form/confirm.module.css";

type TypedConfirmationProps = {
	isOpen: boolean;
	title: string;
	onClose: () => void;
	onConfirm: () => Promise<void>;
	confirmLabel: string;
	/** The name of the one thing, or the number of things. */
	expected: string;
	isDangerous?: boolean;
	children: ReactNode;
};

export function TypedConfirmation({ isOpen, title, ...question }: TypedConfirmationProps) {
	const [isBusy, setIsBusy] = useState(false);
	const close = () => {
		if (!isBusy) question.onClose();
	};
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={close} title={title} size={480} closeOnClickOutside={false}>
			{isOpen && <Question {...question} isBusy={isBusy} onBusy={setIsBusy} />}
		</Modal>
	);
}

type QuestionProps = Omit<TypedConfirmationProps, "isOpen" | "title"> & {
	isBusy: boolean;
	onBusy: (isBusy: boolean) => void;
};

function Question({
	expected,
	confirmLabel,
	isDangerous,
	isBusy,
	onBusy,
	onClose,
	onConfirm,
	children,
}: QuestionProps) {
	const field = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState("");
	const [complaint, setComplaint] = useState<string | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const confirm = async () => {
		setFailure(null);
		onBusy(true);
		try {
			await onConfirm();
		} catch (error) {
			setFailure(sentenceFor(error));
		} finally {
			onBusy(false);
		}
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (isBusy) return;
		if (isSameText(typed, expected)) {
			void confirm();
			return;
		}
		setComplaint(typed.trim() === "" ? `Type “${expected}” first.` : `This is not “${expected}”.`);
		field.current?.focus();
	};
	return (
		<form noValidate className={classes.form} onSubmit={submit}>
			<div>{children}</div>
			<TextInput
				ref={field}
				data-autofocus
				label={
					<>
						Type “<strong className={classes.expected}>{expected}</strong>” to confirm
					</>
				}
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				value={typed}
				error={complaint}
				onChange={(event) => {
					setTyped(event.currentTarget.value);
					setComplaint(null);
				}}
			/>
			<FormFailure failure={failure} />
			<FormButtons label={confirmLabel} isBusy={isBusy} isDangerous={isDangerous} onCancel={onClose} isHeld={isBusy} />
		</form>
	);
}

/** Compares what a person sees: composed letters, and runs of spaces as one. */
function isSameText(typed: string, expected: string): boolean {
	const seen = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
	return seen(typed) === seen(expected);
}
