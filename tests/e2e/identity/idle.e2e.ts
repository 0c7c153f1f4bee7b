import { createHmac } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { localSessionKey } from "../../../local/local-settings";
import { minuteMs } from "../../../shared/base/durations";
import { product } from "../this-product";
import { returnToTab, testInOwnProfile as test } from "../visitor";
import { createNewOwner, postTo, signInAs } from "./new-person";

const limitMinutes = 15;
const reason = "You were signed out, because nothing was done here for longer than your company allows.";

const limit = (context: BrowserContext) =>
	postTo(context, "/api/proxy/account.limitSessions", { json: { idleMinutes: limitMinutes, sessionHours: null } });

/** Dates the browser's last act back, as the console of this machine signs it: its clock cannot be held. */
async function lastActedAgo(context: BrowserContext, minutes: number): Promise<void> {
	const cookies = await context.cookies(product.origin);
	const token = cookies.find(({ name }) => name.endsWith(".accessToken"))?.value ?? "";
	const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
	const minute = Math.floor(Date.now() / minuteMs) - minutes;
	const mac = createHmac("sha256", localSessionKey).update(`${claims.sub} ${claims.origin_jti} ${minute}`);
	const value = `${minute}.${mac.digest("hex")}`;
	await context.addCookies([{ name: "aql.active", value, url: product.origin, httpOnly: true }]);
}

async function openGroupForm(page: Page): Promise<void> {
	await page.clock.install();
	await page.goto("/groups/new/");
	await page.getByRole("heading", { level: 1, name: "New group" }).waitFor();
	// The live line: by then the page has loaded what it loads late, such as the watch of acts.
	await page.getByRole("status").getByText("Live").waitFor();
}

const warning = (page: Page) => page.getByRole("dialog", { name: "Are you still there?" });

describe("an idle session", () => {
	test("S71 warns before as an owner has limited it, and goes on by Stay signed in", async ({ page, context }) => {
		await createNewOwner(context);
		await page.goto("/accounts/users/");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Limit sessions…" }).click();
		const idle = page.getByRole("textbox", { name: "Sign out after minutes without activity" });
		await idle.fill("4");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("A whole number from 5 to 480, or empty.").waitFor();
		await idle.fill(String(limitMinutes));
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Session limits saved.").waitFor();

		await openGroupForm(page);
		await lastActedAgo(context, limitMinutes - 2);
		await page.clock.fastForward((limitMinutes - 1) * minuteMs);
		await warning(page).getByText("You will be signed out in about 2 minutes.").waitFor();
		await page.keyboard.press("Shift");
		const renewed = page.waitForResponse((response) => response.url().endsWith("/api/isAuthenticated"));
		await warning(page).getByRole("button", { name: "Stay signed in" }).click();
		expect((await (await renewed).headersArray()).some(({ value }) => value.startsWith("aql.active="))).toBe(true);
		await warning(page).waitFor({ state: "detached" });
		expect(await (await context.request.get("/api/isAuthenticated")).json()).toMatchObject({ idleMinutes: 0 });
	});

	test("S71 S67 ends with what was typed still there, which its person saves after they sign in again", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401|WebSocket connection/);
		const person = await createNewOwner(context);
		await limit(context);
		const other = await context.newPage();
		await other.goto("/devices");
		await other.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await openGroupForm(page);
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await name.fill("Typed before the end");

		await lastActedAgo(context, limitMinutes + 1);
		await page.clock.fastForward((limitMinutes - 1) * minuteMs);
		await page
			.getByRole("region", { name: /^Notifications/ })
			.getByText(`${reason} Sign in in another tab to continue.`)
			.waitFor();
		expect(await name.inputValue()).toBe("Typed before the end");
		expect((await context.cookies()).filter(({ name: key }) => /Token|aql\.active/.test(key))).toEqual([]);

		await returnToTab(other);
		await other.waitForURL(/\/login\?next=/);
		await other.getByText(`${reason} Sign in to continue.`).waitFor();

		await signInAs(context, person);
		await page.getByRole("button", { name: "Create group" }).click();
		await page.getByRole("heading", { level: 1, name: "Typed before the end" }).waitFor();
	});
});
