import { afterEach, describe, expect } from "vitest";
import { openLog, outlastSkeletonDelay, table } from "./log-screen";
import { outageComplaints, signIn, switchBackend, test } from "./visitor";

afterEach(async () => {
	await switchBackend("mend");
});

describe("while the backend is out", () => {
	test("what is on screen stays, a banner says so, and it goes by itself", async ({ page, context, complaints }) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		await switchBackend("cut");
		await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
		await page.getByText(/backend unreachable, retrying/i).waitFor();
		expect(new URL(page.url()).pathname).not.toBe("/login");
		await switchBackend("mend");
		await page.getByText(/backend unreachable, retrying/i).waitFor({ state: "hidden", timeout: 40_000 });
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
	});

	test("a first visit is told what is out, can try again, and keeps its session", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await switchBackend("cut");
		await page.goto("/devices");
		const retry = page.getByRole("button", { name: /try again|retry/i });
		await retry.waitFor({ timeout: 40_000 });
		expect(new URL(page.url()).pathname).toBe("/devices");
		await switchBackend("mend");
		await retry.click();
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
	});

	test("the log keeps its controls, and what is shown can be had back", async ({ page, context, complaints }) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await openLog(page, "range=day");
		await switchBackend("cut");
		const ranges = page.getByRole("radiogroup", { name: "Range" });
		await ranges.getByText("Week").click();
		await page.getByText(/backend unreachable, retrying/i).waitFor();
		await outlastSkeletonDelay(page);
		const busy = page.getByRole("main").locator("[aria-busy=true]");
		expect(await busy.getByRole("table", { name: "Readings" }).isVisible()).toBe(true);
		await ranges.getByText("Day").click();
		await busy.waitFor({ state: "hidden" });
		expect(await table(page).isVisible()).toBe(true);
		await switchBackend("mend");
		await page.getByText(/backend unreachable, retrying/i).waitFor({ state: "hidden", timeout: 40_000 });
	});
});
