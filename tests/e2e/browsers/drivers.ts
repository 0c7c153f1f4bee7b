import { existsSync } from "node:fs";
import { type Browser, type BrowserType, chromium, type ElementHandle, firefox, webkit } from "playwright-core";
import { chromiumLaunchOptions } from "../chromium.ts";
import { startFirefox } from "./firefox-by-bidi.ts";
import { called, type PageFunction, type StartedBrowser } from "./tab.ts";
import { startWebKit } from "./webkit-by-webdriver.ts";

export type BrowserName = "firefox" | "webkit" | "chromium";

/** Starts a browser of this machine. Null: the machine has none of this name. */
export async function startBrowser(name: BrowserName): Promise<StartedBrowser | null> {
	if (name === "chromium") return ofPlaywright(await chromium.launch(chromiumLaunchOptions({ isSeen: false })));
	const type = name === "firefox" ? firefox : webkit;
	if (isInstalled(type)) return ofPlaywright(await type.launch());
	// Playwright's own protocol client takes newer versions of Firefox only, not the extended support release.
	return name === "webkit" ? startWebKit() : startFirefox();
}

function isInstalled(type: BrowserType): boolean {
	return existsSync(type.executablePath());
}

async function ofPlaywright(browser: Browser): Promise<StartedBrowser> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US" });
	return {
		version: browser.version(),
		close: () => browser.close(),
		async newTab() {
			const page = await context.newPage();
			const run = (source: PageFunction, args: string[]) => page.evaluateHandle(called(source, args));
			return {
				goto: async (address) => void (await page.goto(address)),
				read: async (read, args) => (await run(read, args)).jsonValue(),
				show: () => page.bringToFront(),
				async find(find, args) {
					const element = (await run(find, args)).asElement() as ElementHandle<HTMLElement> | null; // the page's functions return elements of HTML
					if (element === null) return null;
					return {
						click: () => element.click(),
						fill: (text) => element.fill(text),
						upload: (path) => element.setInputFiles(path),
					};
				},
			};
		},
	};
}
