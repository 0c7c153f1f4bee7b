import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { violations } from "../accessibility";
import { testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";
import { type ForeignSite, startForeignSite } from "./foreign-site";

let site: ForeignSite;
beforeAll(async () => {
	site = await startForeignSite();
});
afterAll(() => site.stop());

async function frameOn(page: Page, place: string, src: string): Promise<Frame> {
	await page.goto(place);
	const element = await page.evaluateHandle((address) => {
		const frame = document.createElement("iframe");
		frame.src = address;
		document.body.replaceChildren(frame);
		return frame;
	}, src);
	const frame = await element.contentFrame();
	if (!frame) throw new Error("A frame in the page has no content");
	return frame;
}

describe("a public link", () => {
	test("S100 shows a device without a sign-in, in frames of its own sites alone, until it is revoked", async ({
		page,
		browser,
	}) => {
		await page.goto("/devices");
		await page.getByRole("link", { name: "Cold room 1", exact: true }).click();
		await page.getByText("Clock drift").waitFor();
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Share…" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("textbox", { name: "For whom or what" }).fill("Our website");
		const sites = dialog.getByRole("textbox", { name: "Websites that may show it in a frame" });
		await sites.fill("https://*.example.com");
		await dialog.getByRole("button", { name: "Make link" }).click();
		await dialog.getByText("Enter an address such as https://www.example.com").waitFor();
		await sites.fill(site.sibling);
		await dialog.getByRole("button", { name: "Make link" }).click();
		const address = (await dialog.getByText(/^http\S+\/s\/\S+#aqs_\S+$/).textContent()) ?? "";
		await dialog.getByRole("button", { name: "I have copied the address" }).click();

		const visitor = await newProfile(browser);
		const shown = await visitor.newPage();
		const asked: string[] = [];
		shown.on("request", (request) => asked.push(`${request.url()} ${request.headers().cookie ?? ""}`));
		await shown.goto(address);
		await shown.getByRole("heading", { level: 1, name: "Cold room 1" }).waitFor();
		await shown.locator("#charts canvas").first().waitFor();
		for (const colorScheme of ["light", "dark"] as const) {
			await shown.emulateMedia({ colorScheme });
			expect(await violations(shown)).toEqual([]);
		}
		expect(asked.filter((request) => request.includes("aqs_") || !request.endsWith(" "))).toEqual([]);
		expect(await visitor.cookies()).toEqual([]);
		const [picture] = await Promise.all([
			shown.waitForEvent("download"),
			shown.getByRole("button", { name: "Save picture" }).click(),
		]);
		expect(picture.suggestedFilename()).toBe("Cold room 1.png");
		expect(await shown.getByRole("button", { name: "Save as CSV" }).isVisible()).toBe(false);

		const framing = await visitor.newPage();
		const own = await frameOn(framing, site.sibling, address);
		await own.getByRole("heading", { level: 1, name: "Cold room 1" }).waitFor();
		const strange = await frameOn(framing, site.stranger, address);
		await expect.poll(() => strange.url()).toMatch(/^chrome-error:/);

		await page.goto("/accounts/keys");
		await page.getByText("Opened").first().waitFor();
		await page.getByRole("button", { name: "Revoke Our website" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Revoke link" }).click();
		await page.getByText("No link shows anything without a sign-in.").waitFor();
		await shown.evaluate(() => window.dispatchEvent(new Event("online")));
		await shown.getByText("This link shows nothing.").waitFor();
		expect(await shown.locator("#charts canvas").count()).toBe(0);
		await visitor.close();
	});
});
