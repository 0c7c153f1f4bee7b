import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../backend/openapi/document";
import { uploadOperations } from "../../../backend/openapi/upload-operations";
import { origin, send } from "../fixtures/people";

const page = "/api/v1/";
const json = "/api/v1/openapi.json";

describe("the page and the document of the API", () => {
	it("need no key and no session", async () => {
		const response = await send(json);
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
		expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(origin))));
	});

	it.each([page, json])("allow caches to store %s, and to revalidate it by its tag", async (path) => {
		const first = await send(path);
		const etag = first.headers.get("etag") ?? "";
		expect(etag).toMatch(/^"\S{40,}"$/);
		expect(first.headers.get("cache-control")).toBe("public, max-age=300");
		expect(first.headers.get("set-cookie")).toBeNull();
		for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
			const again = await send(path, { headers: { "if-none-match": sent } });
			expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
		}
		expect((await send(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
	});

	it.each([page, json])("allow only reads of %s", async (path) => {
		const head = await send(path, { method: "HEAD" });
		expect([head.status, await head.text()]).toEqual([200, ""]);
		const rejected = await send(path, { method: "POST", body: "{}" });
		expect([rejected.status, rejected.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
		expect(await rejected.json()).toMatchObject({ error: { name: "MethodNotAllowed", requestId: expect.any(String) } });
	});

	it("appear without the slash at the end too", async () => {
		const [one, other] = await Promise.all([send(page), send("/api/v1")]);
		expect(await one.text()).toBe(await other.text());
	});

	it("run no script, and have one style, which the policy names", async () => {
		const response = await send(page);
		const text = await response.text();
		expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|javascript:/i);
		const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
		const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)));
		expect(response.headers.get("content-security-policy")?.split("; ")).toEqual([
			"default-src 'none'",
			`style-src 'sha256-${btoa(String.fromCharCode(...digest))}'`,
			"base-uri 'none'",
			"form-action 'none'",
			"frame-ancestors 'none'",
		]);
	});

	it("show a command for each endpoint, and escape what they show", async () => {
		const text = await (await send(page)).text();
		for (const path of Object.keys(uploadOperations().paths)) {
			expect(text).toContain(`curl &#39;${origin}${path}`);
		}
		expect(text).toContain("Fields of a row");
		expect(text).toContain("{&quot;accepted&quot;:3,");
		expect(text).not.toContain("[object Object]");
		expect(text).not.toContain("undefined");
	});

	it.each([
		["/api/ingest/v1", page],
		["/api/ingest/v1/", page],
		["/api/ingest/v1/openapi.json", json],
	])("redirect from the former address %s", async (former, location) => {
		const response = await send(former, { redirect: "manual" });
		expect([response.status, response.headers.get("location")]).toEqual([301, location]);
	});
});
