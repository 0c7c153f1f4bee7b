import { describe, it } from "vitest";
import { connectionLost, fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

const upload = (headers: Record<string, string> = {}) =>
	new Request(`${ownOrigin}/api/ingest/v1/readings?dry=1`, {
		method: "POST",
		headers: { authorization: "Bearer aqd_key", "content-type": "application/json", ...headers },
		body: '{"readings":[]}',
	});

function recordingBackend() {
	const seen: Request[] = [];
	const BACKEND = fetcherOf(async (url, init) => {
		seen.push(new Request(url, init));
		return Response.json({ accepted: 0 }, { headers: { "set-cookie": "a=1", "access-control-allow-origin": "*" } });
	});
	return { bindings: freshBindings({ BACKEND }), seen };
}

describe("the ingest endpoint", () => {
	it("passes an upload through with the device's key, and nothing a browser would add", async ({ expect }) => {
		const { bindings, seen } = recordingBackend();
		const response = await send(
			upload({
				cookie: "a=1",
				"content-encoding": "gzip",
				"cf-connecting-ip": "192.0.2.7",
				"x-forwarded-for": "203.0.113.1",
				"x-aqlcloud-id-token": "forged",
				"x-request-id": "request-1",
				origin: "https://elsewhere.example",
			}),
			bindings,
		);
		expect([response.status, await response.json()]).toEqual([200, { accepted: 0 }]);
		expect(response.headers.get("set-cookie")).toBeNull();
		expect(response.headers.get("access-control-allow-origin")).toBeNull();
		expect(seen[0]?.url).toBe(`${ownOrigin}/api/ingest/v1/readings?dry=1`);
		expect(await seen[0]?.text()).toBe('{"readings":[]}');
		expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
			authorization: "Bearer aqd_key",
			"content-type": "application/json",
			"content-encoding": "gzip",
			"x-request-id": response.headers.get("x-request-id"),
			"x-forwarded-for": "192.0.2.7",
		});
	});

	it("works whatever the state of the sign-in settings", async ({ expect }) => {
		const { bindings } = recordingBackend();
		expect((await send(upload(), { ...bindings, USER_POOL_ID: "" })).status).toBe(200);
	});

	it("returns 501 if the backend is another party's", async ({ expect }) => {
		const { bindings, seen } = recordingBackend();
		const response = await send(upload(), { ...bindings, UPSTREAM_URL: "https://upstream.example/trpc" });
		expect([response.status, await response.json()]).toEqual([
			501,
			{ error: expect.objectContaining({ name: "NotImplemented" }) },
		]);
		expect(seen).toEqual([]);
	});

	it("returns 502 if the backend cannot be reached, so that a device sends again", async ({ expect }) => {
		const response = await send(upload(), freshBindings({ BACKEND: fetcherOf(connectionLost) }));
		expect(response.status).toBe(502);
		expect(await response.json()).toMatchObject({ error: { name: "UpstreamUnreachable" } });
	});
});
