// What a person on a slow phone waits for: each screen in a browser that has cached nothing, with a processor four times
// slower and a network as developer tools call "Fast 3G", until it can be used. In seconds, so it says something only of
// a quiet machine; `WATERFALL=1` prints every request. `npm run bench:first-load` after `npm run build:local`.
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { withOwnersPage } from "./bench-page.mjs";

readCommandLine({ usage: "npm run bench:first-load" });

const cpuRate = 4;
/** Chromium's own numbers of that setting: 1.6 Mbit/s less a tenth, and 150 ms times 3.75. */
const network = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
const rounds = 3;

const screens = [
	{ path: "/login", bar: 3.5, isMember: false, usable: (page) => page.getByRole("textbox").first() },
	{ path: "/dashboard", bar: 5, isMember: true, usable: (page) => page.locator("main").getByRole("link").first() },
];

async function load(browser, cookies, { path, isMember, usable }, origin) {
	const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 }, locale: "en-US" });
	try {
		if (isMember) await context.addCookies(cookies);
		const page = await context.newPage();
		const devTools = await context.newCDPSession(page);
		await devTools.send("Network.enable");
		await devTools.send("Network.emulateNetworkConditions", network);
		await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpuRate });
		const requests = [];
		const ended = new Map();
		devTools.on("Network.requestWillBeSent", ({ requestId, timestamp, request }) => {
			requests.push({ requestId, timestamp, url: request.url });
		});
		devTools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
			ended.set(requestId, { timestamp, bytes: encodedDataLength });
		});
		const startedAt = performance.now();
		await page.goto(path, { waitUntil: "commit" });
		await usable(page).waitFor();
		const seconds = (performance.now() - startedAt) / 1_000;
		const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
		const bytes = [...ended.values()].reduce((sum, { bytes }) => sum + bytes, 0);
		if (process.env.WATERFALL) {
			const zero = requests[0]?.timestamp ?? 0;
			for (const { requestId, timestamp, url } of requests) {
				const end = ended.get(requestId);
				console.log(
					`${(timestamp - zero).toFixed(2).padStart(6)} ${(end ? end.timestamp - zero : Number.NaN).toFixed(2).padStart(6)} ${String(end?.bytes ?? "").padStart(7)} ${url.replace(origin, "").slice(0, 90)}`,
				);
			}
		}
		return { seconds, paint: paint / 1_000, bytes, requests: requests.length };
	} finally {
		await context.close();
	}
}

await withOwnersPage(async (page, origin) => {
	const context = page.context();
	const cookies = await context.cookies();
	for (const screen of screens) {
		const loads = [];
		for (let round = 0; round < rounds; round += 1) loads.push(await load(context.browser(), cookies, screen, origin));
		const [median] = loads.toSorted((a, b) => a.seconds - b.seconds).slice(Math.floor(rounds / 2));
		if (median.seconds > screen.bar) process.exitCode = 1;
		console.log(
			`${screen.path}: usable after ${median.seconds.toFixed(1)} s (bar ${screen.bar} s), first paint ${median.paint.toFixed(1)} s, ` +
				`${median.requests} requests, ${(median.bytes / 1_000).toFixed(0)} kB`,
		);
	}
});
