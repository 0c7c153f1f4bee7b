import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { AttachmentField } from "../../client/forms/attachment-field";
import type { Attachment } from "../../shared/base/attachment";
import { show } from "./show";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
	fetched.mockReset();
	vi.stubGlobal("fetch", fetched);
	return () => vi.unstubAllGlobals();
});

function Form() {
	const [value, setValue] = useState<Attachment | null>(null);
	return <AttachmentField label="Certificate" value={value} onChange={setValue} />;
}

const pdf = new File(["%PDF-1.7"], "certificate.pdf", { type: "application/pdf" });
const attachment = { id: `att_${"0".repeat(26)}`, name: "certificate.pdf", mediaType: "application/pdf", bytes: 8 };

function paste(file: File): void {
	const clipboardData = new DataTransfer();
	clipboardData.items.add(file);
	window.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
}

test("rejects a script that is named .pdf at its field, and sends nothing", async () => {
	await show(<Form />);
	const script = new File(["<script>"], "certificate.pdf", { type: "application/pdf" });
	await page.getByLabelText("Certificate", { exact: true }).upload(script);
	await expect
		.element(page.getByRole("alert"))
		.toHaveTextContent("This is no PDF, PNG or JPEG, whatever its name says.");
	expect(fetched).not.toHaveBeenCalled();
});

test("stores a pasted file, shows its name, and can take it away again", async () => {
	fetched.mockResolvedValueOnce(Response.json({ result: { data: { json: attachment } } }));
	await show(<Form />);
	paste(pdf);
	await expect.element(page.getByRole("link", { name: "certificate.pdf" })).toBeVisible();
	await page.getByRole("button", { name: "Remove certificate.pdf" }).click();
	await expect.element(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
});

test("shows the server's error at the field, and stores the file by the next choice", async () => {
	const fields = { file: "The account's storage is full." };
	const error = { message: "", code: -32600, data: { code: "BAD_REQUEST", httpStatus: 400, fields } };
	fetched.mockResolvedValueOnce(Response.json({ error: { json: error } }, { status: 400 }));
	fetched.mockResolvedValueOnce(Response.json({ result: { data: { json: attachment } } }));
	await show(<Form />);
	await page.getByLabelText("Certificate", { exact: true }).upload(pdf);
	await expect.element(page.getByRole("alert")).toHaveTextContent(fields.file);
	await page.getByLabelText("Certificate", { exact: true }).upload(pdf);
	await expect.element(page.getByRole("link", { name: "certificate.pdf" })).toBeVisible();
});
