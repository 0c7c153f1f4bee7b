import { describe, expect } from "vitest";
import { check, expectOneCheckAndOneBatch, follow, tripsDuring } from "../trips";
import { checkIsOld, mainLink, openIdle, signIn, test, testInOwnProfile, withoutHints } from "../visitor";
import { withEntity } from "./signed-in-screens";

describe("the code of a screen", () => {
	testInOwnProfile("loads beside the entry, requested by the page itself", async ({ page, complaints }) => {
		complaints.allow(/ERR_FAILED/);
		const requested: string[] = [];
		page.on("request", (request) => requested.push(new URL(request.url()).pathname));
		await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
		await page.goto("/devices/dev_nobody");
		const device = expect.poll(() => requested.filter((path) => /\.js$/.test(path)));
		await device.toContainEqual(expect.stringMatching(/devices\._deviceId-/));
		expect(requested.filter((path) => /\/(login|dashboard|groups)-/.test(path))).toEqual([]);
	});
});

describe("the requests of a screen: one session check, then one batch", () => {
	test("name the device or group of its address", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		const log = await withEntity(page, { path: "/log/?device={device.getDevices}", title: "Log", loads: [] });
		const logOpened = await tripsDuring(page, async () => {
			await page.goto(log.path);
			await page.getByRole("table", { name: "Readings" }).waitFor();
		});
		expectOneCheckAndOneBatch(logOpened, ["log.getLogs", "device.getDevice"]);

		const copy = await withEntity(page, { path: "/groups/new/?copy={group.getGroups}", title: "", loads: [] });
		const copyOpened = await tripsDuring(page, async () => {
			await page.goto(copy.path);
			await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
		});
		expectOneCheckAndOneBatch(copyOpened, ["group.getGroup", "device.getDeviceChanges"]);
	});

	test("include devices sorted by one of the columns on demand, or with one that this browser remembers", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		await signIn(context, "owner");
		for (const { search, added } of [
			{ search: "?sort=-storage", added: [] },
			{ search: "", added: ["retention"] },
		]) {
			await page.addInitScript(
				(columns) => localStorage.setItem("columns.v1.devices", columns),
				JSON.stringify({ hidden: [], added }),
			);
			const opened = await tripsDuring(page, async () => {
				await page.goto(`/devices${search}`);
				await page.getByRole("table", { name: "Devices" }).waitFor();
			});
			const loads = [
				"device.getDeviceChanges",
				"group.getGroups",
				"device.getBulkProgress",
				"view.getViews",
				"device.getDeviceFacts",
			];
			expectOneCheckAndOneBatch(opened, loads, "device.getCourses");
		}
	});

	test("show billing after the same two that its role may not see the screen", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "billing");
		const opened = await tripsDuring(page, async () => {
			await page.goto("/alerts/");
			await page.getByRole("heading", { name: "Not for your role" }).waitFor();
		});
		expectOneCheckAndOneBatch(opened, []);
		await checkIsOld(page);
		// The role is known by now, and the page leaves out calls that it may not make.
		const next = await tripsDuring(page, async () => {
			await follow(page, "/accounts/users/");
			await page.getByText(/^Only owners and admins can see users\. Your role is billing;/).waitFor();
		});
		expect(next.requests).toEqual([check, "GET /api/proxy/account.getCurrent"]);
	});
});

describe("a screen before signing in", () => {
	test("checks the session and how this console signs in at once, so that it waits for one trip", async ({ page }) => {
		for (const path of ["/login", "/signup"]) {
			const { all } = await tripsDuring(page, async () => {
				await page.goto(path);
				await page.getByLabel("E-mail").waitFor();
			});
			expect(all.toSorted(), path).toEqual(["1 /api/auth/config", "1 /api/isAuthenticated"]);
		}
	});
});

describe("pointing at the links of the navigation", () => {
	test("costs each at most one check and one batch, and moves no page", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		await openIdle(page, "My profile", () => page.goto("/profile"));
		const names = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
		expect(names.length).toBeGreaterThan(10);
		for (const name of names) {
			const { requests, serial } = await tripsDuring(page, () => mainLink(page, name.trim()).hover());
			expect(requests.filter((request) => request === check).length, name).toBeLessThanOrEqual(1);
			expect(requests.filter((request) => request !== check).length, name).toBe(1);
			expect(serial, name).toBeLessThanOrEqual(2);
			expect(new URL(page.url()).pathname, name).toBe("/profile");
		}
	});
});
