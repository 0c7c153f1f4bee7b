import { Button } from "@mantine/core";
import { useBlocker, useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../words/made/common";
import { Callout } from "../feedback/notes";
import { ButtonRow, SmallButton } from "./buttons";
import classes from "./leave-question.module.css";
import { useUnsavedChanges } from "./unsaved-changes";

type LeaveQuestionProps = {
	isDirty: boolean;
	name: string;
	question: string;
	closing?: Pick<Closing, "requested">;
};

export function LeaveQuestion({ isDirty, name, question, closing }: LeaveQuestionProps) {
	useUnsavedChanges(isDirty);
	const blocked = useBlockedLeaving(isDirty);
	const requested = blocked ?? closing?.requested;
	if (!requested) return null;
	return (
		<Callout tone="warn" role="alertdialog" aria-label={name} className={classes.question}>
			<span>{question}</span>
			<ButtonRow>
				<SmallButton onClick={requested.leave}>{t("leave")}</SmallButton>
				<Button size="compact-md" autoFocus onClick={requested.stay}>
					{t("stay")}
				</Button>
			</ButtonRow>
		</Callout>
	);
}

/** Blocks navigation until nothing is unsaved, then stays on the screen. */
function useBlockedLeaving(isDirty: boolean): Closing["requested"] {
	const { history } = useRouter();
	const blockedAt = useRef<typeof history.location>(null);
	// The router takes a new function only after paint: a navigation before that must not question saved input.
	const isDirtyNow = useRef(isDirty);
	useLayoutEffect(() => {
		isDirtyNow.current = isDirty;
	});
	const shouldBlockFn = () => {
		if (isDirtyNow.current) blockedAt.current = history.location;
		return isDirtyNow.current;
	};
	const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: false, withResolver: true });
	useEffect(() => {
		if (isDirty || status !== "blocked") return;
		// Saving may navigate in the same turn; going back to the form's entry would lose that step.
		const turn = setTimeout(() => {
			if (history.location === blockedAt.current) reset();
		});
		return () => clearTimeout(turn);
	}, [isDirty, status, reset, history]);
	return isDirty && status === "blocked" ? { leave: proceed, stay: reset } : undefined;
}

export type Closing = {
	requested?: { leave: () => void; stay: () => void } | undefined;
	onDirty: (isDirty: boolean) => void;
};

/** `close` asks first if there is input; `finish` closes without a question. */
export function useConfirmedClose(onClose: () => void): { close: () => void; finish: () => void; closing: Closing } {
	const [isDirty, setIsDirty] = useState(false);
	const [isConfirming, setIsConfirming] = useState(false);
	const finish = () => {
		setIsConfirming(false);
		setIsDirty(false);
		onClose();
	};
	return {
		close: isDirty ? () => setIsConfirming(true) : finish,
		finish,
		closing: {
			requested: isDirty && isConfirming ? { leave: finish, stay: () => setIsConfirming(false) } : undefined,
			onDirty: setIsDirty,
		},
	};
}
