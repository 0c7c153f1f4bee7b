import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { addLogger } from "../device-logger";
import { testAsOwner as test } from "../visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const pdf = Buffer.from("%PDF-1.7\ncertificate\n%%EOF");

describe("calibration certificates", () => {
	test("keep what was typed beside errors, fill the calibration form, and stand in the list of what is due", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/400/);
		const logger = await addLogger(context, "Certified freezer");
		await page.goto(`/devices/${logger.id}?tab=settings`);
		await button(page, "Record a certificate").click();
		const form = page.getByRole("dialog", { name: "Record a certificate" });
		await form.getByLabel("Laboratory").fill("Metas");
		await form.getByLabel("Calibrated on").fill("last spring");
		await form.getByLabel("Due on").fill("2025-03-01");
		await form.getByText("Enter a day, such as 2026-11-20.").waitFor();
		await form.getByLabel("Calibrated on").fill("12.3.2025");
		await button(page, "Add a point").click();
		await form.getByLabel("Reference (°C)").fill("4,2");
		await form.getByLabel("Reading (°C)").fill("4.4");
		const script = { name: "certificate.pdf", mimeType: "application/pdf", buffer: Buffer.from("#!/bin/sh\n") };
		await form.locator('input[type="file"]').setInputFiles(script);
		await form.getByRole("alert").waitFor();
		await form.getByRole("button", { name: "Save", exact: true }).click();
		await form.getByText("Choose a day after the day of calibration.").waitFor();
		await form.getByLabel("Due on").fill("2026-03-12");
		await form.getByRole("button", { name: "Save", exact: true }).click();
		await form.getByText(/The device is here since/).waitFor();
		await form.getByLabel("The certificate is of this logger, from before it was here").check();
		await form.locator('input[type="file"]').setInputFiles({ ...script, buffer: pdf });
		await form.getByRole("link", { name: "certificate.pdf" }).waitFor();
		expect(await violations(page)).toEqual([]);
		await form.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Certificate saved").waitFor();

		await page.getByRole("button", { name: /Adjust/ }).click();
		const calibration = page.getByRole("dialog", { name: /Calibrate/ });
		await expect.poll(() => calibration.getByLabel("Reading (°C)").first().inputValue()).toBe("4.4");
		await page.keyboard.press("Escape");

		await page.getByRole("link", { name: "All certificates by due date" }).click();
		await page.getByRole("heading", { level: 1, name: "Calibration certificates" }).waitFor();
		await page.getByRole("link", { name: "Certified freezer" }).waitFor();
	});
});
