import type { ReactNode } from "react";
import { ButtonRow } from "../form/buttons";
import classes from "./dialog-step.module.css";

type DialogStepProps = { buttons: ReactNode; children: ReactNode };

/** One of the steps of a dialog, one part beneath the other, and the buttons that lead on from it. */
export function DialogStep({ buttons, children }: DialogStepProps) {
	return (
		<div className={classes.step}>
			{children}
			<ButtonRow>{buttons}</ButtonRow>
		</div>
	);
}
