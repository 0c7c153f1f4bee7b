import { type Browser, type BrowserContext, type CDPSession, chromium } from "playwright-core";
import { chromiumLaunchOptions } from "./chromium";
import { product } from "./this-product";

const contextOptions = {
	baseURL: product.origin,
	viewport: { width: 1440, height: 900 },
	locale: "en-US",
	// Otherwise each test waits until every dialog and menu stands still.
	reducedMotion: "reduce",
} as const;

/** Everything that a page leaves behind besides cookies, but not the HTTP cache. */
const storageTypes = "local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage";

/** A fresh browser profile without cache and storage. The caller closes it. */
export async function newProfile(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext(contextOptions);
	context.setDefaultTimeout(30_000);
	return context;
}

type WarmContext = { context: BrowserContext; devTools: CDPSession };

export type WarmBrowser = {
	browser: Browser;
	context: () => Promise<BrowserContext>;
	/** Empties the profile; after a failed test a new one replaces it. */
	giveBack: (isTrusted: boolean) => Promise<void>;
	close: () => Promise<void>;
};

let started: Promise<WarmBrowser> | undefined;

/**
 * One browser for all files of a worker, where Vitest would start one for each `test.extend`. Its profile keeps the HTTP
 * cache: loading the hundred assets anew was half of a browser test.
 */
export function oneWarmBrowser(): Promise<WarmBrowser> {
	started ??= startWarmBrowser();
	return started;
}

async function startWarmBrowser(): Promise<WarmBrowser> {
	const browser = await chromium.launch(chromiumLaunchOptions({ isSeen: false }));
	let warm: WarmContext | null = null;

	async function makeWarm(): Promise<WarmContext> {
		const context = await newProfile(browser);
		// A page that stays on `about:blank` clears the storage once the tests' pages are gone.
		const janitor = await context.newPage();
		return { context, devTools: await context.newCDPSession(janitor) };
	}

	return {
		browser,
		async context() {
			warm ??= await makeWarm();
			return warm.context;
		},
		async giveBack(isTrusted) {
			if (!warm) return;
			const { context, devTools } = warm;
			if (!isTrusted) {
				warm = null;
				return context.close();
			}
			const [, ...pages] = context.pages();
			for (const page of pages) await page.close();
			await context.unrouteAll({ behavior: "ignoreErrors" });
			await Promise.all([
				context.setOffline(false),
				context.clearPermissions(),
				context.clearCookies(),
				devTools.send("Storage.clearDataForOrigin", { origin: product.origin, storageTypes }),
			]);
		},
		close: () => browser.close(),
	};
}
