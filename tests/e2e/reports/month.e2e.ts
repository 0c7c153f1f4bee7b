import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Invitation, User } from "../../../shared/account/account";
import type { Company } from "../../../shared/account/company";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import type { Report } from "../../../shared/report/report";
import type { Round } from "../../../shared/round/round";
import { readPdf } from "../../backend/pdf-reader";
import { sampleDefinition } from "../../component/sample-report";
import { warmRule } from "../../samples";
import { call } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { createNewOwner, type NewPerson, signUpNewPerson } from "../identity/new-person";
import { test } from "../visitor";
import { signFile } from "./sign-file";

const name = "Vaccine fridge";
const ruleName = "Vaccines too warm";
const access = { role: "admin", scope: "all", note: "" };
const pdf = Buffer.from("%PDF-1.7\ncertificate\n%%EOF");

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

const spaceless = (text: string) => text.replaceAll(/\s/g, "");

async function textOfPdf(bytes: Uint8Array): Promise<string> {
	const { pages } = await readPdf(Uint8Array.from(bytes));
	return spaceless(pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(""));
}

async function bytesOf(page: Page, press: () => Promise<void>): Promise<Buffer> {
	const started = page.waitForEvent("download");
	await press();
	return readFile(await (await started).path());
}

/** One profile keeps its cache for both people; a page that closes ends its live line. */
async function swapTo(page: Page, cookies: Cookies): Promise<Cookies> {
	const context = page.context();
	await page.goto("about:blank");
	const left = await context.cookies();
	await context.clearCookies();
	await context.addCookies(cookies);
	return left;
}

async function addFridge(context: BrowserContext) {
	const logger = await addLogger(context, name);
	const device = await call<Device>(context, "device.getDevice", { deviceId: logger.id }, true);
	const channelId = device.channels.find((channel) => channel.name === "Temperature")?.id ?? "";
	const people = { contactIds: [], contactGroupIds: [], notification: plainNotification };
	const scope = { deviceIds: [logger.id] };
	const rule = { name: ruleName, description: "", severity: "critical", isEnabled: true, scope, rule: warmRule };
	await call(context, "alert.createAlert", { ...rule, ...people });
	const now = Date.now();
	const cold = Array.from({ length: 20 }, (_, day) => ({
		channel: "Temperature",
		at: now - (day + 1) * dayMs,
		value: 4 + (day % 3) / 10,
	}));
	await send(logger, cold);
	await send(logger, [{ channel: "Temperature", at: now - hourMs, value: 9.5 }]);
	const readings = { kind: "readings", id: "a", channelId, low: 2, high: 8 };
	const byHand = { kind: "hand", id: "b", name: "Thermometer", unit: "°C", low: 2, high: 8 };
	const round = await call<Round>(context, "round.createRound", {
		...{ name: "Morning round", groupId: null, zone: "UTC", opensMinutes: 60, graceMinutes: 60, closedDays: [] },
		times: [{ days: [1, 2, 3, 4, 5, 6, 7], time: "08:00" }],
		places: [{ id: "a", name: "Fridge", checks: [readings, byHand] }],
		...{ contactIds: [], rosterIds: [], escalation: null },
	});
	return { logger, scope, now, roundPath: `/reports/?view=rounds&round=${round.id}` };
}

async function doRound(page: Page, path: string): Promise<void> {
	await page.goto(path);
	const place = page.getByRole("listitem").filter({ hasText: "Thermometer" }).first();
	await place.getByText("Out of limits.").waitFor();
	await place.getByRole("textbox", { name: "Thermometer (°C)" }).fill("9,2");
	await place.getByRole("button", { name: "Save: Fridge" }).click();
	await place.getByRole("textbox", { name: "Reason and what you did" }).fill("Door was ajar, vaccines moved");
	await place.getByRole("button", { name: "Save: Fridge" }).click();
	await page.getByRole("region", { name: "History" }).getByText("Door was ajar, vaccines moved").waitFor();
}

async function assess(page: Page, { password }: NewPerson): Promise<void> {
	await page.goto(`/alerts/?q=${encodeURIComponent(ruleName)}`);
	await page.getByRole("link", { name: ruleName }).first().click();
	const card = page.getByRole("region", { name: "Assessment" });
	await card.getByRole("button", { name: "Assess" }).click();
	const form = page.getByRole("dialog", { name: "Assessment" });
	await form.getByText("9.5").first().waitFor();
	await form.getByLabel("Product").fill("Influenza vaccine");
	await form.getByLabel("Quantity", { exact: true }).fill("40");
	await form.getByLabel("Decision").fill("Stable for 48 h up to 25 °C: used first.");
	await form.getByRole("button", { name: "Save and make the file" }).click();
	await form.waitFor({ state: "detached" });
	await card.getByRole("link", { name: "Not signed yet" }).click();
	await page.getByRole("button", { name: "Review and sign" }).click();
	await signFile(page, "Reviewed", password);
	await page.getByRole("region", { name: "Signatures" }).getByText("Reviewed", { exact: true }).waitFor();
}

