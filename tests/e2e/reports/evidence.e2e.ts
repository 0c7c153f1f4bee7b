import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { AlertEventPage, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { warmRule } from "../../samples";
import { expectAccessible } from "../accessibility";
import { call, take } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { openIdle, outageComplaints, signInByForm, switchBackend, testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";
import { signFile } from "./sign-file";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

describe("an excursion", () => {
	test("gets an assessment once it is over, which an outage does not lose, and a signature on its file", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		const logger = await addLogger(context, "Vaccine fridge");
		const rule: CreateAlert = {
			name: "Vaccines too warm",
			description: "",
			severity: "critical",
			isEnabled: true,
			scope: { deviceIds: [logger.id] },
			contactIds: [],
			contactGroupIds: [],
			rule: warmRule,
			notification: plainNotification,
		};
		await call(context, "alert.createAlert", rule);
		const now = Date.now();
		await send(logger, [{ channel: "Temperature", at: now - hourMs, value: 9.5 }]);
		await send(logger, [{ channel: "Temperature", at: now - 30 * minuteMs, value: 5 }]);
		const { events } = await call<AlertEventPage>(context, "alert.getEvents", { deviceIds: [logger.id] }, true);
		await openIdle(page, "Vaccines too warm", () => page.goto(`/alerts/events/${events[0]?.id}`));
		const card = page.getByRole("region", { name: "Assessment" });
		await card.getByRole("button", { name: "Assess" }).click();
		const form = dialog(page, "Assessment");
		await form.getByText("9.5").first().waitFor();
		await form.getByRole("button", { name: "Save and make the file" }).click();
		await form.getByText("Enter the product.").waitFor();
		await form.getByLabel("Product").fill("Influenza vaccine");
		await form.getByLabel("Quantity", { exact: true }).fill("forty");
		await form.getByLabel("Decision").fill("Stable for 48 h up to 25 °C: used first.");
		await form.getByRole("button", { name: "Save and make the file" }).click();
		await expectAccessible(page);
		await form.getByLabel("Quantity", { exact: true }).fill("40");
		await switchBackend("cut");
		await form.getByRole("button", { name: "Save and make the file" }).click();
		await form.getByRole("alert").waitFor();
		await switchBackend("mend");
		expect(await form.getByLabel("Decision").inputValue()).toBe("Stable for 48 h up to 25 °C: used first.");
		await form.getByRole("button", { name: "Save and make the file" }).click();
		await form.waitFor({ state: "detached" });
		await card.getByRole("link", { name: "Not signed yet" }).click();
		await page.getByRole("button", { name: "Review and sign" }).click();
		await signFile(page, "Approved");
		await page.getByText("Approved").first().waitFor();
		await page.goto(`/alerts/events/${events[0]?.id}`);
		await card.getByRole("link", { name: "Approved" }).waitFor();
		await expectAccessible(page);
	});
});

describe("a change that needs a second person", () => {
	test("waits with its reason until another person approves it, and is then in force", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/status of 4(00|12)/);
		const logger = await addLogger(context, "Blood fridge");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		await page.goto("/accounts/audit");
		await page.getByRole("button", { name: "More actions", exact: true }).click();
		await page.getByRole("menuitem", { name: "Changes that need a second person" }).click();
		const settings = dialog(page, "Changes that need a second person");
		await settings.getByRole("checkbox", { name: "Calibrations" }).check();
		await settings.getByRole("button", { name: "Save" }).click();
		await settings.getByRole("checkbox", { name: /I know that my account has one owner/ }).check();
		await settings.getByRole("button", { name: "Save" }).click();
		await settings.waitFor({ state: "detached" });

		await page.goto(`/devices/${logger.id}?tab=settings`);
		await page.getByRole("button", { name: "Calibrate Temperature", exact: true }).click();
		const calibration = dialog(page, "Calibrate Temperature");
		await calibration.getByText("second person", { exact: false }).waitFor();
		await calibration.getByRole("textbox", { name: "Reading (°C)", exact: true }).fill("4");
		await calibration.getByRole("textbox", { name: "Reference value (°C)", exact: true }).fill("4.5");
		await calibration.getByRole("button", { name: "Save calibration" }).click();
		const question = dialog(page, "A second person is needed");
		await question.getByRole("button", { name: "Propose" }).click();
		await question.getByText("Enter a reason.").waitFor();
		await question.getByLabel("Reason").fill("Certificate 4711");
		await expectAccessible(page);
		await question.getByRole("button", { name: "Propose" }).click();
		await page.getByText("Proposed. A second person has to approve it.").waitFor();
		await page.goto("/accounts/audit?view=proposals");
		await page.getByText("Certificate 4711").waitFor();
		expect(await page.getByRole("button", { name: /^Approve/ }).count()).toBe(0);

		const second = await newProfile(browser);
		try {
			const other = await second.newPage();
			await other.goto("/login");
			await signInByForm(other, "admin");
			await other.getByRole("link", { name: "See them" }).click();
			await other.getByRole("heading", { level: 1, name: "Proposals" }).waitFor();
			await expectAccessible(other);
			await other.getByRole("button", { name: /^Decline/ }).click();
			const decline = dialog(other, "Decline");
			await decline.getByRole("button", { name: "Decline" }).click();
			await decline.getByText("Say why you decline it.").waitFor();
			await other.keyboard.press("Escape");
			await other.getByRole("button", { name: /^Approve/ }).click();
			await dialog(other, "Approve").getByRole("button", { name: "Approve" }).click();
			await other.getByText("Approved, and done.").waitFor();
		} finally {
			await second.close();
		}
		await page.goto(`/devices/${logger.id}?tab=settings`);
		await page
			.getByRole("region", { name: "Calibration", exact: true })
			.getByText(/: \+ 0\.5 °C$/)
			.waitFor();
	});
});

describe("a review of the audit log", () => {
	test("takes remarks on rows, and signs a file that holds them", async ({ page, complaints }) => {
		complaints.allow(/status of 40[0-9]/);
		await openIdle(page, "Audit log", () => page.goto("/accounts/audit"));
		await page.getByRole("link", { name: "Reviews" }).click();
		await page.getByRole("button", { name: "Start a review" }).click();
		const start = dialog(page, "Start a review");
		// The seed's changes are those of its first month.
		await start.getByRole("combobox", { name: "Month" }).click();
		await take(page.getByRole("option").last());
		await start.getByRole("button", { name: "Start a review" }).click();
		await page.getByRole("heading", { level: 1, name: /^Review of / }).waitFor();
		await page
			.getByRole("button", { name: /^Actions for / })
			.first()
			.click();
		await page.getByRole("menuitem", { name: "Add a remark" }).click();
		const remark = dialog(page, "Remark on a change");
		await remark.getByRole("button", { name: "Add" }).click();
		await remark.getByText("Write a remark.").waitFor();
		await remark.getByLabel("Remark").fill("Agreed with the service company");
		await remark.getByRole("button", { name: "Add" }).click();
		await page.getByRole("listitem").filter({ hasText: "Agreed with the service company" }).waitFor();
		await page.getByRole("button", { name: "Make the file" }).click();
		await page.getByRole("button", { name: /^Sign the review/ }).click();
		await signFile(page, "Reviewed");
		await page.getByRole("region", { name: "Signatures" }).getByText("Reviewed").waitFor();
		await page
			.getByRole("button", { name: /^Actions for / })
			.first()
			.click();
		expect(await page.getByRole("menuitem", { name: "Add a remark" }).count()).toBe(0);
		await page.keyboard.press("Escape");
		await expectAccessible(page);
	});
});
