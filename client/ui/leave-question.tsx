import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { Closing } from "./asked-close";
import { ButtonRow } from "./button-row";
import { Callout } from "./callout";
import classes from "./leave-question.module.css";
import { useUnsavedChanges } from "./unsaved-changes";

type LeaveQuestionProps = {
	isDirty: boolean;
	name: string;
	question: string;
	/** Of a dialog that is no entry of the history: closing it leaves too. */
	closing?: Closing;
};

/** Leaving with something typed asks first, whichever way one leaves. */
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
