import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useUnsavedChanges } from "../../ui/unsaved-changes";
import classes from "./profile.module.css";

/** Leaving with something typed asks first, whichever way one leaves. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
	useUnsavedChanges(isDirty);
	const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: false, withResolver: true });
	if (blocker.status !== "blocked") return null;
	return (
		<div role="alertdialog" aria-label="Unsaved changes" className={classes.question}>
			<span>What you typed here is not saved. Leave and lose it?</span>
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
