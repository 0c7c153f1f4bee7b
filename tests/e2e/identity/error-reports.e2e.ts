import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { totpCode } from "../../../local/user-pool/totp";
import { addLogger } from "../device-logger";
import { beginRecorder, openRecording, provoke, reported, tellOfErrorService } from "../reported";
import { requestsDuring, signIn, signInByForm, test } from "../visitor";
import { localPassword } from "./step-screens";

const textOf = async () => JSON.stringify(await reported());
const lastCard = (page: Page) => page.getByRole("region", { name: "Reports", exact: true });
const itemsOf = async (type: string) =>
	(await reported()).flatMap(({ items }) => items.filter((item) => item.type === type).map(({ payload }) => payload));

describe("the error reports of a page", () => {
	test("S56 holds neither password nor token, though the person signed in in front of it", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/Provoked/);
		await beginRecorder("accept");
		await tellOfErrorService(page);
		await openRecording(page, "/login?next=%2Fdashboard%3Fcode%3Dc0de-in-next&token=t0ken-in-url");
		await signInByForm(page, "owner");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		const tokens = (await context.cookies()).filter(({ name }) => /Token$/.test(name)).map(({ value }) => value);
		expect(tokens).toHaveLength(3);
		await provoke(page, `Provoked by ${tokens[0]} for Bearer ${tokens[1]}`);
		await expect.poll(() => itemsOf("replay_recording")).not.toEqual([]);
		await expect.poll(() => itemsOf("event")).toHaveLength(1);
		await expect.poll(async () => (await itemsOf("span")).length).toBeGreaterThan(0);

		const sent = await textOf();
		for (const secret of [...tokens, localPassword, "c0de-in-next", "t0ken-in-url"]) expect(sent).not.toContain(secret);
		expect(sent).not.toMatch(/eyJ[\w-]{20,}\./);
		// Traces have addresses without parameters; the recording has them as the person saw them.
		expect((await itemsOf("span")).join()).not.toMatch(/next=|input=/);
		for (const { headers } of await reported()) expect(Object.keys(headers)).not.toContain("cookie");
		const [event = ""] = await itemsOf("event");
		expect(JSON.parse(event)).toMatchObject({ environment: "local", release: "release-1" });
		expect(event).toContain("Provoked by … for …");
		// The recording shows what the person saw, without masks.
		const recording = (await itemsOf("replay_recording")).join();
		for (const text of ["Sign in", "Dashboard", "Insulin store"]) expect(recording).toContain(text);
	});

	test("S56 shows no device key and no authenticator's secret or code, on the screen as they are", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/Provoked/);
		await beginRecorder("accept");
		await tellOfErrorService(page);
		await openRecording(page, "/login");
		await signInByForm(page, "setup");
		const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
		expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
		const code = await totpCode(secret, Date.now());
		await page.getByLabel("First code from the app").fill(code);
		await provoke(page, "Provoked beside a secret");
		await expect.poll(async () => (await itemsOf("replay_recording")).join()).toContain("First code from the app");
		await context.clearCookies();

		await signIn(context, "owner");
		const logger = await addLogger(context, "Reported logger");
		await openRecording(page, `/devices/${logger.id}?tab=settings`);
		await page.getByRole("button", { name: "Replace key", exact: true }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Replace key" }).click();
		await dialog.getByRole("button", { name: "Show: Device key" }).click();
		const key = (await dialog.getByText(/^aqd_/).first().innerText()).trim();
		await dialog.getByText(/^aqd_/).first().click();
		await provoke(page, "Provoked beside a key");
		await expect.poll(async () => (await itemsOf("replay_recording")).join()).toContain("I have copied the key");

		const sent = await textOf();
		const [, , , keySecret = key] = key.split("_");
		for (const text of [key, keySecret, secret, secret.slice(0, 4).concat(" ", secret.slice(4, 8)), logger.key]) {
			expect(sent).not.toContain(text);
		}
		expect(sent).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
		expect(sent).toContain("Reported logger");
	});

	test("begins with errors from before the reporting code was there", async ({ page, complaints }) => {
		complaints.allow(/Early fault/);
		await beginRecorder("accept");
		await tellOfErrorService(page);
		await page.addInitScript(() => {
			document.addEventListener("DOMContentLoaded", () => {
				throw new Error("Early fault");
			});
		});
		await page.goto("/login");
		await expect.poll(() => itemsOf("event")).toHaveLength(1);
		expect(await textOf()).toContain("Early fault");
	});

	test("names the request id of a call it traces", async ({ page }) => {
		await beginRecorder("accept");
		await tellOfErrorService(page);
		await openRecording(page, "/login");
		const answer = page.waitForResponse(/\/api\/auth\/sign-in/);
		await signInByForm(page, "admin");
		const requestId = (await answer).headers()["x-request-id"] ?? "none";
		await expect.poll(async () => (await itemsOf("span")).join()).toContain(requestId);
	});

	test("sends nothing at all without the tag: no code, no call", async ({ page, context }) => {
		await beginRecorder("accept");
		await signIn(context, "owner");
		const files: string[] = [];
		page.on("request", (request) => files.push(new URL(request.url()).pathname));
		const calls = await requestsDuring(page, async () => {
			await page.goto("/dashboard");
			await lastCard(page).waitFor();
		});
		expect(calls.filter((call) => call.includes("monitoring"))).toEqual([]);
		expect(files.filter((file) => /\/(reporting|replay)-/.test(file))).toEqual([]);
		expect(await reported()).toEqual([]);
	});

	test("leaves the page whole where an extension blocks its code", async ({ page, complaints }) => {
		complaints.allow(/ERR_BLOCKED_BY_CLIENT/);
		await beginRecorder("accept");
		await tellOfErrorService(page);
		await page.route(/\/assets\/reporting-/, (route) => route.abort("blockedbyclient"));
		const blocked = page.waitForEvent("requestfailed");
		await page.goto("/login");
		expect((await blocked).url()).toContain("/reporting-");
		await signInByForm(page, "viewer");
		await lastCard(page).waitFor();
		expect(await page.evaluate(() => sessionStorage.getItem("aqlReloadedAt"))).toBeNull();
		expect(await page.getByRole("alert").count()).toBe(0);
	});

	for (const state of ["refuse", "silent"] as const) {
		test(`changes nothing on the screen whose service answers by: ${state}`, async ({ page, complaints }) => {
			complaints.allow(/Provoked/);
			await beginRecorder(state);
			await tellOfErrorService(page);
			// A slow page sends its trace first, and a service that refuses it gets nothing for a minute.
			const sent = page.waitForResponse(/\/api\/monitoring/);
			await openRecording(page, "/login");
			await provoke(page, "Provoked for nobody");
			expect((await sent).status()).toBe(204);
			await signInByForm(page, "viewer");
			await lastCard(page).waitFor();
			expect(await page.getByRole("alert").count()).toBe(0);
			expect(complaints.texts.filter((text) => !text.includes("Provoked"))).toEqual([]);
			expect(await reported()).toEqual([]);
		});
	}
});
