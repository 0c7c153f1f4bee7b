import { TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { Dialog } from "../ui/feedback/dialog";
import { countText } from "../ui/format";
import classes from "./act-dialog.module.css";
import { ActionDialogForm, NotSent } from "./action-dialog";

type TypedConfirmationProps = {
	isOpen?: boolean;
	title: string;
	onClose: () => void;
	onConfirm: () => Promise<unknown>;
	confirmLabel: string;
	expected: string;
	children: ReactNode;
};

export function TypedConfirmation({ isOpen = true, title, ...question }: TypedConfirmationProps) {
	return (
		<Dialog isForm isOpen={isOpen} onClose={question.onClose} title={title}>
			{isOpen && <Question {...question} />}
		</Dialog>
	);
}

const shownNames = 3;
const allOf = new Intl.ListFormat("en");

export function NamedThings({ names }: { names: string[] }) {
	if (names.length < 2) return null;
	const more = names.length - shownNames;
	const shown = names.slice(0, shownNames);
	return <p className={classes.names}>{allOf.format(more > 0 ? [...shown, `${countText(more)} more`] : shown)}</p>;
}

type QuestionProps = Omit<TypedConfirmationProps, "isOpen" | "title">;

function Question({ expected, confirmLabel, onClose, onConfirm, children }: QuestionProps) {
	const field = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState("");
	const [complaint, setComplaint] = useState<string | null>(null);
	const run = async () => {
		if (isSameText(typed, expected)) return onConfirm();
		setComplaint(typed.trim() === "" ? `Type “${expected}” first.` : `This is not “${expected}”.`);
		field.current?.focus();
		throw new NotSent();
	};
	return (
		<ActionDialogForm label={confirmLabel} isDangerous run={run} onClose={onClose}>
			{children}
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
		</ActionDialogForm>
	);
}

function isSameText(typed: string, expected: string): boolean {
	const seen = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
	return seen(typed) === seen(expected);
}
