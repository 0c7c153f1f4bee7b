import { describe, expect, it } from "vitest";
import type { Bindings } from "../../../worker/settings/bindings";
import {
	connectionLost,
	fetcherOf,
	freshBindings,
	ownOrigin,
	send,
	setCookiesOf,
	storedSession,
} from "../fixtures/console";

const id = "0123456789ab";

type Asked = { url: string; headers: Headers };

function bindings(respond: () => Promise<Response>) {
	const asked: Asked[] = [];
	const BACKEND = fetcherOf((url, init) => {
		asked.push({ url, headers: new Headers(init?.headers) });
		return respond();
	});
	const ASSETS = fetcherOf(async (url) => {
		const headers = { "x-frame-options": "DENY", "content-security-policy": "frame-ancestors 'none'" };
		return new Response(`page at ${new URL(new Request(url).url).pathname}`, { headers });
	});
	return { asked, own: freshBindings({ BACKEND, ASSETS } satisfies Partial<Bindings>) };
}

const framedBy =
	(...origins: string[]) =>
	async () =>
		Response.json({ origins });

function open(own: Bindings, path = `/s/${id}`, init: RequestInit = {}) {
	return send(new Request(ownOrigin + path, init), own);
}

const ancestorsOf = ({ headers }: Response) =>
	/frame-ancestors (.*)$/.exec(headers.get("content-security-policy") ?? "")?.[1];

describe("the page of a public link", () => {
	it("S99 sends no cookie to the backend and sets none, whoever is signed in", async () => {
		const { own, asked } = bindings(framedBy());
		const { cookies } = await storedSession();
		const response = await open(own, `/s/${id}`, { headers: { cookie: cookies } });
		expect(setCookiesOf(response)).toEqual([]);
		expect(asked.map(({ url, headers }) => [url, headers.get("cookie"), headers.get("authorization")])).toEqual([
			[`https://backend/api/link-frame?link=${id}`, null, null],
		]);
		expect([response.headers.get("cache-control"), response.headers.get("referrer-policy")]).toEqual([
			"no-store",
			"no-referrer",
		]);
	});

	it("S100 allows the origins of its link alone to frame it, and no page if it has none", async () => {
		const listed = bindings(framedBy("https://example.com", "https://www.example.org:8443"));
		const response = await open(listed.own);
		expect(ancestorsOf(response)).toBe("https://example.com https://www.example.org:8443");
		const blocking = ["x-frame-options", "cross-origin-opener-policy", "cross-origin-resource-policy"];
		expect(blocking.map((name) => response.headers.get(name))).toEqual([null, null, null]);
		expect(response.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self';");
		expect(ancestorsOf(await open(bindings(framedBy()).own))).toBe("'none'");
	});

	it("S100 stays in no frame if the backend does not respond, or with what is no origin", async () => {
		const six = Array.from({ length: 6 }, (_, index) => `https://a${index}.example.com`);
		const failures = [
			connectionLost,
			async () => new Response(null, { status: 503 }),
			framedBy("*"),
			framedBy("https://example.com; script-src *"),
			framedBy(...six),
		];
		for (const fail of failures) {
			const response = await open(bindings(fail).own);
			expect([response.status, ancestorsOf(response)]).toEqual([200, "'none'"]);
		}
	});

	it("stays the same for every id, and reads nothing about an id of another form", async () => {
		const { own, asked } = bindings(framedBy());
		const pages = await Promise.all(
			[`/s/${id}`, "/s/nothing", "/s/%00", "/s/ABCDEFGHJKMN"].map((path) => open(own, path)),
		);
		const shapes = await Promise.all(
			pages.map(async (page) => {
				const headers = [...page.headers].filter(([name]) => name !== "x-request-id");
				return JSON.stringify([page.status, await page.text(), headers]);
			}),
		);
		expect(new Set(shapes).size).toBe(1);
		expect(shapes[0]).toContain("page at /public-link");
		expect(asked).toHaveLength(1);
		expect((await open(own, `/s/${id}`, { method: "POST" })).status).toBe(405);
	});
});
