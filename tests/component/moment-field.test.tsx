import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MomentField } from "../../client/ui/form/moment-field";
import { show } from "./show";

type FieldProps = { initial?: string; isDialog?: boolean; onClose?: () => void };

function Field({ initial = "", isDialog = false, onClose = () => {} }: FieldProps) {
	const [text, setText] = useState(initial);
	const parts = (
		<>
			<MomentField label="From" description="In UTC." zone="UTC" value={text} onChange={setText} />
			<input aria-label="Next" />
			<Button>Save</Button>
		</>
	);
	return isDialog ? (
		<Modal opened onClose={onClose} title="Dialog">
			{parts}
		</Modal>
	) : (
		parts
	);
}

const field = () => page.getByLabelText("From", { exact: true });
const opener = () => page.getByRole("button", { name: "From: open calendar" });
const calendar = () => page.getByRole("dialog", { name: "From: open calendar" });

test("Says typed text in full once it is left, or shows its error there and keeps it", async () => {
	await show(<Field />);
	await field().fill("2026-11-20 1 pm");
	await page.getByLabelText("Next").click();
	await expect.element(field()).toHaveValue("Nov 20, 2026, 01:00 PM");
	await field().fill("tomorrow");
	await expect.element(field()).toBeValid();
	await page.getByLabelText("Next").click();
	await expect.element(field()).toHaveAccessibleDescription(expect.stringMatching(/Enter a date and a time/));
	await expect.element(field()).toHaveValue("tomorrow");
});

test("Shows the error of an unreadable text once the button of its calendar is left too, by keyboard", async () => {
	await show(<Field />);
	await field().fill("tomorrow");
	await userEvent.keyboard("{Tab}");
	await expect.element(opener()).toHaveFocus();
	await userEvent.keyboard("{Tab}");
	await expect.element(page.getByLabelText("Next")).toHaveFocus();
	await expect.element(field()).toHaveAccessibleDescription(expect.stringMatching(/Enter a date and a time/));
});

test("A press of a button is not moved away by an error that leaving the field would show", async () => {
	await show(<Field />);
	await field().fill("tomorrow");
	await page.getByRole("button", { name: "Save" }).click();
	await expect.element(page.getByText(/Enter a date and a time/)).not.toBeInTheDocument();
});

test("A day and a time are picked by keyboard alone", async () => {
	await show(<Field initial="Nov 20, 2026, 01:00 PM" />);
	opener().element().focus();
	await userEvent.keyboard("{Enter}");
	await expect.element(calendar().getByRole("button", { name: "20 November 2026" })).toHaveFocus();
	await userEvent.keyboard("{ArrowRight}{Enter}");
	await expect.element(field()).toHaveValue("Nov 21, 2026, 01:00 PM");
	calendar().getByLabelText("Hours").element().focus();
	await userEvent.keyboard("0930");
	await expect.element(field()).toHaveValue("Nov 21, 2026, 09:30 PM");
	await userEvent.keyboard("{Enter}");
	await expect.element(calendar()).not.toBeInTheDocument();
	await expect.element(opener()).toHaveFocus();
});

test("The calendar of an empty field opens at a day, and one that is picked has a time", async () => {
	await show(<Field />);
	await opener().click();
	await expect.element(calendar().getByRole("button", { name: "Done" })).toBeVisible();
	await expect.poll(() => document.activeElement?.closest("td")).not.toBeNull();
	await userEvent.keyboard("{Enter}");
	await expect.element(field()).toHaveValue(expect.stringMatching(/^\w{3} \d\d, \d{4}, \d\d:00 [AP]M$/));
});

test("Escape closes the calendar and not the dialog around it", async () => {
	const onClose = vi.fn();
	await show(<Field isDialog onClose={onClose} />);
	await opener().click();
	await expect.element(calendar().getByRole("button", { name: "Done" })).toBeVisible();
	await userEvent.keyboard("{Escape}");
	await expect.element(calendar()).not.toBeInTheDocument();
	await expect.element(opener()).toHaveFocus();
	expect(onClose).not.toHaveBeenCalled();
	await userEvent.keyboard("{Escape}");
	expect(onClose).toHaveBeenCalledOnce();
});