async function recordCertificate(page: Page, deviceId: string): Promise<void> {
	await page.goto(`/devices/${deviceId}?tab=settings`);
	await page.getByRole("button", { name: "Record a certificate" }).first().click();
	const form = page.getByRole("dialog", { name: "Record a certificate" });
	await form.getByLabel("Laboratory").fill("Metas");
	await form.getByLabel("Calibrated on").fill(new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10));
	await form.getByRole("button", { name: "Add a point" }).click();
	await form.getByLabel("Reference (°C)").fill("4,2");
	await form.getByLabel("Reading (°C)").fill("4.4");
	await form
		.locator('input[type="file"]')
		.setInputFiles({ name: "fridge-4711.pdf", mimeType: "application/pdf", buffer: pdf });
	await form.getByRole("link", { name: "fridge-4711.pdf" }).waitFor();
	await form.getByRole("button", { name: "Save", exact: true }).click();
	await form.getByLabel("The certificate is of this logger, from before it was here").check();
	await form.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Certificate saved").waitFor();
}

async function signRun(page: Page, { password }: NewPerson, reportId: string, meaning: string): Promise<void> {
	await page.goto(`/reports/edit/${reportId}?tab=runs`);
	await page.getByRole("button", { name: /^Details of / }).click();
	await page.getByRole("button", { name: "Review and sign" }).click();
	await signFile(page, meaning, password);
	await page.getByRole("region", { name: "Signatures" }).getByText(meaning, { exact: true }).waitFor();
}

describe("a pharmacy's month", () => {
	test("goes from a round and its excursion to an assessment, a certificate, a report that two people sign, and an export of all of it", {
		timeout: 180_000,
	}, async ({ page, context, complaints }) => {
		complaints.allow(/status of 40[0-9]/);
		const owner = await createNewOwner(context);
		const company = await call<Company>(context, "account.getCompany", {}, true);
		await call(context, "account.updateCompany", { ...company, signing: "separate" });
		const { logger, scope, now, roundPath } = await addFridge(context);
		const email = `p-${crypto.randomUUID()}@example.test`;
		const { id: invitationId } = await call<User>(context, "account.inviteUser", { email, ...access });
		const ownersCookies = await swapTo(page, []);
		const pharmacist = await signUpNewPerson(context, email);
		await expect
			.poll(async () => (await call<Invitation[]>(context, "account.getInvitations", undefined, true)).length)
			.toBe(1);
		await call(context, "account.acceptInvitation", { invitationId });
		await doRound(page, roundPath);
		await send(logger, [{ channel: "Temperature", at: now - minuteMs, value: 5 }]);
		await assess(page, pharmacist);

		const pharmacistsCookies = await swapTo(page, ownersCookies);
		await recordCertificate(page, logger.id);
		const range = { kind: "fixed", from: now - 30 * dayMs, to: Date.now() } as const;
		const facts = { name: "Month of the pharmacy", type: "excursions", format: "pdf", schedule: null } as const;
		const definition = sampleDefinition({ ...facts, range, scope });
		const { id: reportId } = await call<Report>(context, "report.createReport", definition);
		await call(context, "report.runReport", { reportId, isSent: false });
		await signRun(page, owner, reportId, "Reviewed");

		const ownersLater = await swapTo(page, pharmacistsCookies);
		await signRun(page, pharmacist, reportId, "Approved");
		const copy = page
			.getByRole("region", { name: "Files" })
			.getByRole("button", { name: /^Download .* signed 2\.pdf$/ });
		const text = await textOfPdf(await bytesOf(page, () => copy.click()));
		for (const part of ["reviewed:", "approved:", name, ruleName, "9.5", "Metas"])
			expect(text).toContain(spaceless(part));

		await swapTo(page, ownersLater);
		await page.goto("/accounts/company");
		await page.getByRole("button", { name: "Export all data" }).click();
		const button = page.getByRole("button", { name: "Download the archive" });
		await button.waitFor({ timeout: 60_000 });
		const files = unzipSync(await bytesOf(page, () => button.click()));
		const textOf = (path: string) => new TextDecoder().decode(files[path]);
		expect(textOf("data/round-checks.json")).toContain("Door was ajar, vaccines moved");
		expect(textOf("data/alert-events.json")).toContain(ruleName);
		expect(textOf("data/calibration-certificates.json")).toContain("Metas");
		const named = (ending: string) => Object.keys(files).filter((path) => path.endsWith(ending));
		expect(named("fridge-4711.pdf")).toHaveLength(1);
		const paths = named(".pdf").filter((path) => path.startsWith("reports/"));
		const reports = await Promise.all(paths.map((path) => textOfPdf(files[path] ?? pdf)));
		expect(reports).toContain(text);
		expect(reports.some((each) => each.includes(spaceless("Influenza vaccine")))).toBe(true);
	});
});
