import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { TransferDialog } from "../../client/features/users/transfer-dialog";
import { ActionDialog, NotSent } from "../../client/forms/action-dialog";
import { sampleUser } from "../samples";
import { show } from "./show";

type ScreenProps = { act: (typed: string) => Promise<unknown>; isDangerous?: boolean; isQuestion?: boolean };

function Screen({ act: run, ...kind }: ScreenProps) {
	const [isOpen, setIsOpen] = useState(false);
	const [typed, setTyped] = useState("");
	return (
		<>
			<Button onClick={() => setIsOpen(true)}>Open</Button>
			{isOpen && (
				<ActionDialog title="Pause" label="Pause" run={() => run(typed)} onClose={() => setIsOpen(false)} {...kind}>
					<TextInput label="Why" value={typed} onChange={({ currentTarget: { value } }) => setTyped(value)} />
				</ActionDialog>
			)}
		</>
	);
}

function heldRun() {
	let go: (error?: Error) => void = () => {};
	const run = vi.fn(
		() =>
			new Promise<void>((resolve, reject) => {
				go = (error) => (error ? reject(error) : resolve());
			}),
	);
	return { act: run, go: (error?: Error) => go(error) };
}

async function opened(props: ScreenProps) {
	const screen = await show(<Screen {...props} />);
	await screen.getByRole("button", { name: "Open" }).click();
	return { screen, dialog: screen.getByRole("dialog"), pause: screen.getByRole("button", { name: "Pause" }) };
}

function SessionRequest() {
	const [complaint, setComplaint] = useState<string | null>(null);
	const run = async () => {
		setComplaint("Enter it.");
		throw new NotSent();
	};
	return (
		<ActionDialog title="Give it away" label="Give" run={run} onClose={() => {}}>
			<TextInput label="Kept" />
			<TextInput label="Password" error={complaint} />
		</ActionDialog>
	);
}

describe("a dialog that does something", () => {
	test("takes a person who left something out to the field that says so", async () => {
		const screen = await show(<SessionRequest />);
		await screen.getByRole("button", { name: "Give" }).click();
		await expect.element(screen.getByText("Enter it.")).toBeVisible();
		await expect.element(screen.getByRole("textbox", { name: "Password" })).toHaveFocus();
	});

	test("begins with the password field where the dialog requests the password alone", async () => {
		const user = sampleUser();
		const done = () => Promise.resolve();
		const screen = await show(
			<TransferDialog user={user} me={user} companyName="Northwind" onDone={done} onClose={() => {}} />,
		);
		await expect.element(screen.getByLabelText("Your password", { exact: true })).toHaveFocus();
	});

	test("does it once, however quickly it is pressed twice", async () => {
		const { act: run, go } = heldRun();
		const { dialog, pause } = await opened({ act: run });
		const form = (await pause.element()).closest("form");
		form?.requestSubmit();
		form?.requestSubmit();
		await expect.element(pause).toHaveAttribute("data-loading");
		expect(run).toHaveBeenCalledTimes(1);
		go();
		await expect.element(dialog).not.toBeInTheDocument();
	});

	test("stays open meanwhile, so that a failure is seen, and keeps what was typed", async () => {
		const { act: run, go } = heldRun();
		const { screen, dialog, pause } = await opened({ act: run });
		const why = screen.getByRole("textbox", { name: "Why" });
		await userEvent.fill(why, "Defrosting");
		await pause.click();
		await userEvent.keyboard("{Escape}");
		await expect.element(screen.getByRole("button", { name: "Cancel" })).toBeDisabled();
		go(new Error("gone wrong"));
		await expect.element(dialog.getByRole("alert").getByText(/Try again/)).toBeVisible();
		await expect.element(why).toHaveValue("Defrosting");
		await pause.click();
		go();
		await expect.element(dialog).not.toBeInTheDocument();
		expect(run).toHaveBeenCalledTimes(2);
	});

	test("gives the focus back to what opened it", async () => {
		const { screen, dialog } = await opened({ act: async () => {} });
		await userEvent.keyboard("{Escape}");
		await expect.element(dialog).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Open" })).toHaveFocus();
	});

	test("says why nothing was sent", async () => {
		const run = async (typed: string) => {
			if (typed === "") throw new NotSent("Say why.");
		};
		const { screen, dialog, pause } = await opened({ act: run });
		await pause.click();
		await expect.element(dialog.getByRole("alert").getByText("Say why.")).toBeVisible();
		await userEvent.fill(screen.getByRole("textbox", { name: "Why" }), "Defrosting");
		await pause.click();
		await expect.element(dialog).not.toBeInTheDocument();
	});

	test.each([
		["Cancel", true],
		["Pause", false],
	])("begins, as a question, on %s where isDangerous is %s", async (name, isDangerous) => {
		const { screen } = await opened({ act: async () => {}, isQuestion: true, isDangerous });
		await expect.element(screen.getByRole("button", { name })).toHaveFocus();
	});
});

test("The buttons of a form longer than the screen are in sight, and cover no field that is focused", async () => {
	const names = Array.from({ length: 14 }, (_, index) => `Field ${index + 1}`);
	const screen = await show(
		<ActionDialog title="Pause" label="Pause" run={async () => {}} onClose={() => {}}>
			{names.map((name) => (
				<TextInput key={name} label={name} />
			))}
		</ActionDialog>,
	);
	const pause = screen.getByRole("button", { name: "Pause" });
	await expect.element(screen.getByRole("dialog")).toBeVisible();
	for (const name of names) {
		const field = screen.getByRole("textbox", { name, exact: true });
		field.element().focus();
		const buttons = pause.element().getBoundingClientRect();
		expect(buttons.bottom, name).toBeLessThanOrEqual(window.innerHeight);
		expect(field.element().getBoundingClientRect().bottom, name).toBeLessThanOrEqual(buttons.top);
	}
});
