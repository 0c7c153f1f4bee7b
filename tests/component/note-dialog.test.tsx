import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { NoteDialog } from "../../client/features/log/actions/note-dialog";
import { device, newestAt, SignedIn } from "./log-parts";
import { show } from "./show";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
	fetched.mockReset();
	vi.stubGlobal("fetch", (async (address, init) =>
		String(address).includes("log.getNoteKinds")
			? Response.json([{ result: { data: { json: [{ id: "1", name: "Door" }] } } }])
			: fetched(address, init)) satisfies typeof fetch);
	return () => vi.unstubAllGlobals();
});

function Noting() {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<SignedIn>
			<button type="button" onClick={() => setIsOpen(true)}>
				Open
			</button>
			<NoteDialog
				subject={isOpen ? { deviceId: device.id, at: newestAt } : null}
				devices={[device]}
				zone="UTC"
				clockLabel="device time, UTC"
				onClose={() => setIsOpen(false)}
			/>
		</SignedIn>
	);
}

async function openNote() {
	const screen = await show(<Noting />);
	const opener = screen.getByRole("button", { name: "Open" });
	await opener.click();
	const dialog = screen.getByRole("dialog", { name: "Add note" });
	const text = dialog.getByRole("textbox", { name: "Note" });
	const question = dialog.getByRole("alertdialog", { name: "Unsaved note" });
	await expect.element(text).toHaveFocus();
	return { screen, opener, dialog, text, question, add: dialog.getByRole("button", { name: "Add note" }) };
}

test("A note says how much room is left, and complains at its field before anything is sent", async () => {
	const { dialog, text, add } = await openNote();
	await add.click();
	await expect.element(dialog.getByText("Enter a note.")).toBeVisible();
	await expect.element(text).toHaveFocus();
	await userEvent.fill(text, "x".repeat(5_000));
	await expect.element(dialog.getByText("4,500 characters too many", { exact: true })).toBeVisible();
	await userEvent.fill(text, "x".repeat(501));
	await expect.element(dialog.getByText("1 character too many", { exact: true })).toBeVisible();
	await add.click();
	await expect.element(dialog.getByText("At most 500 characters.")).toBeVisible();
	await userEvent.fill(text, "Door found open, closed it.");
	await expect.element(dialog.getByText("473 characters left")).toBeVisible();
	expect(fetched).not.toHaveBeenCalled();
});

test("A note that is being written is not lost by a slip of the mouse, nor without a question", async () => {
	const { screen, opener, dialog, text, question } = await openNote();
	await userEvent.fill(text, "Door found open");
	await userEvent.click(document.body, { position: { x: 5, y: 450 }, force: true });
	await expect.element(dialog).toBeVisible();
	expect(question.elements()).toEqual([]);
	for (const leave of [
		() => userEvent.keyboard("{Escape}"),
		() => dialog.getByRole("button", { name: "Cancel" }).click(),
	]) {
		await leave();
		await expect.element(question.getByRole("button", { name: "Stay" })).toHaveFocus();
		await userEvent.keyboard("{Enter}");
		await expect.element(question).not.toBeInTheDocument();
		await expect.element(text).toHaveFocus();
		await expect.element(text).toHaveValue("Door found open");
	}
	await userEvent.keyboard("{Escape}");
	await question.getByRole("button", { name: "Leave" }).click();
	await expect.element(dialog).not.toBeInTheDocument();

	// A discarded text does not come back, and an empty one opens no question.
	await opener.click();
	await expect.element(screen.getByRole("textbox", { name: "Note" })).toHaveValue("");
	await userEvent.keyboard("{Escape}");
	await expect.element(dialog).not.toBeInTheDocument();
	expect(fetched).not.toHaveBeenCalled();
});

test("The time of a note is of the shown clock to the second, and a text that is none is kept and reported there", async () => {
	fetched.mockImplementation(async () => Response.json([{ result: { data: { json: null } } }]));
	const { dialog, text, add } = await openNote();
	const time = dialog.getByLabelText("Time", { exact: true });
	await expect.element(time).toHaveValue("Nov 20, 2026, 12:00 PM");
	await userEvent.fill(text, "Door found open");
	await userEvent.fill(time, "at noon");
	await add.click();
	await expect.element(time).toHaveAccessibleDescription(expect.stringContaining("Enter a date and a time"));
	await expect.element(time).toHaveFocus();
	await expect.element(time).toHaveValue("at noon");
	expect(fetched).not.toHaveBeenCalled();
	await userEvent.fill(time, "2026-11-20 11:59:30");
	await add.click();
	await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0);
	const [, init] = fetched.mock.calls[0] ?? [];
	expect(JSON.parse(String(init?.body))[0].json.at).toBe(newestAt - 30_000);
});

test("A note names its stored file, keeps it through an error, and complains about one that is gone at its field", async () => {
	const id = `att_${"0".repeat(26)}`;
	const stored = { id, name: "certificate.pdf", mediaType: "application/pdf", bytes: 8 };
	const fields = { attachmentId: "This file does not exist any more." };
	const error = { message: "", code: -32004, data: { code: "NOT_FOUND", httpStatus: 404, fields } };
	const notes: unknown[] = [];
	fetched.mockImplementation(async (address, init) => {
		if (String(address).includes("addAttachment")) return Response.json({ result: { data: { json: stored } } });
		notes.push(JSON.parse(String(init?.body))[0].json.attachmentId);
		return Response.json([{ error: { json: error } }], { status: 404 });
	});
	const { dialog, text, add } = await openNote();
	await userEvent.fill(text, "Calibrated");
	const field = dialog.getByLabelText("File (optional)", { exact: true });
	await field.upload(new File(["%PDF-1.7"], "certificate.pdf", { type: "application/pdf" }));
	await expect.element(dialog.getByRole("link", { name: "certificate.pdf" })).toBeVisible();
	await add.click();
	await expect.element(dialog.getByText(fields.attachmentId)).toBeVisible();
	await expect.element(text).toHaveValue("Calibrated");
	expect(notes).toEqual([id]);
});
