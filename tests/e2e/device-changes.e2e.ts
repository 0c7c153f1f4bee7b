import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
	choose,
	makeDevices,
	openList,
	runInBulk,
	runOnRow,
	selectAll,
	undo,
	type WholeDevice,
	wholeDevice,
} from "./device-fleet";
import { chooseEntry, hasFocus, press } from "./keys";
import { outageComplaints, signIn, switchBackend, test, withoutHints, withoutRequests } from "./visitor";

type Change = {
	bulk: string;
	fill: (page: Page, dialog: Locator) => Promise<void>;
	apply: string;
	toast: string;
	facts: Partial<WholeDevice>;
	before: Partial<WholeDevice>;
};

const changes: Record<string, Change> = {
	tags: {
		bulk: "Tags of 2 devices",
		fill: async (page, dialog) => {
			await dialog.getByRole("combobox", { name: "Add" }).fill("audited");
			await page.keyboard.press("Enter");
		},
		apply: "Apply to 2 devices",
		toast: "Tags of 2 devices changed",
		facts: { tags: ["audited"] },
		before: { tags: [] },
	},
	intervals: {
		bulk: "Intervals of 2 devices",
		fill: async (page, dialog) => {
			await choose(page, dialog.getByRole("combobox", { name: "Logging interval" }), "Own value");
			await dialog.getByRole("textbox", { name: "Logging interval, length" }).fill("5");
		},
		apply: "Apply to 2 devices",
		toast: "Intervals of 2 devices changed",
		facts: { loggingIntervalSeconds: 300 },
		before: { loggingIntervalSeconds: 60 },
	},
	clock: {
		bulk: "Clock of 2 devices",
		fill: async (page, dialog) => {
			await choose(page, dialog.getByRole("combobox", { name: "Kept as" }), "UTC");
		},
		apply: "Apply to 2 devices",
		toast: "Clock of 2 devices changed",
		facts: { timeZoneRule: 0 },
		before: { timeZoneRule: 2 },
	},
	retention: {
		bulk: "Retention of 2 devices",
		fill: async (_, dialog) => {
			await dialog.getByRole("textbox", { name: "Readings are kept, length" }).fill("30");
			await dialog.getByText("Readings older than 30 days go for good").waitFor();
		},
		apply: "Apply to 2 devices",
		toast: "Retention of 2 devices changed",
		facts: { retentionDays: 30 },
		before: { retentionDays: null },
	},
};

