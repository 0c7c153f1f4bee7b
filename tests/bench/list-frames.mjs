// Script time of the list of 10,000 devices, from Chromium's own trace: until the first rows stand, of each frame while
// it is scrolled, and of the longest call while something is typed into its search.
// Bars: 100 ms, 8 ms, 50 ms. `node tests/bench/list-frames.mjs` after `npm run build:local`.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { withOwnersPage } from "./bench-page.mjs";
import { quantile, scriptBetween, scriptPerFrame } from "./script-time.mjs";

readCommandLine({ usage: "node tests/bench/list-frames.mjs" });

const manyDevicesPath = fileURLToPath(new URL("../e2e/many-devices.ts", import.meta.url));
const { giveManyDevices } = (await runnerImport(manyDevicesPath)).module;

const deviceCount = 10_000;
const steps = 150;
const stepPixels = 120;
const bars = { firstRowsMs: 100, frameMs: 8, typingMs: 50 };
const traceOptions = { categories: ["devtools.timeline", "blink.user_timing"] };

async function traced(page, act) {
	const browser = page.context().browser();
	await browser.startTracing(page, traceOptions);
	await act();
	return (await browser.stopTracing()).toString();
}

async function openList(page) {
	await page.goto("/accounts/users/");
	await page.getByRole("rowheader").first().waitFor();
	const trace = await traced(page, async () => {
		await page.evaluate(() => {
			new MutationObserver((_, observer) => {
				if (!document.querySelector('table[aria-rowcount="10001"] tbody tr[aria-rowindex]')) return;
				performance.mark("first-rows");
				observer.disconnect();
			}).observe(document.body, { childList: true, subtree: true });
			performance.mark("click");
			document.querySelector('nav a[href="/devices"]').click();
		});
		await page.locator("tbody tr[aria-rowindex]").nth(10).waitFor();
		await page.waitForFunction(() => performance.getEntriesByName("first-rows").length > 0);
	});
	return scriptBetween(trace, "click", "first-rows").reduce((sum, ms) => sum + ms, 0);
}

async function scrollList(page) {
	await page.locator("tbody tr:not([aria-rowindex])").first().waitFor({ state: "attached" });
	const trace = await traced(page, () =>
		page.evaluate(
			({ steps, stepPixels }) =>
				new Promise((resolve) => {
					let left = steps;
					const step = () => {
						window.scrollBy(0, stepPixels);
						left -= 1;
						if (left > 0) requestAnimationFrame(step);
						else resolve();
					};
					requestAnimationFrame(step);
				}),
			{ steps, stepPixels },
		),
	);
	return scriptPerFrame(trace);
}

async function typeSearch(page) {
	await page.evaluate(() => window.scrollTo(0, 0));
	const search = page.getByRole("textbox", { name: "Search devices" });
	await search.focus();
	const trace = await traced(page, async () => {
		await page.evaluate(() => performance.mark("typing"));
		await search.pressSequentially("freezer 77", { delay: 60 });
		await page.locator('table:not([aria-rowcount="10001"])').waitFor();
		await page.evaluate(() => performance.mark("found"));
	});
	return Math.max(...scriptBetween(trace, "typing", "found"));
}

await withOwnersPage(async (page) => {
	await giveManyDevices(page, deviceCount);
	const firstRowsMs = await openList(page);
	const frames = await scrollList(page);
	const frameMs = quantile(frames, 0.5);
	const typingMs = await typeSearch(page);
	console.log(
		`${deviceCount.toLocaleString("en-US")} devices: ${firstRowsMs.toFixed(0)} ms of script until the first rows (bar ${bars.firstRowsMs} ms); ` +
			`${frames.length} frames of scrolling: ${frameMs.toFixed(1)} ms median, ${quantile(frames, 0.95).toFixed(1)} ms p95 (bar ${bars.frameMs} ms); ` +
			`longest call while typing ${typingMs.toFixed(0)} ms (bar ${bars.typingMs} ms)`,
	);
	const isMet = firstRowsMs <= bars.firstRowsMs && frameMs <= bars.frameMs && typingMs <= bars.typingMs;
	process.exitCode = isMet ? 0 : 1;
});
