import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { Callout } from "../feedback/notes";
import { ButtonRow } from "./buttons";
import classes from "./leave-question.module.css";
import { useUnsavedChanges } from "./unsaved-changes";

type LeaveQuestionProps = {
	isDirty: boolean;
	name: string;
	question: string;
	/** Of a dialog that is no history entry: closing it leaves too. */
	closing?: Closing;
};

export function LeaveQuestion({ isDirty, name, question, closing }: LeaveQuestionProps) {
	useUnsavedChanges(isDirty);
	const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: false, withResolver: true });
	const asked = blocker.status === "blocked" ? { leave: blocker.proceed, stay: blocker.reset } : closing?.asked;
	if (!asked) return null;
	return (
		<Callout tone="warn" role="alertdialog" aria-label={name} className={classes.question}>
			<span>{question}</span>
			<ButtonRow>
				<Button size="compact-md" variant="default" onClick={asked.leave}>
					Leave
				</Button>
				<Button size="compact-md" autoFocus onClick={asked.stay}>
					Keep editing
				</Button>
			</ButtonRow>
		</Callout>
	);
}

export type Closing = {
	asked?: { leave: () => void; stay: () => void } | undefined;
	onDirty: (isDirty: boolean) => void;
};

/** `close` asks first where something is typed; `finish` closes without asking. */
export function useAskedClose(onClose: () => void): { close: () => void; finish: () => void; closing: Closing } {
	const [isDirty, setIsDirty] = useState(false);
	const [isAsked, setIsAsked] = useState(false);
	const finish = () => {
		setIsAsked(false);
		setIsDirty(false);
		onClose();
	};
	return {
		close: isDirty ? () => setIsAsked(true) : finish,
		finish,
		closing: {
			asked: isDirty && isAsked ? { leave: finish, stay: () => setIsAsked(false) } : undefined,
			onDirty: setIsDirty,
		},
	};
}
