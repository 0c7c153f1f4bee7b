// The pictures of the documents, from the built product: `npm run pictures`.
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { launchChromium } from "./chromium.ts";
import { signInForPictures, waitUntilItStands } from "./picture-session.mjs";
import { startProduct } from "./product.ts";

readCommandLine({ usage: "npm run pictures" });

const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const pictures = [
	{ name: "sign-in", path: "/login", colorScheme: "light", width: 1440, isPublic: true },
	{ name: "dashboard", path: "/dashboard", colorScheme: "light", width: 1440 },
	{ name: "dashboard-dark", path: "/dashboard", colorScheme: "dark", width: 1440 },
	{ name: "dashboard-phone", path: "/dashboard", colorScheme: "light", width: 360 },
	{ name: "devices", path: "/devices", colorScheme: "light", width: 1440 },
	{ name: "devices-dark", path: "/devices", colorScheme: "dark", width: 1440 },
	{ name: "devices-phone", path: "/devices", colorScheme: "light", width: 360 },
	{ name: "device", path: "/devices/$device", colorScheme: "light", width: 1440 },
	{ name: "device-dark", path: "/devices/$device", colorScheme: "dark", width: 1440 },
	{ name: "device-phone", path: "/devices/$device", colorScheme: "light", width: 360 },
	{ name: "device-settings", path: "/devices/$device?tab=settings", colorScheme: "light", width: 1440 },
	{ name: "groups", path: "/groups/", colorScheme: "light", width: 1440 },
	{ name: "group-dark", path: "/groups/$group", colorScheme: "dark", width: 1440 },
	{ name: "group-new-phone", path: "/groups/new/", colorScheme: "light", width: 360 },
	{ name: "log", path: "/log/", colorScheme: "light", width: 1440 },
	{ name: "log-day-dark", path: "/log/?range=day", colorScheme: "dark", width: 1440 },
	{ name: "log-month", path: "/log/?range=month", colorScheme: "light", width: 1440 },
	{ name: "log-month-dark", path: "/log/?range=month", colorScheme: "dark", width: 1440 },
	{ name: "log-phone", path: "/log/", colorScheme: "light", width: 360 },
];

const product = await startProduct();
const browser = await launchChromium();
const { origin } = product;
const { storageState, withId } = await signInForPictures(browser, origin);

for (const { name, path, colorScheme, width, isPublic } of pictures) {
	const context = await browser.newContext({
		baseURL: origin,
		viewport: { width, height: width < 600 ? 740 : 900 },
		colorScheme,
		reducedMotion: "reduce",
		...(isPublic ? {} : { storageState }),
	});
	const page = await context.newPage();
	await page.goto(withId(path));
	await waitUntilItStands(page);
	await page.screenshot({ path: `${images}${name}.png` });
	await context.close();
}
await browser.close();
await product.stop();
