// The pictures of the documents, from the built product: `npm run pictures`.
import { fileURLToPath } from "node:url";
import { launchChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";

const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const pictures = [
	{ name: "sign-in", path: "/login", colorScheme: "light", width: 1440, isPublic: true },
	{ name: "dashboard", path: "/dashboard", colorScheme: "light", width: 1440 },
	{ name: "devices", path: "/devices", colorScheme: "light", width: 1440 },
	{ name: "devices-dark", path: "/devices", colorScheme: "dark", width: 1440 },
	{ name: "log", path: "/log/", colorScheme: "light", width: 1440 },
	{ name: "log-phone", path: "/log/", colorScheme: "light", width: 360 },
];

const product = await startProduct();
const browser = await launchChromium();
const { origin } = product;
const signedIn = await browser.newContext({ baseURL: origin });
const answer = await signedIn.request.post("/api/auth/sign-in", {
	headers: { origin, "x-requested-by": "aqlcloud" },
	data: { email: "owner@aqlcloud.test", password: "Local-demo-1" },
});
if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}`);
const storageState = await signedIn.storageState();

for (const { name, path, colorScheme, width, isPublic } of pictures) {
	const context = await browser.newContext({
		baseURL: origin,
		viewport: { width, height: width < 600 ? 740 : 900 },
		colorScheme,
		reducedMotion: "reduce",
		...(isPublic ? {} : { storageState }),
	});
	const page = await context.newPage();
	await page.goto(path);
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page.waitForLoadState("networkidle");
	await page.screenshot({ path: `${images}${name}.png` });
	await context.close();
}
await browser.close();
await product.stop();
