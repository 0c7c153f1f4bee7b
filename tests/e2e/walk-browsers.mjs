// Walks the main journeys of the built product in the installed Firefox and WebKit: `npm run browsers`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { startBrowser } from "./browsers/drivers.ts";
import { walkAll } from "./browsers/journeys.ts";
import { startProduct } from "./product.ts";

const known = ["firefox", "webkit", "chromium"];
const { values } = readCommandLine({
	usage: "npm run browsers [-- --browser=firefox|webkit|chromium …]",
	options: { browser: { type: "string", multiple: true, default: ["firefox", "webkit"] } },
});
const unknown = values.browser.filter((name) => !known.includes(name));
if (unknown.length > 0) {
	console.error(`No browser is called ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
	process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "aqlcloud-browsers-"));
let found = 0;
let failed = 0;
for (const name of values.browser) {
	const browser = await startBrowser(name);
	if (browser === null) {
		console.log(`${name}: not found on this machine`);
		continue;
	}
	found += 1;
	console.log(`${name} ${browser.version}`);
	let product = null;
	try {
		// Each browser begins with the seeded state.
		product = await startProduct();
		failed += (await walkAll(browser, { origin: product.origin, folder })).length;
	} finally {
		await browser.close();
		await product?.stop();
	}
}
rmSync(folder, { recursive: true });
if (found === 0) console.error("No browser was found: install Firefox, or WebKit with WebKitWebDriver.");
process.exit(found === 0 || failed > 0 ? 1 : 0);
