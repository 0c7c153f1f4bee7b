import { describe, it } from "vitest";
import { outcomeOf } from "./fixtures/browser";
import { connectionLost, fetcherOf, freshBindings, get, post } from "./fixtures/console";

const sha256 = "ab".repeat(32);
const path = `/api/verify?sha256=${sha256}`;

describe("the check of a file", () => {
	it("calls the backend without a session, and stays out of caches", async ({ expect }) => {
		const seen: Request[] = [];
		const BACKEND = fetcherOf(async (url, init) => {
			seen.push(new Request(url, init));
			return Response.json({ file: null }, { headers: { "set-cookie": "a=1", server: "x" } });
		});
		const headers = { authorization: "Bearer x", "cf-connecting-ip": "203.0.113.9" };
		const response = await get(path, { cookies: "a=1", headers, bindings: freshBindings({ BACKEND }) });
		expect(await response.json()).toEqual({ file: null });
		expect(response.headers.get("cache-control")).toBe("no-store");
		expect([response.headers.get("set-cookie"), response.headers.get("server")]).toEqual([null, null]);
		const [request] = seen;
		expect(new URL(request?.url ?? "").search).toBe(`?sha256=${sha256}`);
		expect(["cookie", "authorization", "x-forwarded-for"].map((name) => request?.headers.get(name) ?? null)).toEqual([
			null,
			null,
			"203.0.113.9",
		]);
	});

	it("reports a bad request, too many requests and an outage", async ({ expect }) => {
		const outcome = async (respond: () => Promise<Response>) =>
			outcomeOf(await get(path, { bindings: freshBindings({ BACKEND: fetcherOf(respond) }) }));
		expect(await outcome(async () => new Response(null, { status: 400 }))).toEqual([400, "InvalidRequest"]);
		expect(await outcome(async () => new Response(null, { status: 429 }))).toEqual([429, "TooManyRequestsException"]);
		expect(await outcome(async () => new Response("x", { status: 500 }))).toEqual([502, "UpstreamUnreachable"]);
		expect(await outcome(connectionLost)).toEqual([502, "UpstreamUnreachable"]);
	});

	it("rejects other sites, other methods, and another party's backend", async ({ expect }) => {
		expect((await get(path, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
		expect((await post(path)).status).toBe(405);
		const bindings = freshBindings({ UPSTREAM_URL: "https://backend.example.com" });
		expect(await outcomeOf(await get(path, { bindings }))).toEqual([501, "NotImplemented"]);
	});
});
