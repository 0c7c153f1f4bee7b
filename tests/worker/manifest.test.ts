import { describe, it } from "vitest";
import { manifestPath } from "../../worker/manifest";
import { get, ownOrigin, send } from "./fixtures/console";

describe("the manifest of the installed console", () => {
	it("gives its name and its look, with or without a session", async ({ expect }) => {
		const response = await get(manifestPath);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("application/manifest+json");
		expect(await response.json()).toEqual({
			id: "/",
			start_url: "/",
			scope: "/",
			display: "standalone",
			lang: "en",
			name: "AQLCloud",
			short_name: "AQLCloud",
			theme_color: "#f7f9fa",
			background_color: "#f7f9fa",
			icons: [
				{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
				{ src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
				{ src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
			],
		});
	});

	it("reloads each time, as a file that a page requests, and sets no cookie", async ({ expect }) => {
		const { status, headers } = await get(manifestPath, { headers: { "sec-fetch-mode": "cors" } });
		expect([status, headers.get("cache-control"), headers.get("set-cookie")]).toEqual([200, "no-cache", null]);
		const head = await send(new Request(`${ownOrigin}${manifestPath}`, { method: "HEAD" }));
		expect([head.status, await head.text()]).toEqual([200, ""]);
		expect((await send(new Request(`${ownOrigin}${manifestPath}`, { method: "POST" }))).status).toBe(405);
	});
});
