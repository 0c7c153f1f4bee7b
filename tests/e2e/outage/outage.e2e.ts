import { describe, expect } from "vitest";
import { openReadings, outlastSkeletonDelay, table } from "../log/log-screen";
import { mainLink, outageComplaints, switchBackend, testAsOwner as test } from "../visitor";
import { cutBackend } from "./outages";

describe("the console while the backend is out", () => {
	test("keeps what is on screen, shows a banner, and recovers by itself", async ({ page, complaints }) => {
		complaints.allow(outageComplaints);
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		await cutBackend();
		await mainLink(page, "Dashboard").click();
		await page.getByText(/can't reach AQLCloud; retrying/i).waitFor();
		expect(new URL(page.url()).pathname).not.toBe("/login");
		await switchBackend("mend");
		await page.getByText(/can't reach AQLCloud; retrying/i).waitFor({ state: "hidden", timeout: 40_000 });
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
	});

	test("an update is called one, nobody is signed out, and all goes on by itself", async ({ page, complaints }) => {
		complaints.allow(outageComplaints);
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		const data = { code: "SERVICE_UNAVAILABLE", httpStatus: 503, reason: "UPDATE_UNDER_WAY", requestId: "of-the-test" };
		const error = { json: { message: "A newer release has begun", code: -32603, data } };
		await page.route("**/api/proxy/**", (route) => route.fulfill({ status: 503, json: { error } }));
		await mainLink(page, "Dashboard").click();
		const notice = page.getByText("AQLCloud is being updated; retrying.");
		await notice.waitFor();
		expect(await page.getByText("You stay signed in.").isVisible()).toBe(true);
		await page.unrouteAll();
		await notice.waitFor({ state: "hidden", timeout: 40_000 });
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
	});

	test("a first visit is shown what is out, quotes its request, can try again, and keeps its session", async ({
		page,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await cutBackend();
		await page.goto("/devices");
		await page.getByRole("heading", { name: "Something went wrong!", exact: true }).waitFor({ timeout: 40_000 });
		const text = await page.getByRole("alert").innerText();
		expect(text).toContain("Can't reach AQLCloud.");
		const [, requestId] = /Request id\s+(\S+)/.exec(text) ?? [];
		expect(requestId).toMatch(/^[\w-]{8,}$/);
		expect(new URL(page.url()).pathname).toBe("/devices");
		const retry = page.getByRole("button", { name: "Try again" });
		await retry.click();
		// The second failure quotes its own request; the first one's view may still stand before.
		await page.waitForFunction(
			(first) => {
				const [, id] = /Request id\s+(\S+)/.exec(document.querySelector("main, body")?.textContent ?? "") ?? [];
				return id !== undefined && !id.startsWith(first);
			},
			requestId ?? "",
			{ timeout: 40_000 },
		);
		await switchBackend("mend");
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor({ timeout: 40_000 });
		expect(await page.getByText("Something went wrong!").count()).toBe(0);
	});

	test("the log keeps its controls, and what is shown can be had back", async ({ page, complaints }) => {
		complaints.allow(outageComplaints);
		await openReadings(page, "range=day");
		await cutBackend();
		await page.getByRole("button", { name: "Today", exact: true }).click();
		await page.getByRole("menuitem", { name: "This week", exact: true }).click();
		await page.getByText(/can't reach AQLCloud; retrying/i).waitFor();
		await outlastSkeletonDelay(page);
		const busy = page.getByRole("main").locator("[aria-busy=true]");
		expect(await busy.getByRole("table", { name: "Readings" }).isVisible()).toBe(true);
		await page.getByRole("button", { name: "This week", exact: true }).click();
		await page.getByRole("menuitem", { name: "Today", exact: true }).click();
		await busy.waitFor({ state: "hidden" });
		expect(await table(page).isVisible()).toBe(true);
		await switchBackend("mend");
		await page.getByText(/can't reach AQLCloud; retrying/i).waitFor({ state: "hidden", timeout: 40_000 });
	});
});
