import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Callout } from "../feedback/notes";
import classes from "./button-row.module.css";
import formFailureStyles from "./form-failure.module.css";

type FormButtonsProps = {
	/** What the button that sends the form says. */
	label: string;
	isBusy?: boolean;
	isDangerous?: boolean;
	onCancel?: (() => void) | undefined;
	/** What is under way is not left. */
	isHeld?: boolean;
};

/** The way out of a form without it, and the button that sends it. */
export function FormButtons(props: FormButtonsProps) {
	const { label, isBusy = false, isDangerous = false, onCancel, isHeld = false } = props;
	return (
		<ButtonRow>
			{onCancel && (
				<Button variant="default" onClick={onCancel} disabled={isHeld}>
					Cancel
				</Button>
			)}
			<Button type="submit" color={isDangerous ? "red" : undefined} loading={isBusy}>
				{label}
			</Button>
		</ButtonRow>
	);
}

/** The buttons at the end of a form, a step or a part of a page. */
export function ButtonRow({ children }: { children: ReactNode }) {
	return <div className={classes.row}>{children}</div>;
}

/** What went wrong with a form as a whole. It takes the focus, so that the keyboard goes on from here. */
export function FormFailure({ failure }: { failure: string | null }) {
	return (
		<div role="alert" className={formFailureStyles.box}>
			{failure !== null && (
				<Callout tone="bad" takesFocus>
					{failure}
				</Callout>
			)}
		</div>
	);
}