describe("changing several devices", () => {
	test.for(Object.entries(changes))(
		"%s: applies to what is selected, and is undone",
		async ([name, change], { page, context }) => {
			await signIn(context, "owner");
			const word = `Change ${name}`;
			const ids = await makeDevices(context, word, 2);
			await openList(page, word);
			await selectAll(page);
			await runInBulk(page, change.bulk);
			const dialog = page.getByRole("dialog");
			await change.fill(page, dialog);
			await dialog.getByRole("button", { name: change.apply }).click();
			await page.getByText(change.toast).waitFor();
			await dialog.waitFor({ state: "hidden" });
			await page.getByRole("region", { name: "Selected devices" }).waitFor({ state: "detached" });
			for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(change.facts);
			await undo(page);
			for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(change.before);
		},
	);

	test("groups: adds, removes, and says at once what is missing", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Group probe", 2);
		await openList(page, "Group probe");
		await selectAll(page);
		await runInBulk(page, "Groups of 2 devices");
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await dialog.getByText("Choose a group to add to or to remove from.").waitFor();
		await choose(page, dialog.getByRole("combobox", { name: "Add to" }), "Outdoors");
		await page.keyboard.press("Tab");
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await page.getByText("Groups of 2 devices changed").waitFor();
		await page.getByRole("cell", { name: "Outdoors" }).first().waitFor();
		expect((await wholeDevice(context, id)).groupIds).toHaveLength(1);
		await runOnRow(page, "Group probe 1", "Groups…");
		await choose(page, dialog.getByRole("combobox", { name: "Remove from" }), "Outdoors");
		await page.keyboard.press("Tab");
		await dialog.getByRole("button", { name: "Apply to 1 device" }).click();
		await page.getByText("Groups of Group probe 1 changed").waitFor();
		expect((await wholeDevice(context, id)).groupIds).toEqual([]);
	});

	test("is done by keyboard alone: walk, select, open the menu, type, apply", async ({ page, context }) => {
		await signIn(context, "owner");
		const ids = await makeDevices(context, "Key probe", 3);
		await openList(page, "Key probe");
		await page.keyboard.press("j");
		await page.keyboard.press("x");
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await page.keyboard.press("Shift+X");
		const bar = page.getByRole("region", { name: "Selected devices" });
		await bar.getByText("3 selected").waitFor();
		await press(bar.getByRole("button", { name: "More" }));
		await chooseEntry(page, "Tags of 3 devices");
		await hasFocus(page.getByRole("dialog").getByRole("combobox", { name: "Add" }));
		await page.keyboard.type("by hand");
		await page.keyboard.press("Enter");
		await press(page.getByRole("dialog").getByRole("button", { name: "Apply to 3 devices" }));
		await page.getByText("Tags of 3 devices changed").waitFor();
		for (const id of ids) expect((await wholeDevice(context, id)).tags).toEqual(["by hand"]);
	});

	test("mutes for a time and no longer", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Mute probe", 1);
		await openList(page, "Mute probe");
		await runOnRow(page, "Mute probe 1", "Mute…");
		const dialog = page.getByRole("dialog");
		await choose(page, dialog.getByRole("combobox", { name: "For" }), "Until…");
		await dialog.getByRole("button", { name: "Mute device" }).click();
		await dialog.getByText("Choose a time.").first().waitFor();
		await dialog.getByLabel("Until", { exact: true }).fill("2001-01-01T00:00");
		await dialog.getByText("Choose a time to come.").first().waitFor();
		await choose(page, dialog.getByRole("combobox", { name: "For" }), "24 hours");
		await dialog.getByRole("textbox", { name: "Reason" }).fill("Defrosting");
		await dialog.getByRole("button", { name: "Mute device" }).click();
		await page.getByText("Mute probe 1 is muted.").waitFor();
		await page.getByRole("cell", { name: /^Muted/ }).waitFor();
		expect((await wholeDevice(context, id)).mutedUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
		await runOnRow(page, "Mute probe 1", "Unmute");
		await page.getByText("Mute probe 1 is no longer muted.").waitFor();
		await page.getByRole("cell", { name: /^Muted/ }).waitFor({ state: "detached" });
		expect((await wholeDevice(context, id)).mutedUntil).toBeNull();
	});

	test("archives to a shelf of its own, and restores from there", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Shelf probe", 2);
		await openList(page, "Shelf probe");
		await selectAll(page);
		await runInBulk(page, "Archive 2 devices");
		await page.getByRole("dialog").getByRole("button", { name: "Archive 2 devices" }).click();
		await page.getByText("2 devices archived").waitFor();
		await page.getByRole("rowheader", { name: "Shelf probe 1", exact: true }).waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Add filter" }).click();
		await page.getByLabel("Filter by").selectOption({ label: "Archived devices" });
		await page.getByRole("button", { name: "Show archived devices" }).click();
		await page.waitForURL(/shelf=archived/);
		await page.getByRole("rowheader", { name: "Shelf probe 2", exact: true }).waitFor();
		await expect.poll(() => page.getByRole("cell", { name: "Archived", exact: true }).count()).toBe(2);
		await selectAll(page);
		await runInBulk(page, "Restore 2 devices");
		await page.getByText("2 devices restored").waitFor();
		await openList(page, "Shelf probe");
	});

	test("deletes only what is typed, and keeps it for its time of grace", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Gone probe", 2);
		await openList(page, "Gone probe");
		await selectAll(page);
		await runInBulk(page, "Delete 2 devices");
		const dialog = page.getByRole("dialog", { name: "Delete 2 devices?" });
		await dialog.getByText("0 readings").waitFor();
		await dialog.getByRole("textbox").fill("3 devices");
		await dialog.getByRole("button", { name: "Delete 2 devices" }).click();
		await dialog.getByText("This is not “2 devices”.").waitFor();
		await dialog.getByRole("textbox").fill("2 devices");
		await page.keyboard.press("Enter");
		await page.getByText("2 devices will be deleted").waitFor();
		await page.getByRole("rowheader", { name: "Gone probe 1", exact: true }).waitFor({ state: "detached" });
		await undo(page);
		await page.getByRole("rowheader", { name: "Gone probe 1", exact: true }).waitFor();
	});

	test("is refused to a viewer, who reads why", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "viewer");
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		await page.getByRole("button", { name: "Actions for Cold room 1", exact: true }).click();
		for (const [label, reason] of [
			["Rename…", "Your role cannot change devices."],
			["Mute…", "Your role cannot mute devices."],
		] as const) {
			const item = page.getByRole("menuitem", { name: label });
			await expect.poll(() => item.getAttribute("aria-disabled")).toBe("true");
			await item.hover();
			await page.getByText(reason).first().waitFor();
			await withoutRequests(page, () => item.click({ force: true }));
			expect(await page.getByRole("dialog").count()).toBe(0);
		}
		await page.getByRole("menuitem", { name: "Open log" }).click();
		await page.waitForURL(/\/log\/\?device=dev_/);
	});

	test("keeps what was chosen where the backend is cut off, and goes on when it is back", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		const ids = await makeDevices(context, "Outage probe", 2);
		await openList(page, "Outage probe");
		await selectAll(page);
		await runInBulk(page, "Tags of 2 devices");
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("combobox", { name: "Add" }).fill("kept");
		await page.keyboard.press("Enter");
		await switchBackend("cut");
		try {
			await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
			await dialog.getByText(/cannot be reached/).waitFor();
		} finally {
			await switchBackend("mend");
		}
		await dialog.getByText("kept", { exact: true }).waitFor();
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await page.getByText("Tags of 2 devices changed").waitFor();
		for (const id of ids) expect((await wholeDevice(context, id)).tags).toEqual(["kept"]);
	});
});
