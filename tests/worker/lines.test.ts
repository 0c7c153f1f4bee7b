import { describe, it } from "vitest";
import { connectionLost, fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

const paths = ["/api/v2/write?org=o&bucket=b", "/write?db=d"];

const lines = (path: string, init: RequestInit = {}) =>
	new Request(`${ownOrigin}${path}`, {
		method: "POST",
		headers: {
			authorization: "Token aqi_key",
			"content-type": "text/plain",
			cookie: "a=1",
			origin: "https://else.example",
		},
		body: "m v=1",
		...init,
	});

describe("the line protocol at the console", () => {
	it.for(paths)("passes lines to the backend without cookies, and its wait back: %s", async (path, { expect }) => {
		const seen: Request[] = [];
		const BACKEND = fetcherOf(async (url, init) => {
			seen.push(new Request(url, init));
			const headers = { "retry-after": "30", "x-influxdb-version": "2.7.0-compatible", "set-cookie": "a=1" };
			return Response.json({ code: "too many requests" }, { status: 429, headers });
		});
		const response = await send(lines(path), freshBindings({ BACKEND }));
		expect([response.status, response.headers.get("retry-after")]).toEqual([429, "30"]);
		expect(response.headers.get("x-influxdb-version")).toBe("2.7.0-compatible");
		expect(response.headers.get("set-cookie")).toBeNull();
		expect(seen.map(({ url }) => url)).toEqual([`${ownOrigin}${path}`]);
		expect(seen[0]?.headers.get("authorization")).toBe("Token aqi_key");
		expect(seen[0]?.headers.get("cookie")).toBeNull();
	});

	it("waits at 503 whenever a backend cannot take lines, as senders throw lines away at other statuses", async ({
		expect,
	}) => {
		const lost = freshBindings({ BACKEND: fetcherOf(connectionLost) });
		const foreign = {
			...freshBindings({ BACKEND: fetcherOf(connectionLost) }),
			UPSTREAM_URL: "https://up.example/trpc",
		};
		for (const bindings of [lost, foreign]) {
			for (const path of paths) {
				const response = await send(lines(path), bindings);
				expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
				expect(await response.json()).toEqual({
					code: "unavailable",
					message: "Keep the lines and send them again.",
				});
			}
		}
	});

	it("asks the backend for /health and /ping, and shows no page there", async ({ expect }) => {
		const seen: string[] = [];
		const BACKEND = fetcherOf(async (url, init) => {
			seen.push(`${new Request(url, init).method} ${new URL(url).pathname}`);
			return new Response(null, { status: 204 });
		});
		for (const [method, path] of [
			["GET", "/health"],
			["HEAD", "/ping"],
			["GET", "/ping"],
		] as const) {
			const request = new Request(`${ownOrigin}${path}`, { method });
			expect((await send(request, freshBindings({ BACKEND }))).status).toBe(204);
		}
		expect(seen).toEqual(["GET /health", "HEAD /ping", "GET /ping"]);
		expect((await send(lines("/write", { method: "GET", body: null }), freshBindings({ BACKEND }))).status).toBe(405);
	});
});
