import { Button } from "@mantine/core";
import { ButtonRow } from "./button-row";

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
