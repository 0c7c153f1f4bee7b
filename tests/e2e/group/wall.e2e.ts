import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { GroupListRow } from "../../../shared/device/group";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";

/** The browser's event of a restored connection: the screen reloads at once. */
const askAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

/** Whether all tiles fit the screen, how many sizes readings have, and the strips with a second line or out of sight. */
const layoutOf = (page: Page) =>
	page.evaluate(() => {
		const sizes = [...document.querySelectorAll(".value")].map((value) => getComputedStyle(value).fontSize);
		const strips = [...document.querySelectorAll(".strip")].map((strip) => strip.getBoundingClientRect());
		const lowest = document.querySelector(".age")?.getBoundingClientRect().height ?? 0;
		return {
			isWhole: strips.length > 0 && document.documentElement.scrollHeight <= window.innerHeight,
			sizes: new Set(sizes).size,
			cutStrips: strips.filter(({ height, bottom }) => height > 2 * lowest || bottom > window.innerHeight).length,
		};
	});

describe("a screen on a wall", () => {
	test("shows a group without a sign-in, says when it has no connection, and ends when it is removed", async ({
		page,
		context,
		browser,
	}) => {
		const groups = await call<GroupListRow[]>(context, "group.getGroups", {}, true);
		// Holds a device in alert and many that are well.
		const group = groups.find(({ name }) => name === "Audited");
		await page.goto(`/groups/${group?.id}`);
		const card = page.getByRole("region", { name: "Screens" });
		await card.getByRole("button", { name: "Add screen" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("textbox", { name: "Name" }).fill("Kitchen door");
		await dialog.getByRole("button", { name: "Add screen" }).click();
		const address = await dialog.getByText(/\/wall#aqw_/).textContent();
		await dialog.getByRole("button", { name: "I have copied the address" }).click();
		await card.getByText("Kitchen door").waitFor();

		const nobody = await newProfile(browser);
		const wall = await nobody.newPage();
		const asked: string[] = [];
		wall.on("request", (request) => asked.push(`${request.url()} ${request.headers().cookie ?? ""}`));
		await wall.goto(new URL(address ?? "").href.replace(/^https?:\/\/[^/]+/, ""));
		await wall.getByRole("heading", { level: 1, name: group?.name ?? "" }).waitFor();
		expect(await wall.getByRole("listitem").count()).toBe(group?.deviceCount);
		await wall
			.getByText(/^Read .* ago$|^Read just now$/)
			.first()
			.waitFor();
		expect(await layoutOf(wall)).toEqual({ isWhole: true, sizes: 1, cutStrips: 0 });
		for (const colorScheme of ["light", "dark"] as const) {
			await wall.emulateMedia({ colorScheme });
			expect(await violations(wall)).toEqual([]);
		}
		expect(asked.filter((request) => request.includes("aqw_") || !request.endsWith(" "))).toEqual([]);

		await wall.route("**/api/wall", (route) => route.abort());
		await askAgain(wall);
		await wall.getByText(/^No connection since \d\d:\d\d [AP]M\./).waitFor();
		expect(await wall.getByRole("listitem").count()).toBe(group?.deviceCount);
		await wall.unroute("**/api/wall");

		await card.getByRole("button", { name: "Remove Kitchen door" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove screen" }).click();
		await card.getByText("No wall screen shows this group.").waitFor();
		await askAgain(wall);
		await wall.getByText("The link of this screen is not valid any more.").waitFor();
		expect(await wall.getByRole("listitem").count()).toBe(0);
		await nobody.close();
	});
});
