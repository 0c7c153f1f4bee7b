import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds, as `rule: element`, by the rules of WCAG 2.2 AA, in the page or in what a selector finds. It is asked
 * once nothing moves.
 */
export async function violations(page: Page, within = ":root"): Promise<string[]> {
	// It lies over the screen it loads, outside of its landmarks, and goes with it.
	await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "detached" });
	await stands(page);
	await page.evaluate(axeSource);
	const rules = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
	const { violations: found } = await page.evaluate<AxeResults>(
		`axe.run(${JSON.stringify(within)}, ${JSON.stringify(rules)})`,
	);
	return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** What stands over a page that can be used no more meanwhile, and of which it may leave half a button in sight. */
export const overlay = "[role=dialog]";

/** Until two frames in a row show no transition: text that is half faded has half its contrast. */
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
