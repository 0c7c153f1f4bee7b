import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { ButtonRow } from "./button-row";
import { Callout } from "./callout";
import classes from "./leave-question.module.css";
import { useUnsavedChanges } from "./unsaved-changes";

type LeaveQuestionProps = { isDirty: boolean; name: string; question: string };

/** Leaving with something typed asks first, whichever way one leaves. */
export function LeaveQuestion({ isDirty, name, question }: LeaveQuestionProps) {
	useUnsavedChanges(isDirty);
	const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: false, withResolver: true });
	if (blocker.status !== "blocked") return null;
	return (
		<Callout tone="warn" role="alertdialog" aria-label={name} className={classes.question}>
			<span>{question}</span>
			<ButtonRow>
				<Button size="compact-md" variant="default" onClick={blocker.proceed}>
					Leave
				</Button>
				<Button size="compact-md" autoFocus onClick={blocker.reset}>
					Keep editing
				</Button>
			</ButtonRow>
		</Callout>
	);
}
