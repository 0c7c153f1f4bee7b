import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Contact } from "../../../shared/message/contact";
import type { Report } from "../../../shared/report/report";
import { sampleDefinition } from "../../component/sample-report";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { mailTo } from "../identity/mailbox";
import { testAsOwner as test } from "../visitor";

const password = "Local-demo-1";
const files = (page: Page) => page.getByRole("region", { name: "Files" });

async function download(page: Page, press: () => Promise<void>): Promise<string> {
	const started = page.waitForEvent("download");
	await press();
	return (await started).path();
}

describe("a report's file", () => {
	test("takes a signature with the password, and is recognised for any person who holds it", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/status of 40[0-9]/);
		// One device: charts of forty take long to draw, and prove nothing here.
		const [device] = await call<DeviceListRow[]>(context, "device.getDevices", {}, true);
		if (!device) throw new Error("The seed has devices");
		const scope = { deviceIds: [device.id] };
		const kind = { type: "summary", format: "pdf", schedule: null, scope } as const;
		const definition = sampleDefinition({ name: "Signed journey", ...kind });
		const { id: reportId } = await call<Report>(context, "report.createReport", definition);
		await call(context, "report.runReport", { reportId, isSent: false });
		await page.goto(`/reports/edit/${reportId}?tab=runs`);
		await page.getByRole("button", { name: /^Details of / }).click();
		await page.getByRole("button", { name: "Review and sign" }).click();
		const dialog = page.getByRole("dialog", { name: "Sign this file" });
		await dialog.getByRole("radio", { name: "Rejected" }).check();
		await dialog.getByRole("button", { name: "Sign" }).click();
		await dialog
			.getByText(/reason/i)
			.last()
			.waitFor();
		await dialog.getByRole("radio", { name: "Approved" }).check();
		await dialog.locator("input[type=password]").fill("Wrong-one-1");
		await dialog.getByRole("button", { name: "Sign" }).click();
		await dialog.getByText("This is not your current password.").waitFor();
		await expectAccessible(page);
		await dialog.locator("input[type=password]").fill(password);
		await dialog.getByRole("button", { name: "Sign" }).click();
		await dialog.waitFor({ state: "detached" });
		await page.getByText("Approved").first().waitFor();
		const original = await download(page, () =>
			files(page)
				.getByRole("button", { name: /^Download / })
				.first()
				.click(),
		);
		await files(page).getByText("Signed copy").waitFor();

		await page.goto("/verify");
		await page.getByLabel("File to check").setInputFiles(original);
		await page.getByRole("heading", { name: "Unchanged" }).waitFor();
		await page.getByText(/Signed since/).waitFor();
		await expectAccessible(page);
		const bytes = await readFile(original);
		expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
		// The verdict page and its code are an update behind the pages whose checksum it prints.
		const printed = createHash("sha256").update(bytes.subarray(0, bytes.indexOf("%%EOF\n") + 6));
		await page.goto(`/verify#${printed.digest("hex")}`);
		await page.getByRole("heading", { name: "This report was made here" }).waitFor();
		await page.getByText("Signed journey", { exact: true }).waitFor();
		await expectAccessible(page);
		const changed = `${original}-changed`;
		await writeFile(changed, Buffer.concat([bytes, Buffer.from(" ")]));
		await page.getByLabel("File to check").setInputFiles(changed);
		await page.getByRole("heading", { name: "Changed, or not made here" }).waitFor();
	});

	test("reaches a contact by mail, whose link gives it until it is withdrawn", async ({ page, context }) => {
		const contacts = await call<Contact[]>(context, "account.getContacts", {}, true);
		const [contact] = contacts.filter(({ fullName }) => fullName === "Ana Prado");
		if (!contact?.email) throw new Error("The seed has a contact of this name");
		const plain = sampleDefinition({ name: "Mailed journey", schedule: null });
		const delivery = { ...plain.delivery, contactIds: [contact.id], attachesFile: false };
		const { id: reportId } = await call<Report>(context, "report.createReport", { ...plain, delivery });
		await call(context, "report.runReport", { reportId, isSent: true });
		const address = contact.email;
		const isOfIt = (text: string) => text.includes("Mailed journey");
		const mails = async () => (await mailTo(address)).filter(({ text }) => isOfIt(text));
		await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1);
		const [link] = (await mails())[0]?.text.match(/https?:\S+\/api\/links\/\S+/) ?? [];
		if (link === undefined) throw new Error("The mail has no link");
		const { pathname } = new URL(link);
		await page.goto(pathname);
		const path = await download(page, () => page.getByRole("button", { name: /download/i }).click());
		expect((await readFile(path, "utf8")).length).toBeGreaterThan(0);

		await page.goto(`/reports/edit/${reportId}?tab=runs`);
		await page.getByRole("button", { name: /^Details of / }).click();
		const recipients = page.getByRole("region", { name: "Recipients" });
		await recipients.getByRole("button", { name: /revoke|withdraw/i }).click();
		await page
			.getByRole("alertdialog")
			.or(page.getByRole("dialog"))
			.getByRole("button", { name: /revoke|withdraw/i })
			.click();
		await recipients.getByText(/revoked|withdrawn/i).waitFor();
		await page.goto(pathname);
		expect(await page.getByRole("button", { name: /download/i }).count()).toBe(0);
	});
});
