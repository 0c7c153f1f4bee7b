import { afterEach, describe, it, vi } from "vitest";
import { requestIdForm } from "../fixtures/browser";
import { backendCalls, freshBindings, get, post, storedSession } from "../fixtures/console";

afterEach(() => void vi.unstubAllGlobals());

const unique = () => `echo.${crypto.randomUUID()}`;

describe("a request to the backend", () => {
	it("S52 carries the unchanged call, the session's tokens, and only headers on the list", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const procedure = unique();
		const query = `?batch=1&input=${encodeURIComponent('{"0":{"json":{"a":"ü,"}}}')}`;
		const response = await get(`/api/proxy/${procedure}%2Ca.b${query}`, {
			cookies,
			headers: {
				authorization: "Bearer stolen",
				"x-aqlcloud-id-token": "forged",
				"x-forwarded-for": "203.0.113.9",
				"cf-connecting-ip": "192.0.2.7",
				"cf-ray": "x",
				"x-session": "ended",
				"x-requested-by": "aqlcloud",
				"x-request-id": "request-12345",
				"x-aqlcloud-contract": "2",
				"x-user-id": "somebody",
				accept: "application/json",
				"accept-language": "de",
				"trpc-accept": "application/jsonl",
				"last-event-id": "7",
				traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
				"user-agent": "Mozilla/5.0 (Windows NT 10.0)",
				"idempotency-key": "8e03978e-40d5-43e8-bc93-6894a57f9324",
			},
		});
		const [call] = await backendCalls(procedure);
		expect(call).toMatchObject({
			method: "GET",
			url: `https://console.example.com/api/proxy/${procedure}%2Ca.b${query}`,
		});
		const { host: _host, "x-aqlcloud-id-token": idToken, ...headers } = call?.headers ?? {};
		expect(headers).toEqual({
			authorization: `Bearer ${accessToken}`,
			"x-forwarded-for": "192.0.2.7",
			"x-request-id": response.headers.get("x-request-id"),
			"x-caller-request-id": "request-12345",
			"x-aqlcloud-contract": "2",
			accept: "application/json",
			"accept-language": "de",
			"trpc-accept": "application/jsonl",
			"last-event-id": "7",
			traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
			"user-agent": "Mozilla/5.0 (Windows NT 10.0)",
			"idempotency-key": "8e03978e-40d5-43e8-bc93-6894a57f9324",
		});
		expect(cookies).toContain(`idToken=${idToken}`);
	});

	it("carries a mutation's body and its content type", async ({ expect }) => {
		const { cookies } = await storedSession();
		const procedure = unique();
		await post(`/api/proxy/${procedure}?batch=1`, { cookies, body: { 0: { json: { name: "Cold room" } } } });
		expect(await backendCalls(procedure)).toMatchObject([
			{
				method: "POST",
				body: '{"0":{"json":{"name":"Cold room"}}}',
				headers: { "content-type": "application/json" },
			},
		]);
	});

	it("goes to UPSTREAM_URL if that is set, below its path and without the id token", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const sent: [string, RequestInit][] = [];
		vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
			sent.push([url, init]);
			return Response.json({ result: { data: { json: 1 } } });
		});
		const bindings = freshBindings({ UPSTREAM_URL: "https://upstream.example/trpc/v1/" });
		const response = await get("/api/proxy/a.b,c.d?batch=1&input=%7B%7D", { cookies, bindings });
		expect(response.status).toBe(200);
		expect(sent.map(([url]) => url)).toEqual(["https://upstream.example/trpc/v1/a.b,c.d?batch=1&input=%7B%7D"]);
		const headers = new Headers(sent[0]?.[1].headers);
		expect([headers.get("authorization"), headers.get("x-aqlcloud-id-token"), headers.get("cookie")]).toEqual([
			`Bearer ${accessToken}`,
			null,
			null,
		]);
		expect(sent[0]?.[1].redirect).toBe("manual");
	});
});

describe("a response to the browser", () => {
	it("S52 drops the backend's cookies, its CORS headers and its server's name", async ({ expect }) => {
		const { cookies } = await storedSession();
		const response = await get("/api/proxy/case.leaky", { cookies });
		expect(response.status).toBe(200);
		for (const name of ["set-cookie", "access-control-allow-origin", "server", "x-powered-by"]) {
			expect(response.headers.get(name), name).toBeNull();
		}
		expect(response.headers.get("vary")).toBe("trpc-accept, accept");
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		expect(response.headers.get("server-timing")).toMatch(/^auth;dur=\d+, upstream;dur=\d+, total;dur=\d+$/);
	});

	it("S52 drops the address of a redirect", async ({ expect }) => {
		const { cookies } = await storedSession();
		const response = await get("/api/proxy/case.redirect", { cookies });
		expect([response.status, response.headers.get("location")]).toEqual([502, null]);
	});

	it("keeps the status and the items of a batch", async ({ expect }) => {
		const { cookies } = await storedSession();
		const mixed = await get("/api/proxy/case.mixed,a.b?batch=1", { cookies });
		expect([mixed.status, await mixed.json()]).toEqual([207, [{ result: {} }, { error: {} }]]);
		expect((await get("/api/proxy/case.notFound?batch=1", { cookies })).status).toBe(404);
	});

	it("carries the cookies of a session that was just refreshed", async ({ expect }) => {
		const { cookies } = await storedSession({ accessExpiresIn: -60 });
		const response = await get("/api/proxy/a.b", { cookies });
		expect(response.status).toBe(200);
		expect(response.headers.getSetCookie().some((line) => line.includes(".accessToken="))).toBe(true);
	});

	it("carries a request id that no caller can choose", async ({ expect }) => {
		const idFor = async (text: string) =>
			(await get("/api/health", { headers: { "x-request-id": text } })).headers.get("x-request-id");
		const sent = ["abc-DEF_123", "short", "x".repeat(65), "with space in it", '{"event":"forged"}'];
		const ids = await Promise.all([...sent, ...sent].map(idFor));
		for (const id of ids) expect(id).toMatch(requestIdForm);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it.for(["short", "x".repeat(65), "with space in it", '{"event":"forged"}'])(
		"hands on no id of the caller that is not fit for a log: %s",
		async (text, { expect }) => {
			const { cookies } = await storedSession();
			const procedure = `own.id-${crypto.randomUUID()}`;
			await get(`/api/proxy/${procedure}?input=%7B%7D`, {
				cookies,
				headers: { "x-request-id": text, "x-caller-request-id": "forged-id-1" },
			});
			const [call] = await backendCalls(procedure);
			expect(call?.headers).not.toHaveProperty("x-caller-request-id");
		},
	);
});
