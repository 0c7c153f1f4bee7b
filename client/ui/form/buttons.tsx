import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../words/made/start";
import { Callout } from "../feedback/notes";
import classes from "./buttons.module.css";

export const PlainButton = Button.withProps({ variant: "default" });

export const SmallButton = Button.withProps({ variant: "default", size: "compact-md" });

export const SubtleButton = Button.withProps({ variant: "subtle" });

export const RemoveButton = Button.withProps({ variant: "subtle", color: "red" });

type FormButtonsProps = {
	label: string;
	isBusy?: boolean;
	isDangerous?: boolean;
	onCancel?: (() => void) | undefined;
	isHeld?: boolean;
	/** The button takes the focus when its dialog opens. */
	isFirst?: boolean | undefined;
};

export function FormButtons(props: FormButtonsProps) {
	const { label, isBusy = false, isDangerous = false, onCancel, isHeld = false, isFirst } = props;
	return (
		<ButtonRow>
			{onCancel && (
				<PlainButton onClick={onCancel} disabled={isHeld}>
					{t("cancel")}
				</PlainButton>
			)}
			<Button
				type="submit"
				color={isDangerous ? "red" : undefined}
				loading={isBusy}
				data-autofocus={isFirst || undefined}
			>
				{label}
			</Button>
		</ButtonRow>
	);
}

export function ButtonRow({ children }: { children: ReactNode }) {
	return (
		<div className={classes.row} data-buttons>
			{children}
		</div>
	);
}

export function FormFailure({ failure }: { failure: string | null }) {
	return (
		<div role="alert" className={classes.failure}>
			{failure !== null && (
				<Callout tone="bad" takesFocus>
					{failure}
				</Callout>
			)}
		</div>
	);
}
