import type { Browser, BrowserContext, Locator, Page, Request } from "playwright-core";
import { test as base, expect, vi } from "vitest";
import { type Member, postToLocalRun } from "./product";
import { product } from "./this-product";
import { newProfile, oneWarmBrowser, type WarmBrowser } from "./warm-browser";

/** The browser tests' vocabulary: visitors, sign-in, and forbidden side effects. */

const password = "Local-demo-1";

type Complaints = { texts: string[]; allow: (pattern: RegExp) => void };

/** A slow machine uses preloaded files late. `frame/screens.e2e.ts` checks that each screen uses them. */
const lateUse = /was preloaded using link preload but not used within a few seconds/;

function listen(page: Page, complaints: string[]): void {
	page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
	page.on("console", (message) => {
		const isComplaint = message.type() === "error" || message.type() === "warning";
		if (!isComplaint || lateUse.test(message.text())) return;
		complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
	});
}

/**
 * `page` is a fresh visitor in a profile with a warm HTTP cache. Console errors, warnings, uncaught exceptions and violations of the
 * policy fail the test, unless it allows them first.
 */
export const test = base
	.extend("warm", { scope: "worker" }, async ({}, { onCleanup }): Promise<WarmBrowser> => {
		const warm = await oneWarmBrowser();
		onCleanup(warm.close);
		return warm;
	})
	.extend("browser", ({ warm }): Browser => warm.browser)
	.extend("context", async ({ warm, task }, { onCleanup }): Promise<BrowserContext> => {
		onCleanup(() => warm.giveBack(task.result?.state !== "fail"));
		return warm.context();
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
	.extend("page", async ({ context, complaints, task }, { onCleanup }): Promise<Page> => {
		const page = await context.newPage();
		listen(page, complaints.texts);
		onCleanup(async () => {
			if (task.result?.state !== "fail") return;
			const shown = await Promise.all(context.pages().map(shownBy));
			throw new Error(shown.join("\n"));
		});
		return page;
	});

async function shownBy(page: Page): Promise<string> {
	const text = await page.locator("body").innerText({ timeout: 2_000 }).catch(String);
	return `The page ${page.url()} showed: ${text.replaceAll(/\s+/g, " ").slice(0, 1_000)}`;
}

/** A test in its own profile: one that holds the clock, which the whole profile shares, or needs a cold cache. */
export const testInOwnProfile = test.extend("context", async ({ browser }, { onCleanup }): Promise<BrowserContext> => {
	const context = await newProfile(browser);
	onCleanup(() => context.close());
	return context;
});

export async function signIn(context: BrowserContext, member: Member): Promise<void> {
	await context.addCookies(product.sessions[member]);
}

export const testAsOwner = test.extend("session", { auto: true }, ({ context }) => signIn(context, "owner"));

export async function signInByForm(page: Page, name: string): Promise<void> {
	await page.getByLabel("E-mail").fill(`${name}@aqlcloud.test`);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
}

export async function signOutByMenu(page: Page): Promise<void> {
	await page.getByRole("button", { name: /account of/ }).click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
}

export async function openTwoTabs(page: Page, name: string): Promise<Page> {
	await page.goto("/login");
	await signInByForm(page, name);
	await page.waitForURL("**/dashboard");
	return page.context().newPage();
}

export async function openOwnDashboard(page: Page): Promise<void> {
	await signIn(page.context(), "owner");
	await openIdle(page, "Dashboard", () => page.goto("/dashboard"));
}

/** A browser's messages while the backend is out: failed calls, and the live line's handshake. */
export const outageComplaints = /50[234]|426|WebSocket connection|could not be reached/;

export function switchBackend(state: "cut" | "mend"): Promise<void> {
	return postToLocalRun(product.origin, `backend/${state}`);
}

export function mainLink(page: Page, name: string): Locator {
	return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
}

export async function openIdle(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
	await requestsDuring(page, async () => {
		await open();
		await page.getByRole("heading", { level: 1, name }).waitFor();
	});
	await checkIsOld(page);
}

export async function checkIsOld(page: Page): Promise<void> {
	const since = await page.evaluate(() => performance.now());
	// Polls by time: a frame for each look would be drawn for nothing.
	await page.waitForFunction((from) => performance.now() > from + 1_000, since, { polling: 100 });
}

type Line = {
	slow: (latencyMs: number) => Promise<unknown>;
	cut: () => Promise<unknown>;
	mend: () => Promise<unknown>;
};

/** The page's line to the server: every response begins later, or none comes. */
export async function lineOf(page: Page): Promise<Line> {
	const devTools = await page.context().newCDPSession(page);
	const become = (offline: boolean, latency: number) =>
		devTools.send("Network.emulateNetworkConditions", {
			offline,
			latency,
			downloadThroughput: -1,
			uploadThroughput: -1,
		});
	return { slow: (latencyMs) => become(false, latencyMs), cut: () => become(true, 0), mend: () => become(false, 0) };
}

/** Dispatches the event of a tab that a person returns to; headless browsers never do. */
export async function returnToTab(page: Page): Promise<void> {
	await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

/** Closes the page to invalidations. The demo's devices fall silent at their own times, and their extra requests would be counted. */
export async function withoutHints(page: Page): Promise<void> {
	await page.routeWebSocket(/\/api\/live/, () => {});
}

const quietForMs = 300;

/** Waits until the page has run what was due, and sent its requests. Uses messages, as some tests hold its clock. */
async function isThrough(page: Page): Promise<boolean> {
	const turns = async () => {
		for (let turn = 0; turn < 5; turn += 1) {
			await new Promise((done) => {
				const { port1, port2 } = new MessageChannel();
				port1.onmessage = done;
				port2.postMessage(null);
			});
		}
		return true;
	};
	return page.evaluate(turns).catch(() => false);
}

/** Runs an action without effect, and waits until any effect, a dialog's late code too, would show. */
export async function withoutRequests(page: Page, act: () => Promise<unknown>): Promise<void> {
	expect(await requestsDuring(page, act)).toEqual([]);
}

export async function holdCalls(page: Page, url: string | RegExp): Promise<() => void> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route(url, async (route) => {
		await released;
		await route.fallback();
	});
	return release;
}

/** Returns the API requests during `act` as `METHOD path`, in order, until none follows. */
export async function requestsDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
	const requests: string[] = [];
	let inFlight = 0;
	let lastAt = 0;
	const note = (request: Request) => {
		const { pathname } = new URL(request.url());
		if (pathname.startsWith("/api/")) requests.push(`${request.method()} ${pathname}`);
		inFlight += 1;
		lastAt = performance.now();
	};
	const end = () => {
		inFlight -= 1;
		lastAt = performance.now();
	};
	page.on("request", note).on("requestfinished", end).on("requestfailed", end);
	await act();
	// The last effect may cause a request a moment later.
	lastAt = performance.now();
	const isQuiet = () => inFlight <= 0 && performance.now() - lastAt > quietForMs;
	await vi.waitUntil(async () => isQuiet() && (await isThrough(page)) && isQuiet(), { timeout: 30_000 });
	page.off("request", note).off("requestfinished", end).off("requestfailed", end);
	return requests;
}
