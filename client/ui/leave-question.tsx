import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import classes from "./leave-question.module.css";
import { useUnsavedChanges } from "./unsaved-changes";

type LeaveQuestionProps = { isDirty: boolean; name: string; question: string };

/** Leaving with something typed asks first, whichever way one leaves. */
export function LeaveQuestion({ isDirty, name, question }: LeaveQuestionProps) {
	useUnsavedChanges(isDirty);
	const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: false, withResolver: true });
	if (blocker.status !== "blocked") return null;
	return (
		<div role="alertdialog" aria-label={name} className={classes.question}>
			<span>{question}</span>
			<div className={classes.buttons}>
				<Button size="compact-md" variant="default" onClick={blocker.proceed}>
					Leave
				</Button>
				<Button size="compact-md" autoFocus onClick={blocker.reset}>
					Keep editing
				</Button>
			</div>
		</div>
	);
}
