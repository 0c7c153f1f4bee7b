// Puts every route on one sheet for each width and colour scheme: `npm run contact-sheets`. With `-- --language ja`, in
// that language and into `dist/`, for those who translate.
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { launchChromium } from "./chromium.ts";
import { signInForPictures, waitUntilItStands } from "./picture-session.mjs";
import { startProduct } from "./product.ts";

const { language } = readCommandLine({
	usage: "npm run contact-sheets [-- --language <tag>]",
	options: { language: { type: "string" } },
}).values;

const folder = fileURLToPath(new URL(language ? "../../dist/" : "../../docs/images/", import.meta.url));
const publicPaths = [
	"/",
	"/login",
	"/signup",
	"/forgot-password",
	"/confirm",
	"/new-password?email=a@example.com",
	"/new-password-required",
];
const signedInPaths = [
	"/dashboard",
	"/devices",
	"/devices?add=yes",
	"/devices/$device",
	"/devices/$device?tab=settings",
	"/log/",
	"/alerts/",
	"/alerts/new/",
	"/alerts/edit/$alert",
	"/groups/",
	"/groups/new/",
	"/groups/$group",
	"/groups/edit/$group",
	"/reports/",
	"/reports/new/",
	"/reports/edit/$report",
	"/accounts/users/",
	"/accounts/users/new",
	"/accounts/users/edit/$user",
	"/accounts/contacts/",
	"/accounts/contacts/new",
	"/accounts/contacts/edit/$contact",
	"/accounts/storage/",
	"/accounts/customize/",
	"/accounts/company/",
	"/accounts/billing/",
	"/no/such/page",
];
const product = await startProduct();
const browser = await launchChromium();
const { origin } = product;

async function shoot(context, path) {
	const page = await context.newPage();
	await page.goto(path);
	await waitUntilItStands(page);
	const bytes = await page.screenshot({ type: "jpeg", quality: 80 });
	await page.close();
	return { path, source: `data:image/jpeg;base64,${bytes.toString("base64")}` };
}

async function writeSheet(name, pictures, cellWidth) {
	const cells = pictures.map(
		({ path, source }) => `<figure><figcaption>${path}</figcaption><img src="${source}" width="${cellWidth}"></figure>`,
	);
	const page = await browser.newPage({ viewport: { width: 1640, height: 900 } });
	await page.setContent(
		`<style>body{margin:16px;display:flex;flex-wrap:wrap;gap:14px;font:12px sans-serif;background:#888}figure{margin:0;width:${cellWidth}px;overflow:hidden}figcaption{padding:2px 0;color:#fff}img{display:block}</style>${cells.join("")}`,
	);
	await page.screenshot({ path: `${folder}${name}.jpg`, type: "jpeg", quality: 72, fullPage: true });
	await page.close();
}

const { storageState, withId } = await signInForPictures(browser, origin);
for (const colorScheme of ["light", "dark"]) {
	for (const width of [1440, 360]) {
		const look = {
			baseURL: origin,
			viewport: { width, height: width < 600 ? 740 : 900 },
			colorScheme,
			locale: "en-US",
		};
		const visitor = await browser.newContext(look);
		const member = await browser.newContext({ ...look, storageState });
		for (const context of language ? [visitor, member] : []) {
			await context.addInitScript((tag) => localStorage.setItem("language", tag), language);
		}
		const pictures = [];
		for (const path of publicPaths) pictures.push(await shoot(visitor, path));
		for (const path of signedInPaths) pictures.push(await shoot(member, withId(path)));
		await writeSheet(
			`all-routes-${language ? `${language}-` : ""}${colorScheme}-${width}`,
			pictures,
			width < 600 ? 210 : 520,
		);
		await visitor.close();
		await member.close();
	}
}
await browser.close();
await product.stop();
