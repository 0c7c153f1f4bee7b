import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { settle, signIn, test } from "./visitor";

describe("the frame", () => {
	test.for([
		["d", "Devices"],
		["l", "Log"],
		["a", "Alerts"],
		["r", "Reports"],
		["s", "Storage"],
		["h", "Dashboard"],
	])("opens a screen by g and %s", async ([key, heading], { page, context }) => {
		await signIn(context, "owner");
		await page.goto(key === "h" ? "/devices" : "/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page.keyboard.press("g");
		await page.keyboard.press(key ?? "");
		await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
	});

	test("takes g and a letter for text where somebody types", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices");
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		const search = page
			.getByRole("searchbox")
			.or(page.getByPlaceholder(/serial/i))
			.first();
		await search.focus();
		await page.keyboard.type("gl");
		await expect.poll(() => search.inputValue()).toBe("gl");
		await page.waitForURL(/\/devices\/?\?q=gl$/);
	});

	test("does not open by keys what the role may not see", async ({ page, context }) => {
		await signIn(context, "viewer");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await page.keyboard.press("g");
		await page.keyboard.press("u");
		await page.keyboard.press("g");
		await page.keyboard.press("d");
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await page.goBack();
		await page.waitForURL("**/dashboard");
	});

	test("tells its shortcuts, without those of screens the role may not see", async ({ page, context }) => {
		await signIn(context, "viewer");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page.keyboard.press("Shift+?");
		const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		await help.getByText("Search everything").waitFor();
		const log = help.getByRole("region", { name: "Log" });
		for (const [key, does] of [
			["j", "Next row"],
			["k", "Previous row"],
		] as const) {
			const line = log.locator("dl > div").filter({ hasText: does });
			await expect.poll(() => line.locator("dt").innerText()).toBe(key);
		}
		const goTo = help.getByRole("region", { name: "Go to" });
		await goTo.getByText("Devices", { exact: true }).waitFor();
		expect(await goTo.getByText("Users", { exact: true }).count()).toBe(0);
	});

	test.for([
		{ procedure: "device.getDevices", folder: "/devices/", above: "Devices", list: "Devices" },
		{ procedure: "group.getGroups", folder: "/groups/", above: "groups list", list: "Groups" },
		{ procedure: "alert.getAlerts", folder: "/alerts/edit/", above: "alerts list", list: "Alerts" },
	])("names the thing a screen is about and leads back above it: $folder", async (place, { page, context }) => {
		await signIn(context, "owner");
		const answer = await context.request.get(`/api/proxy/${place.procedure}?input=%7B%7D`);
		const { id, name } = (await answer.json()).result.data.json[0];
		await page.goto(`${place.folder}${id}`);
		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await crumbs.getByText(name, { exact: true }).waitFor();
		const trail = async () => (await crumbs.getByRole("listitem").allInnerTexts()).map((text) => text.trim());
		await expect.poll(trail).toEqual([place.above, name]);
		await crumbs.getByRole("link", { name: place.above }).click();
		await page.getByRole("heading", { level: 1, name: place.list }).waitFor();
	});

	test("keeps a long company name on one line", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.route("**/api/proxy/**", async (route) => {
			const answer = await route.fetch();
			const body = (await answer.text()).replaceAll(
				"Northwind Cold Chain",
				"Northwind Cold Chain and Sons of the Far North",
			);
			await route.fulfill({ response: answer, body });
		});
		for (const width of [1_440, 900, 360]) {
			await page.setViewportSize({ width, height: 740 });
			await page.goto("/dashboard");
			await page.getByRole("heading", { level: 1 }).waitFor();
			const heightOf = async (part: Locator) => (await part.boundingBox())?.height;
			const name = page.getByRole("banner").getByText(/^Northwind/);
			await expect.poll(() => heightOf(name), { message: `${width}` }).toBeLessThan(30);
			await expect.poll(() => heightOf(page.getByRole("banner")), { message: `${width}` }).toBeLessThan(60);
		}
	});

	test.for(["light", "dark"] as const)(
		"has search, live state and the time switch within reach of a phone, %s",
		async (scheme, { page, context }) => {
			await signIn(context, "owner");
			await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width: 360, height: 740 });
			await page.goto("/dashboard");
			await settle(page, "Dashboard");
			const banner = page.getByRole("banner");
			for (const part of [
				banner.getByRole("button", { name: "Search everything" }),
				banner.getByRole("status").first(),
				banner.getByRole("button", { name: /account of/ }),
			]) {
				const box = await part.boundingBox();
				expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
			}
			await banner.getByRole("button", { name: "Navigation" }).click();
			const drawer = page.getByRole("dialog");
			await drawer.getByText("My time", { exact: true }).click();
			await expect.poll(() => page.evaluate(() => localStorage.getItem("timeDisplayMode"))).toBe("current");
			expect(await violations(page)).toEqual([]);
			await drawer.getByRole("link", { name: "Reports" }).click();
			await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
			await drawer.waitFor({ state: "hidden" });
		},
	);
});
