import { it } from "vitest";
import { fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

it("passes an assistant's message to the backend with its origin, and without cookies", async ({ expect }) => {
	const seen: Request[] = [];
	const BACKEND = fetcherOf(async (url, init) => {
		seen.push(new Request(url, init));
		return Response.json({}, { status: 401, headers: { "www-authenticate": "Bearer", "set-cookie": "a=1" } });
	});
	const headers = {
		authorization: "Bearer aqk_key",
		"content-type": "application/json",
		"mcp-protocol-version": "2026-07-28",
		cookie: "a=1",
		origin: "https://else.example",
	};
	const request = new Request(`${ownOrigin}/mcp`, { method: "POST", headers, body: "{}" });
	const response = await send(request, freshBindings({ BACKEND }));
	expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
	expect(response.headers.get("set-cookie")).toBeNull();
	const passed = ["authorization", "origin", "mcp-protocol-version", "cookie"].map((name) =>
		seen[0]?.headers.get(name),
	);
	expect(passed).toEqual(["Bearer aqk_key", "https://else.example", "2026-07-28", null]);
	expect(seen[0]?.url).toBe(`${ownOrigin}/mcp`);
});
