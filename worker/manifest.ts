import { brandImagePath } from "../shared/account/brand";
import { brandOfHost } from "./branded-page";
import type { ConsoleContext } from "./services/console";

export const manifestPath = "/manifest.webmanifest";

/** What an installed console is called, and how it looks before its first page. */
type InstalledLook = {
	name: string;
	/** Under the icon: some systems cut it off after 12 characters. */
	shortName: string;
	/** Of the window's frame and of the screen shown at the start; a manifest has no dark ones. */
	themeColor: string;
	backgroundColor: string;
	icons: { src: string; sizes: string; purpose?: "maskable" }[];
};

/** The ground of the console's light screens, as in client/ui/layout/tokens.css. */
const ground = "#f7f9fa";

/** Browsers install nothing with a smaller one. */
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

/** Of the hostname's brand, as no one is signed in. An icon too small to be installed leaves the product's own. */
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

/** Browsers request it without cookies. Requested anew each time, so that a changed name is never an old one. */
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
