import type { Browser } from "playwright-core";
import { expect } from "vitest";
import type { AlertEventPage, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { SavedContact } from "../../../shared/message/contact";
import { contactInput, warmRule } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { mailTo } from "../identity/mailbox";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";

const address = "story@journey.test";
const comment = "On my way";

async function mailWith(subject: RegExp): Promise<string> {
	let found = "";
	await expect
		.poll(
			async () => {
				found = (await mailTo(address)).find(({ text }) => subject.test(text))?.text ?? "";
				return found;
			},
			{ timeout: 40_000 },
		)
		.not.toBe("");
	return found;
}

async function acknowledgeByLink(browser: Browser, mail: string): Promise<void> {
	const [path = ""] = /\/api\/links\/\S+/.exec(mail.slice(mail.indexOf("Acknowledge"))) ?? [];
	const telephone = await newProfile(browser);
	try {
		const page = await telephone.newPage();
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`${product.origin}${path}`);
		await page.getByRole("heading", { level: 1, name: "Story freezer" }).waitFor();
		await page.getByText("limit 8", { exact: false }).first().waitFor();
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await violations(page), colorScheme).toEqual([]);
		}
		await page.getByText("Add a comment").click();
		await page.getByLabel("Comment (optional)").fill(comment);
		await page.getByRole("button", { name: "Acknowledge" }).click();
		await page.getByRole("status").getByText("Done.").waitFor();
	} finally {
		await telephone.close();
	}
}

test("An alert is mailed with its time, acknowledged from the mail without a sign-in, recovers once, and its page says all of it", async ({
	page,
	context,
	browser,
}) => {
	const logger = await addLogger(context, "Story freezer");
	const input = contactInput({ fullName: "Sam Story", email: address });
	const { contact } = await call<SavedContact>(context, "contact.createContact", input);
	const rule: CreateAlert = {
		name: "Story too warm",
		description: "Close the lid.",
		severity: "critical",
		isEnabled: true,
		scope: { deviceIds: [logger.id] },
		contactIds: [contact.id],
		contactGroupIds: [],
		rule: warmRule,
		notification: plainNotification,
	};
	await call(context, "alert.createAlert", rule);
	const now = Date.now();
	await send(logger, [{ channel: "Temperature", at: now - 60_000, value: 9.5 }]);
	const first = await mailWith(/Critical: Story freezer/);
	expect(first).toContain("Close the lid.");
	expect(first).toMatch(/9\.5/);
	await acknowledgeByLink(browser, first);
	await send(logger, [{ channel: "Temperature", at: now - 30_000, value: 4 }]);
	await mailWith(/Recovered: Story freezer/);
	const { events } = await call<AlertEventPage>(context, "alert.getEvents", { deviceIds: [logger.id] }, true);
	expect(events).toHaveLength(1);
	await page.goto(`/alerts/events/${events[0]?.id}`);
	const timeline = page.getByRole("region", { name: "Timeline" });
	await timeline.getByText(comment).waitFor();
	await timeline.getByText("Sam Story (e-mail link)").first().waitFor();
	await timeline.getByText(/^Notified Sam Story by e-mail$/).waitFor();
	await timeline.getByText(/^Notified Sam Story by e-mail that it is over$/).waitFor();
	const about = (await mailTo(address)).filter(({ text }) => text.includes("Story freezer"));
	expect(about).toHaveLength(2);
	await expectAccessible(page);
});
