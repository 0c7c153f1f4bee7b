import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Alert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { SavedContact } from "../../../shared/message/contact";
import { contactInput, warmRule } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger } from "../device-logger";
import { testAsOwner as test } from "../visitor";

type PlacedCall = { sid: string; to: string; status: string; said: string[] };

const phone = "+351210000777";

/** Picks up the phone that rings, and presses keys. Returns what the voice said. */
async function answer(context: BrowserContext, keys: string[] = []): Promise<string> {
	const read = async () => {
		const response = await context.request.get("/__local/calls", { headers: { accept: "application/json" } });
		const { calls } = (await response.json()) as { calls: PlacedCall[] }; // the local run's own page
		return calls.find(({ to }) => to === phone);
	};
	await expect.poll(async () => (await read())?.status, { timeout: 20_000 }).toBe("queued");
	const ringing = await read();
	for (const act of ["pickUp", ...keys]) await context.request.post(`/__local/calls/${ringing?.sid}/${act}`);
	return (await read())?.said.join(" ") ?? "";
}

async function openDrill(page: Page, alertId: string) {
	await page.goto(`/alerts/edit/${alertId}`);
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: /Ring the whole chain/ }).click();
	return page.getByRole("dialog");
}

describe("a phone call", () => {
	test("confirms a number, rings in a drill, and is acknowledged by two keys", async ({ page, context }) => {
		const input = contactInput({
			fullName: "Called person",
			email: null,
			phone,
			isCalled: true,
			defaultChannels: ["call"],
		});
		const { contact } = await call<SavedContact>(context, "contact.createContact", input);
		await page.goto(`/accounts/contacts/edit/${contact.id}`);
		const own = page.getByRole("region", { name: "Phone (call)" });
		await own.getByRole("button", { name: "Call with a code" }).click();
		await own.getByRole("textbox", { name: "Code" }).waitFor();
		const code = (await answer(context)).replaceAll(/\D/g, "").slice(0, 6);
		await own.getByRole("textbox", { name: "Code" }).fill(code);
		await own.getByRole("button", { name: "Verify" }).click();
		await own.getByText("Verified", { exact: true }).waitFor();

		const logger = await addLogger(context, "Drill freezer");
		const facts = { description: "", severity: "critical", isEnabled: true, scope: { deviceIds: [logger.id] } };
		const notified = { contactIds: [contact.id], contactGroupIds: [], notification: plainNotification };
		const rule = { name: "Drill freezer too warm", ...facts, ...notified, rule: warmRule };
		const { id } = await call<Alert>(context, "alert.createAlert", rule);
		await page.goto(`/alerts/edit/${id}`);
		await page.getByRole("region", { name: "In short" }).getByText("Notifies Called person.").waitFor();
		expect(await page.getByText(/Nobody has a verified address/).count()).toBe(0);
		await (await openDrill(page, id)).getByRole("button", { name: "Start the drill" }).click();
		await page.waitForURL(/\/alerts\/events\//);
		expect(await answer(context, ["1", "1"])).toContain("TEST: Critical");
		await page.getByRole("region", { name: "Timeline" }).getByText("Acknowledged · Called person (call)").waitFor();
		await expectAccessible(page);

		const dialog = await openDrill(page, id);
		const earlier = dialog.getByRole("region", { name: "Earlier drills" });
		await earlier.getByText("Called person, Phone (call): acknowledged by a key").waitFor();
		expect(await violations(page, "[role=dialog]")).toEqual([]);
	});
});
