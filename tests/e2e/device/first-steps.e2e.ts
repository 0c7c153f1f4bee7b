import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { addLogger, send } from "../device-logger";
import { createNewOwner } from "../identity/new-person";
import { keepsFocus, press } from "../keys";
import { signIn, test } from "../visitor";
import { alterAnswers } from "./altered-answers";

const steps = (page: Page) => page.getByRole("region", { name: "First steps", exact: true });
const step = (page: Page, title: string) => steps(page).getByRole("listitem").filter({ hasText: title });
const link = (page: Page, name: string) => steps(page).getByRole("link", { name, exact: true });

const titles = [
	...["Add your first device", "See its first reading", "Verify a contact", "Test an alert"],
	...["Invite a colleague", "Run a report"],
];

async function openDashboard(page: Page): Promise<void> {
	await page.goto("/dashboard");
	await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

/** The dashboard's cards come all at once; these two exist in every fleet. */
async function stands(page: Page): Promise<void> {
	for (const name of ["Fleet", "Storage"]) await page.getByRole("region", { name, exact: true }).waitFor();
}

/** Expects these steps ticked and no other: visibly, for screen readers, and in the count. The others link to their screens. */
async function expectTicked(page: Page, ticked: string[]): Promise<void> {
	await steps(page).getByText(`${ticked.length} of 6 done`).waitFor();
	for (const title of titles) {
		const isTicked = ticked.includes(title);
		await expect.poll(() => step(page, title).getByLabel("Done:").count(), { message: title }).toBe(isTicked ? 1 : 0);
		await expect.poll(() => step(page, title).getByLabel("To do:").count(), { message: title }).toBe(isTicked ? 0 : 1);
		if (isTicked) expect(await step(page, title).getByRole("link").count(), title).toBe(0);
	}
}

const emptyOverview: FleetOverview = {
	...{
		groupId: null,
		devices: 0,
		counts: { online: 0, late: 0, offline: 0, never: 0, imported: 0, disabled: 0 },
		unwatched: 0,
	},
	attention: { devices: 0, reasons: [], rows: [] },
	uploads: [],
	events: [],
	alerts: { open: 0, acknowledged: 0, unreached: 0 },
	rules: 0,
	muted: { devices: 0, rules: 0 },
	reports: { count: 0, next: null, last: null },
	storage: { usedBytes: 0, quotaBytes: 1, readings: 0, growthBytesPerDay: 0, fullAt: null, ofGroupBytes: null },
};

describe("the first steps of a new account", () => {
	test("lead to what is left to do, and so does an empty log", async ({ page, context }) => {
		await createNewOwner(context);
		for (const [title, name, path, heading] of [
			["Verify a contact", "Contacts", "/accounts/contacts/", "Contacts"],
			["Test an alert", "Alerts", "/alerts/", "Alerts"],
			["Invite a colleague", "Invite", "/accounts/users/new", "Create New User"],
			["Run a report", "Reports", "/reports/", "Reports"],
			["Add your first device", "Add device", "/devices?add=yes", "Devices"],
		] as const) {
			await openDashboard(page);
			await expectTicked(page, []);
			await step(page, title).getByRole("link", { name, exact: true }).click();
			await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
			await page.getByRole("heading", { level: 1, name: heading }).waitFor();
		}
		await page.getByRole("dialog", { name: "Add device" }).waitFor();
		await page.goto("/log/");
		await page.getByRole("heading", { name: "No devices yet" }).waitFor();
		await press(page.getByRole("link", { name: "Add device", exact: true }));
		await page.waitForURL((url) => `${url.pathname}${url.search}` === "/devices?add=yes");
		await page.getByRole("dialog", { name: "Add device" }).waitFor();
	});

	test("gain a tick by a device and its reading, and are put away by keyboard, which keeps the focus", async ({
		page,
		context,
	}) => {
		await createNewOwner(context);
		const logger = await addLogger(context, "First of all");
		await openDashboard(page);
		await expectTicked(page, ["Add your first device"]);
		const hide = steps(page).getByRole("button", { name: "Hide" });
		await press(link(page, "Devices"));
		await page.waitForURL((url) => `${url.pathname}${url.search}` === "/devices");
		await page.getByRole("rowheader", { name: "First of all" }).waitFor();

		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		await openDashboard(page);
		await expectTicked(page, ["Add your first device", "See its first reading"]);
		await press(hide);
		await steps(page).waitFor({ state: "detached" });
		await keepsFocus(page);
		await page.reload();
		await stands(page);
		expect(await steps(page).count()).toBe(0);
	});

	test("return from the menu, and load a sample that ticks none of them and goes whole", async ({ page, context }) => {
		await createNewOwner(context);
		await openDashboard(page);
		await press(steps(page).getByRole("button", { name: "Hide" }));
		await steps(page).waitFor({ state: "detached" });
		await press(page.getByRole("button", { name: /account of/ }));
		await page.getByRole("menuitem", { name: "First steps" }).click();
		await press(steps(page).getByRole("button", { name: "Load sample" }));
		await steps(page)
			.getByText(/Made up, up to/)
			.waitFor();
		await expectTicked(page, []);
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Sample: Pharmacy fridge" }).waitFor();
		await page.goto("/dashboard?steps=yes");
		await press(steps(page).getByRole("button", { name: "Remove sample" }));
		await press(page.getByRole("dialog").getByRole("button", { name: "Remove sample" }));
		await steps(page).getByRole("button", { name: "Load sample" }).waitFor();
		await page.goto("/devices");
		await page.getByRole("heading", { name: "No devices yet" }).waitFor();
	});

	test("name the people who may add a device to a person who may not, without a link", async ({ page, context }) => {
		await signIn(context, "viewer");
		const done = { device: false, reading: false, contact: false, alert: false, colleague: false, report: false };
		const sample = { state: "none", share: 0, endsAt: null } as const;
		await alterAnswers(page, {
			"device.getOverview": emptyOverview,
			"firstSteps.getFirstSteps": { done, isHidden: false, sample },
		});
		await openDashboard(page);
		await step(page, "Add your first device").getByText("An owner or admin of your account can add it.").waitFor();
		expect(await link(page, "Add device").count()).toBe(0);
	});
});
