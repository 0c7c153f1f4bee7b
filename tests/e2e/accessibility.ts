import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of WCAG 2.2 AA, and the further advice of axe's makers. */
const allRules = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
/** The only rules that a colour scheme can change. */
const contrastRules = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** The bar lies over the screen that loads, outside of its landmarks, and may come back at any time. */
const loadingBar = "[role=progressbar][aria-label='Loading page']";

/**
 * DevTools reuses compiled code, while `page.evaluate` compiles axe anew for each page. The session stays attached: its end
 * would remove the page's virtual authenticators.
 */
async function loadAxe(page: Page): Promise<void> {
	const devTools = await page.context().newCDPSession(page);
	await devTools.send("Runtime.evaluate", { expression: axeSource });
}

async function runAxe(page: Page, within: string, rules: object): Promise<string[]> {
	await page.locator(loadingBar).waitFor({ state: "detached" });
	await stands(page);
	// A transition before its first frame shows the old colours. The sheet is the document's own, which the policy allows.
	await page.evaluate(() => {
		const still = new CSSStyleSheet();
		still.replaceSync("*, ::before, ::after { transition: none !important }");
		document.adoptedStyleSheets.push(still);
	});
	if (!(await page.evaluate(() => "axe" in window))) await loadAxe(page);
	await page.evaluate(markRepeatedRows, repeatedRow);
	// Returns only the findings: sending the whole report of a long list takes longer than making it.
	return page.evaluate<string[]>(
		`axe.run(${JSON.stringify({ include: [within], exclude: [loadingBar, `[${repeatedRow}]`] })}, ${JSON.stringify({ ...rules, resultTypes: ["violations"] })}).then(
			({ violations }) => violations.flatMap(({ id, nodes }) =>
				nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`,
	);
}

const repeatedRow = "data-repeated-row";

/** Runs in the page: marks rows of tables that repeat an earlier row but for words and ids. Axe's time depends on the number of elements. */
function markRepeatedRows(attribute: string): void {
	for (const body of document.querySelectorAll("tbody")) {
		const seen = new Set<string>();
		for (const row of body.rows) {
			row.removeAttribute(attribute);
			const shape = [row, ...row.querySelectorAll("*")].map((element) => {
				const named = ["role", "tabindex", "style", "disabled", "aria-hidden", "aria-pressed", "aria-checked"];
				const { color, backgroundColor, fontSize } = getComputedStyle(element);
				const values = named.map((name) => element.getAttribute(name));
				const names = element.getAttributeNames().filter((name) => element.getAttribute(name));
				const hasText = [...element.childNodes].some(
					({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
				);
				return [element.tagName, names, values, color, backgroundColor, fontSize, hasText];
			});
			const look = JSON.stringify(shape);
			row.toggleAttribute(attribute, seen.has(look));
			seen.add(look);
		}
	}
}

/** Axe's findings as `rule: element`, in the page or in a selector, once nothing moves. */
export function violations(page: Page, within = ":root"): Promise<string[]> {
	return runAxe(page, within, allRules);
}

/** Checks a screen or dialog: axe in light, contrast in dark, and both width and axe at 360 px. Leaves the page narrow and dark. */
export async function expectAccessible(page: Page, within = ":root"): Promise<void> {
	await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
	expect(await runAxe(page, within, allRules), "light").toEqual([]);
	await page.emulateMedia({ colorScheme: "dark" });
	await page.locator("[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
	expect(await runAxe(page, within, contrastRules), "dark").toEqual([]);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
	expect(await runAxe(page, within, allRules), "360 px").toEqual([]);
}

export const overlay = "[role=dialog]";

/** Waits for two frames without a transition: half-faded text has half its contrast. */
async function stands(page: Page): Promise<void> {
	await page.waitForFunction(async () => {
		const isMoving = () =>
			document
				.getAnimations()
				.some(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
		const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
		if (isMoving()) return false;
		await nextFrame();
		await nextFrame();
		return !isMoving();
	});
}
