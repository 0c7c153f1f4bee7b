import { TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { pageLanguage } from "../base/page-language";
import { Dialog } from "../ui/feedback/dialog";
import { rich, t } from "../words/made/forms";
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
const allOf = new Intl.ListFormat(pageLanguage);

export function NamedThings({ names }: { names: string[] }) {
	if (names.length < 2) return null;
	const more = names.length - shownNames;
	const shown = names.slice(0, shownNames);
	return (
		<p className={classes.names}>{allOf.format(more > 0 ? [...shown, t("confirm.more", { count: more })] : shown)}</p>
	);
}

type QuestionProps = Omit<TypedConfirmationProps, "isOpen" | "title">;

function Question({ expected, confirmLabel, onClose, onConfirm, children }: QuestionProps) {
	const field = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState("");
	const [complaint, setComplaint] = useState<string | null>(null);
	const run = async () => {
		if (isSameText(typed, expected)) return onConfirm();
		setComplaint(typed.trim() === "" ? t("confirm.first", { expected }) : t("confirm.other", { expected }));
		field.current?.focus();
		throw new NotSent();
	};
	return (
		<ActionDialogForm label={confirmLabel} isDangerous run={run} onClose={onClose}>
			{children}
			<TextInput
				ref={field}
				data-autofocus
				label={rich("confirm.label", {
					text: expected,
					expected: (text) => (
						<strong key="expected" className={classes.expected}>
							{text}
						</strong>
					),
				})}
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
