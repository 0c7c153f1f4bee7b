import type { ReactNode } from "react";
import { ButtonRow } from "./buttons";
import classes from "./dialog-step.module.css";

type DialogStepProps = { buttons: ReactNode; children: ReactNode };

export function DialogStep({ buttons, children }: DialogStepProps) {
	return (
		<div className={classes.step}>
			{children}
			<div className={classes.buttons}>
				<ButtonRow>{buttons}</ButtonRow>
			</div>
		</div>
	);
}
