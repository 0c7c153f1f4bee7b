import { describe, it } from "vitest";
import { documentHeaders } from "../../worker/base/security-headers";
import { fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

const policy = "default-src 'none'; style-src 'sha256-x'";

function backendWithPage() {
	const seen: Request[] = [];
	const headers = {
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": policy,
		"cache-control": "public, max-age=300",
		etag: '"1"',
		"set-cookie": "a=1",
	};
	const BACKEND = fetcherOf(async (url, init) => {
		seen.push(new Request(url, init));
		return new Response("<!doctype html>", { headers });
	});
	return { bindings: freshBindings({ BACKEND }), seen };
}

describe("the page about the endpoints", () => {
	it.for(["/api/v1/", "/api/v1"])(
		"passes with its tag, its own policy and the headers of every page: %s",
		async (path, { expect }) => {
			const { bindings, seen } = backendWithPage();
			const request = new Request(`${ownOrigin}${path}`, { headers: { "if-none-match": '"0"', cookie: "a=1" } });
			const response = await send(request, bindings);
			expect(seen[0]?.headers.get("if-none-match")).toBe('"0"');
			expect(seen[0]?.headers.get("cookie")).toBeNull();
			const { "x-request-id": id, ...headers } = Object.fromEntries(response.headers);
			expect(id).toEqual(expect.any(String));
			expect(headers).toEqual({
				...documentHeaders,
				"content-security-policy": policy,
				"content-type": "text/html; charset=utf-8",
				"cache-control": "public, max-age=300",
				etag: '"1"',
			});
		},
	);

	it("redirects from the former address of uploads, and no response to an upload enters a cache", async ({
		expect,
	}) => {
		const location = "/api/v1/";
		const BACKEND = fetcherOf(async () => new Response(null, { status: 301, headers: { location, etag: '"1"' } }));
		const response = await send(new Request(`${ownOrigin}/api/ingest/v1/`), freshBindings({ BACKEND }));
		expect([response.status, response.headers.get("location")]).toEqual([301, location]);
		expect([response.headers.get("cache-control"), response.headers.get("etag")]).toEqual(["no-store", null]);
	});
});

describe("a call of a program", () => {
	it("goes on with its key and the key of the request, and without cookies", async ({ expect }) => {
		const { bindings, seen } = backendWithPage();
		const headers = { authorization: "Bearer aqk_1", "idempotency-key": '"1"', "if-none-match": '"0"', cookie: "a=1" };
		await send(new Request(`${ownOrigin}/api/v1/notes`, { method: "POST", headers }), bindings);
		const { "x-request-id": id, ...sent } = Object.fromEntries(seen[0]?.headers ?? []);
		expect(id).toEqual(expect.any(String));
		expect(sent).toEqual({ authorization: "Bearer aqk_1", "idempotency-key": '"1"', "if-none-match": '"0"' });
	});
});
