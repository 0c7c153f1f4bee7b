import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { test as base, inject } from "vitest";
import { launchChromium } from "./chromium";
import type { Member } from "./product";

/** The browser tests' vocabulary: who visits, how they sign in, what must never happen meanwhile. */

const password = "Local-demo-1";

type Complaints = { texts: string[]; allow: (pattern: RegExp) => void };

function listen(page: Page, complaints: string[]): void {
	page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning")
			complaints.push(`${message.type()}: ${message.text()}`);
	});
}

/**
 * `page` is a fresh visitor. Console errors, warnings, uncaught exceptions and violations of
 * the content security policy fail the test, unless it says beforehand which it provokes.
 */
export const test = base
	.extend("browser", { scope: "file" }, async ({}, { onCleanup }): Promise<Browser> => {
		const browser = await launchChromium();
		onCleanup(() => browser.close());
		return browser;
	})
	.extend("context", async ({ browser }, { onCleanup }): Promise<BrowserContext> => {
		const context = await browser.newContext({
			baseURL: inject("origin"),
			viewport: { width: 1440, height: 900 },
			locale: "en-US",
		});
		context.setDefaultTimeout(15_000);
		onCleanup(() => context.close());
		return context;
	})
	.extend("complaints", async ({}, { onCleanup }): Promise<Complaints> => {
		const texts: string[] = [];
		const allowed: RegExp[] = [];
		onCleanup(() => {
			const unexpected = texts.filter((text) => !allowed.some((pattern) => pattern.test(text)));
			if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join("\n")}`);
		});
		return { texts, allow: (pattern) => allowed.push(pattern) };
	})
	.extend("page", async ({ context, complaints }): Promise<Page> => {
		const page = await context.newPage();
		listen(page, complaints.texts);
		return page;
	});

/** Signs in without the form: the session was made once at the same door. */
export async function signIn(context: BrowserContext, member: Member): Promise<void> {
	await context.addCookies(inject("sessions")[member]);
}

/** Signs in as people do. */
export async function signInByForm(page: Page, name: string): Promise<void> {
	await page.getByLabel("E-mail").fill(`${name}@aqlcloud.test`);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs out by the menu at the top right. */
export async function signOutByMenu(page: Page): Promise<void> {
	await page.getByRole("button", { name: /account of/ }).click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** The API requests of whatever `act` does, as `METHOD path`, in the order they were sent. */
export async function requestsDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
	const requests: string[] = [];
	const note = (response: Response) => {
		const url = new URL(response.url());
		if (url.pathname.startsWith("/api/")) requests.push(`${response.request().method()} ${url.pathname}`);
	};
	page.on("response", note);
	await act();
	await page.waitForLoadState("networkidle");
	page.off("response", note);
	return requests;
}
