import { describe, expect } from "vitest";
import type { GroupListRow } from "../../../shared/device/group";
import { pngFile } from "../../png-file";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";

describe("the floor plans of a group", () => {
	test("take a picture, place a device by keyboard, undo it, and show another time", async ({ page, context }) => {
		const groups = await call<GroupListRow[]>(context, "group.getGroups", {}, true);
		const group = groups.find(({ name }) => name === "Audited");
		await page.goto(`/groups/${group?.id}`);
		await page.getByRole("link", { name: "Floor plans" }).click();
		await page.getByRole("button", { name: "Add a floor plan" }).click();
		const dialog = page.getByRole("dialog");
		const picture = dialog.locator("input[type=file]");
		const script = { name: "plan.png", mimeType: "image/png", buffer: Buffer.from("alert(1)") };
		await picture.setInputFiles(script);
		await dialog.getByText("This is no PNG, JPEG or WebP picture").waitFor();
		const content = await pngFile({ width: 400, height: 300, color: [240, 240, 240] });
		await picture.setInputFiles({ ...script, buffer: Buffer.from(content) });
		await dialog.getByRole("img", { name: /^The picture of/ }).waitFor();
		await dialog.getByLabel("Name").fill("Ground floor");
		await dialog.getByLabel("What the plan shows").fill("A grey hall");
		await dialog.getByRole("button", { name: "Add a floor plan" }).click();

		await page.getByRole("button", { name: "Move devices" }).click();
		await page.getByRole("button", { name: "Place Cold room 1 on the plan" }).press("Enter");
		const dot = page
			.getByRole("region", { name: "Floor plan Ground floor" })
			.getByRole("button", { name: /^Cold room 1, / });
		await expect.poll(() => dot.evaluate((node) => node === document.activeElement)).toBe(true);
		await page.keyboard.press("Shift+ArrowLeft");
		await page.keyboard.press("Enter");
		await expect.poll(() => dot.evaluate((node) => Math.round(Number.parseFloat(node.style.left)))).toBe(40);
		await expect.poll(() => page.getByText(/^Cold room 1 placed on/).count()).toBe(2);
		await page.getByRole("button", { name: "Undo" }).first().click();
		await expect.poll(() => dot.evaluate((node) => Math.round(Number.parseFloat(node.style.left)))).toBe(50);
		expect(await violations(page)).toEqual([]);

		await page.getByRole("button", { name: "At a time" }).click();
		await page.getByRole("slider", { name: "Time of the day" }).press("ArrowLeft");
		await page.getByText("Values are means of a quarter of an hour.").waitFor();
		expect(new URL(page.url()).searchParams.get("at")).toMatch(/^\d+$/);
	});

	test("open for a visitor by a public link, by keyboard, until the link is revoked", async ({
		page,
		context,
		browser,
	}) => {
		const groups = await call<GroupListRow[]>(context, "group.getGroups", {}, true);
		const group = groups.find(({ name }) => name === "Audited");
		await page.goto(`/groups/${group?.id}?view=plans`);
		await page.getByRole("button", { name: "Share" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("Anyone with the address sees this floor plan").waitFor();
		expect(await dialog.getByLabel("Readings shown").count()).toBe(0);
		await dialog.getByLabel("For whom or what").fill("The neighbour");
		await dialog.getByRole("button", { name: "Make link" }).click();
		const address = await dialog.getByText(/\/s\/[0-9a-z]{12}#aqs_/).textContent();
		await dialog.getByRole("button", { name: "I have copied the address" }).click();

		const visiting = await newProfile(browser);
		try {
			const visitor = await visiting.newPage();
			await visitor.goto(address ?? "");
			await visitor.getByRole("heading", { level: 1, name: "Ground floor" }).waitFor();
			const dot = visitor.getByRole("button", { name: /^Cold room 1, / });
			await visitor.getByRole("region", { name: "Ground floor" }).focus();
			await visitor.keyboard.press("Tab");
			expect(await dot.evaluate((node) => node === document.activeElement)).toBe(true);
			await visitor.getByRole("heading", { level: 3, name: "Cold room 1" }).waitFor();
			const picture = visitor.getByRole("img", { name: "A grey hall" });
			const middle = () => {
				return picture.evaluate((node: HTMLCanvasElement) => [
					...(node.getContext("2d")?.getImageData(200, 150, 1, 1).data ?? []),
				]);
			};
			await expect.poll(middle).toEqual([240, 240, 240, 255]);
			expect(await violations(visitor)).toEqual([]);

			await page.goto("/accounts/keys/");
			await page.getByRole("button", { name: "Extend The neighbour by 30 days" }).click();
			await page.getByText(/^The neighbour now ends on /).waitFor();
			await page.getByRole("button", { name: "Revoke The neighbour" }).click();
			await page.getByRole("button", { name: "Revoke link" }).click();
			await page.getByText("The neighbour revoked.").waitFor();
			await visitor.reload();
			await visitor.getByText("This link shows nothing.").waitFor();
			expect(await visitor.getByRole("button").count()).toBe(0);
		} finally {
			await visiting.close();
		}
	});
});
