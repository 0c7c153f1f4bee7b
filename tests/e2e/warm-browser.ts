import { type Browser, type BrowserContext, type CDPSession, chromium } from "playwright-core";
import { chromiumLaunchOptions } from "./chromium";
import { product } from "./this-product";

const contextOptions = {
	baseURL: product.origin,
	viewport: { width: 1440, height: 900 },
	locale: "en-US",
	// Every dialog and menu would be waited for until it stands still.
	reducedMotion: "reduce",
} as const;

/** What a page can leave behind, besides cookies: everything but the HTTP cache. */
const storageTypes = "local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage";

/** A person's own browser profile: nothing cached, nothing stored. The caller closes it. */
export async function newProfile(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext(contextOptions);
	context.setDefaultTimeout(30_000);
	return context;
}

type WarmContext = { context: BrowserContext; devTools: CDPSession };

export type WarmBrowser = {
	browser: Browser;
	/** The profile that tests use one after another, empty but for its HTTP cache. */
	context: () => Promise<BrowserContext>;
	/** Empties the profile; after a failed test nobody knows what state it is in, and it is replaced. */
	giveBack: (isTrusted: boolean) => Promise<void>;
	close: () => Promise<void>;
};

/**
 * One browser for all files of a worker. Its profile keeps the HTTP cache from test to test, as a person's browser
 * does: loading the same hundred assets anew was half of what a browser test cost.
 */
export async function startWarmBrowser(): Promise<WarmBrowser> {
	const browser = await chromium.launch(chromiumLaunchOptions({ isSeen: false }));
	let warm: WarmContext | null = null;

	async function makeWarm(): Promise<WarmContext> {
		const context = await newProfile(browser);
		// A page of its own, always on `about:blank`, clears the storage once the tests' pages are gone.
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
