// Script time of each frame while the log's chart of 100,000 points is moved along the time, from Chromium's own trace.
// Bar: 8 ms. `node tests/bench/chart-frames.mjs` after `npm run build:local`.
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { withOwnersPage } from "./bench-page.mjs";
import { quantile, scriptPerFrame } from "./script-time.mjs";

readCommandLine({ usage: "node tests/bench/chart-frames.mjs" });

const lineCount = 10;
const pointsPerLine = 10_000;
const steps = 150;
const barMs = 8;

/** Puts the points into the response, because the backend thins its own. */
function withManyPoints(page) {
	const [channel] = page.channels;
	if (!channel) throw new Error("The day has no readings.");
	const stepMs = (page.to - page.from) / pointsPerLine;
	const at = Array.from({ length: pointsPerLine }, (_, index) => Math.round(page.from + index * stepMs));
	const lines = Array.from({ length: lineCount }, (_, line) => line);
	return {
		...page,
		bucketMs: 0,
		channels: lines.map((line) => ({ ...channel, id: `${channel.id}${line}` })),
		series: lines.map((line) => ({
			channel: line,
			at,
			value: at.map((_, index) => 3 * line + 4 * Math.sin(index / 180) + 2 * Math.sin(index * 12.9898 + line)),
			min: [],
			max: [],
			gapMs: null,
		})),
	};
}

async function giveManyPoints(route) {
	const names = new URL(route.request().url()).pathname.split("/").at(-1).split(",");
	const position = names.indexOf("log.getSeries");
	if (position < 0) return route.continue();
	const response = await route.fetch();
	const results = await response.json();
	if (!results[position].result) throw new Error(`No chart: ${JSON.stringify(results[position].error)}`);
	results[position].result.data.json = withManyPoints(results[position].result.data.json);
	return route.fulfill({ response, json: results });
}

await withOwnersPage(async (page) => {
	await page.route("**/api/proxy/**", giveManyPoints);
	await page.goto("/log/?range=day&offset=1");
	await page.locator(".u-over").first().waitFor();
	await page.getByRole("table", { name: "Readings" }).waitFor();
	const area = await page.locator(".u-over").first().boundingBox();
	const y = area.y + area.height / 2;
	await page.mouse.move(area.x + area.width * 0.6, y);
	await page.keyboard.down("Shift");
	await page.mouse.down();
	const browser = page.context().browser();
	await browser.startTracing(page, { categories: ["devtools.timeline"] });
	for (let step = 1; step <= steps; step += 1) await page.mouse.move(area.x + area.width * 0.6 - step * 2, y);
	const trace = await browser.stopTracing();
	const spent = scriptPerFrame(trace.toString());
	const median = quantile(spent, 0.5);
	const p95 = quantile(spent, 0.95);
	console.log(
		`${(lineCount * pointsPerLine).toLocaleString("en-US")} points, ${spent.length} frames: script ${median.toFixed(1)} ms median, ${p95.toFixed(1)} ms p95 (bar ${barMs} ms)`,
	);
	process.exitCode = median <= barMs ? 0 : 1;
});
