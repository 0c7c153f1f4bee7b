import { it } from "vitest";
import { fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

const paths = ["/mcp", "/mcp/", "/oauth/token", "/.well-known/oauth-protected-resource/mcp"];

it.for(paths)("passes an assistant's request to the backend without cookies: %s", async (path, { expect }) => {
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
	const request = new Request(`${ownOrigin}${path}`, { method: "POST", headers, body: "{}" });
	const response = await send(request, freshBindings({ BACKEND }));
	const isOfMessages = path.startsWith("/mcp");
	const challenge = isOfMessages ? "Bearer" : null;
	expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, challenge]);
	expect(response.headers.get("set-cookie")).toBeNull();
	const passed = ["authorization", "cookie", "origin", "mcp-protocol-version"].map((name) =>
		seen[0]?.headers.get(name),
	);
	const ofMessages = isOfMessages ? ["https://else.example", "2026-07-28"] : [null, null];
	expect(passed).toEqual(["Bearer aqk_key", null, ...ofMessages]);
	expect(seen[0]?.url).toBe(`${ownOrigin}${path}`);
});
