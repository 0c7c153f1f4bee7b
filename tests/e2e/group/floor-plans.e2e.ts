import { describe, expect } from "vitest";
import type { GroupListRow } from "../../../shared/device/group";
import { pngFile } from "../../png-file";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

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
		await page.getByText("Alerts of that time are not shown.").waitFor();
		expect(new URL(page.url()).searchParams.get("at")).toMatch(/^\d+$/);
	});
});
