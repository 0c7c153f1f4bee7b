// Takes the pictures of the documents from the built product: `npm run pictures`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { launchChromium } from "./chromium.ts";
import { addPicturedDevices } from "./picture-devices.mjs";
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

/** Of devices that are added after the pictures above. */
const ofAdded = [
	{ name: "greenhouse", path: "/devices/$greenhouse" },
	// The bars of a calendar month that is mostly over.
	{ name: "meter", path: "/devices/$meter", region: "Use", press: new Date().getUTCDate() < 16 ? "Earlier" : null },
	{ name: "freezer", path: "/devices/$freezer?tab=distribution", height: 1090, heading: "Hours and days" },
];

const product = await startProduct();
const browser = await launchChromium();
const { origin } = product;
const { storageState, withId } = await signInForPictures(browser, origin);

for (const picture of pictures) await takePicture(picture);
for (const colorScheme of ["light", "dark"]) await takeLandingPicture(colorScheme);
const adding = await browser.newContext({ baseURL: origin, storageState });
const added = await addPicturedDevices(adding.request, origin);
await adding.close();
for (const { path, ...picture } of ofAdded) {
	const own = path.replace(/\$(\w+)/, (_, name) => added[name]);
	await takePicture({ height: 900, ...picture, path: own, colorScheme: "light", width: 1440 });
}
await browser.close();
await product.stop();

async function takePicture({
	name,
	path,
	region,
	press,
	colorScheme,
	width,
	isPublic,
	height = width < 600 ? 740 : 900,
	heading = path === "/dashboard" ? "Recent activity" : null,
}) {
	const context = await browser.newContext({
		baseURL: origin,
		viewport: { width, height },
		colorScheme,
		reducedMotion: "reduce",
		...(isPublic ? {} : { storageState }),
	});
	const page = await context.newPage();
	// The content below the first screen has loaded by the second time, in a new process too.
	for (let time = 0; time < 2; time += 1) {
		await page.goto(withId(path));
		await waitUntilItStands(page);
		// Cards below the first ones and code of tabs come later.
		if (heading) await page.getByRole("heading", { name: heading }).waitFor();
	}
	const part = region ? page.getByRole("region", { name: region, exact: true }) : page;
	if (press) {
		await part.getByRole("button", { name: press, exact: true }).click();
		await waitUntilItStands(page);
	}
	await part.screenshot({ path: `${images}${name}.png` });
	await context.close();
}

async function takeLandingPicture(colorScheme) {
	const context = await browser.newContext({
		...{ baseURL: origin, storageState, colorScheme, reducedMotion: "reduce" },
		...{ viewport: { width: 1000, height: 1000 }, deviceScaleFactor: 2 },
	});
	const page = await context.newPage();
	await page.goto("/devices?q=Cold+room+2");
	await page.getByRole("link", { name: "Cold room 2", exact: true }).click();
	const card = page.getByRole("region", { name: "Last 24 hours" });
	await card.locator("canvas").first().waitFor();
	await waitUntilItStands(page);
	const png = await card.screenshot();
	const file = fileURLToPath(new URL(`../../client/features/sign-in/chart-${colorScheme}.webp`, import.meta.url));
	const webp = await page.evaluate(async (data) => {
		const picture = new Image();
		picture.src = `data:image/png;base64,${data}`;
		await picture.decode();
		const canvas = new OffscreenCanvas(picture.width, Math.round((picture.width * 730) / 1432));
		canvas.getContext("2d").drawImage(picture, 0, 0);
		const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.86 });
		return [...new Uint8Array(await blob.arrayBuffer())];
	}, png.toString("base64"));
	writeFileSync(file, Uint8Array.from(webp));
	await context.close();
}
