import { describe, expect, it } from "vitest";
import { type HostBrandResult, neutralBrand, shownBrand } from "../../shared/account/brand";
import { manifestPath } from "../../worker/manifest";
import { connectionLost, fetcherOf, freshBindings, send } from "./fixtures/console";

const favicon = { hash: "f".repeat(64), width: 192, height: 192 };
const brand = shownBrand({
	key: "0123456789abcdef",
	revision: 5,
	brand: { ...neutralBrand, productName: "Northwind </script><b>", primary: "#7a1fa2", favicon },
});
const file =
	'<title>AQLCloud</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><script src="/theme.js"></script>';

function bindings(respond: () => Promise<Response> = async () => Response.json({ brand } satisfies HostBrandResult)) {
	const requested: string[] = [];
	const BACKEND = fetcherOf((url) => {
		requested.push(url);
		return respond();
	});
	const ASSETS = fetcherOf(async () => {
		return new Response(file, { headers: { "content-type": "text/html", etag: '"abc"', "content-length": "9" } });
	});
	return { asked: requested, own: freshBindings({ BACKEND, ASSETS }) };
}

const page = (
	own: ReturnType<typeof freshBindings>,
	headers: Record<string, string> = {},
	url = "https://cold.test/",
) => send(new Request(url, { headers }), own);

describe("a page of a hostname with a brand", () => {
	it("shows its name, its icon and its look before any script", async () => {
		const { own, asked: requested } = bindings();
		const response = await page(own, {}, "https://cold.test/login");
		const html = await response.text();
		expect(html).toContain("<title>Northwind &lt;/script&gt;&lt;b&gt;</title>");
		expect(html).toContain(`href="/api/brand/${favicon.hash}" type="image/png"`);
		const data = /<script id="brand" type="application\/json">(.*?)<\/script><script src="\/theme\.js">/s.exec(html);
		expect(JSON.parse(data?.[1] ?? "")).toEqual(brand);
		expect(requested).toEqual(["https://backend/api/host-brand?hostname=cold.test"]);
		expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
	});

	it("carries its own tag, and returns 304 for it", async () => {
		const { own } = bindings();
		const etag = (await page(own)).headers.get("etag") ?? "";
		expect(etag).toBe('W/"abc-0123456789abcdef-5"');
		const again = await page(own, { "if-none-match": `"x", ${etag}` });
		expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
		expect((await page(own, { "if-none-match": '"abc"' })).status).toBe(200);
	});

	it("fetches its brand once in an isolate for each hostname", async () => {
		const { own, asked: requested } = bindings();
		const urls = ["https://cold.test/", "https://cold.test./login", "https://cold.test:8443/", "https://other.test/"];
		for (const url of urls) expect(await (await page(own, {}, url)).text(), url).toContain("<title>Northwind");
		expect(requested.map((url) => new URL(url).searchParams.get("hostname"))).toEqual(["cold.test", "other.test"]);
	});

	it("takes no look from another party's backend", async () => {
		const { asked: requested, own } = bindings();
		const response = await page({ ...own, UPSTREAM_URL: "https://upstream.test" });
		expect([await response.text(), requested]).toEqual([file, []]);
	});
});

describe("a page of any other hostname", () => {
	it.each<[string, () => Promise<Response>]>([
		["that nobody has mapped", async () => Response.json({ brand: null })],
		["while the backend cannot be reached", connectionLost],
		["while the backend fails", async () => new Response(null, { status: 503 })],
	])("returns the file unchanged with its tag: %s", async (_, respond) => {
		const { own } = bindings(respond);
		const found = await page(own);
		expect([found.status, found.headers.get("etag"), await found.text()]).toEqual([200, '"abc"', file]);
		expect((await page(own, { "if-none-match": 'W/"abc"' })).status).toBe(304);
	});
});

describe("a picture of a brand", () => {
	const png = () =>
		Promise.resolve(
			new Response("png", {
				headers: {
					"content-type": "image/png",
					etag: '"f"',
					"cache-control": "public, immutable",
					"set-cookie": "a=1",
				},
			}),
		);

	it("loads for everyone, and as nothing but a picture", async () => {
		const { own } = bindings(png);
		const response = await page(
			own,
			{ cookie: "a=1", "sec-fetch-site": "cross-site" },
			"https://cold.test/api/brand/f",
		);
		expect([response.status, (await response.arrayBuffer()).byteLength, response.headers.get("set-cookie")]).toEqual([
			200,
			3,
			null,
		]);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "image/png",
			etag: '"f"',
			"cache-control": "public, immutable",
			"cross-origin-resource-policy": "cross-origin",
			"x-content-type-options": "nosniff",
			"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
		});
	});

	it("returns 404 if it does not exist, and takes no other method", async () => {
		const { own } = bindings(async () => new Response(null, { status: 404 }));
		expect((await page(own, {}, "https://cold.test/api/brand/f")).status).toBe(404);
		const posted = await send(new Request("https://cold.test/api/brand/f", { method: "POST" }), own);
		expect(posted.status).toBe(405);
	});
});

it("gives the installed console the name and icon of its hostname, if that icon is large enough", async () => {
	const address = `https://cold.test${manifestPath}`;
	expect(await (await page(bindings().own, {}, address)).json()).toMatchObject({
		name: "Northwind </script><b>",
		short_name: "Northwind </script><b>",
		icons: [{ src: `/api/brand/${favicon.hash}`, sizes: "192x192", type: "image/png" }],
	});
	const small = brand && { ...brand, favicon: { ...favicon, width: 64, height: 64 } };
	const { own } = bindings(async () => Response.json({ brand: small } satisfies HostBrandResult));
	const { icons } = await (await page(own, {}, address)).json<{ icons: { src: string }[] }>();
	expect(icons[0]?.src).toBe("/icons/icon-192.png");
});
