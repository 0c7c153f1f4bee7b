import { describe, expect } from "vitest";
import { call, makeDevices } from "./device-fleet";
import { signIn, test } from "./visitor";

const dayMs = 24 * 3_600_000;

describe("a log of kinds that no reading is of", () => {
	test("does not say that there is nothing earlier, and finds it within a year", async ({ page, context }) => {
		await signIn(context, "owner");
		const [deviceId = ""] = await makeDevices(context, "Kinded logger", 1);
		await call(context, "log.addNote", { deviceId, at: Date.now() - 40 * dayMs, text: "Door seal renewed" });
		await page.goto(`/log/?device=${deviceId}&kind=note`);
		await page.getByText("Nothing of this kind in this hour").waitFor();
		expect(await page.getByText("There is nothing earlier").count()).toBe(0);
		await page.getByRole("button", { name: "Look through the last year" }).click();
		await page.getByRole("cell", { name: /^Door seal renewed/ }).waitFor();
		expect(new URL(page.url()).searchParams.get("kind")).toBe("note");
	});
});

describe("the menu of a row of the log", () => {
	test("tells a viewer why no note can be added", async ({ page, context }) => {
		await signIn(context, "viewer");
		// Yesterday: of today there may be nothing yet.
		await page.goto("/log/?range=day&offset=1");
		await page.getByRole("button", { name: "Row actions" }).first().click();
		const item = page.getByRole("menuitem", { name: /^Add note here/ });
		await item.getByText("Your role cannot add notes.").waitFor();
		await expect.poll(() => item.isDisabled()).toBe(true);
	});
});
