import { brandImagePath } from "../shared/account/brand";
import { brandOfHost } from "./branded-page";
import type { ConsoleContext } from "./services/console";

export const manifestPath = "/manifest.webmanifest";

type InstalledLook = {
	name: string;
	/** Some systems cut it off after 12 characters. */
	shortName: string;
	themeColor: string;
	backgroundColor: string;
	icons: { src: string; sizes: string; purpose?: "maskable" }[];
};

const ground = "#f7f9fa";

const leastIconPx = 144;

const ownLook: InstalledLook = {
	name: "AQLCloud",
	shortName: "AQLCloud",
	themeColor: ground,
	backgroundColor: ground,
	icons: [
		{ src: "/icons/icon-192.png", sizes: "192x192" },
		{ src: "/icons/icon-512.png", sizes: "512x512" },
		{ src: "/icons/maskable-512.png", sizes: "512x512", purpose: "maskable" },
	],
};

/** Uses the hostname's brand, because no one is signed in. A small icon is replaced by the product's own. */
async function installedLook(c: ConsoleContext): Promise<InstalledLook> {
	const brand = await brandOfHost(c);
	if (brand === null) return ownLook;
	const { productName: name, favicon } = brand;
	const isLarge = favicon !== null && Math.min(favicon.width, favicon.height) >= leastIconPx;
	const icons = isLarge
		? [{ src: brandImagePath + favicon.hash, sizes: `${favicon.width}x${favicon.height}` }]
		: ownLook.icons;
	return { ...ownLook, name, shortName: name, icons };
}

/** Browsers fetch it without cookies. Revalidated each time, so that a changed name shows at once. */
export async function manifest(c: ConsoleContext): Promise<Response> {
	const { name, shortName, themeColor, backgroundColor, icons } = await installedLook(c);
	const body = {
		id: "/",
		start_url: "/",
		scope: "/",
		display: "standalone",
		lang: "en",
		name,
		short_name: shortName,
		theme_color: themeColor,
		background_color: backgroundColor,
		icons: icons.map((icon) => ({ ...icon, type: "image/png" })),
	};
	const headers = { "content-type": "application/manifest+json", "cache-control": "no-cache" };
	return new Response(c.req.method === "HEAD" ? null : JSON.stringify(body), { headers });
}
