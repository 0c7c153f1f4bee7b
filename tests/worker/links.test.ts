import { describe, it } from "vitest";
import { connectionLost, fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

const policy = "default-src 'none'; form-action 'self'";

describe("a link of a message", () => {
	it("reaches the backend without cookies, and its response keeps its own policy and stays out of caches", async ({
		expect,
	}) => {
		const seen: Request[] = [];
		const BACKEND = fetcherOf(async (url, init) => {
			seen.push(new Request(url, init));
			const headers = {
				"content-type": "text/html; charset=utf-8",
				"content-security-policy": policy,
				"referrer-policy": "no-referrer",
				"x-robots-tag": "noindex, nofollow",
				"cache-control": "no-store",
				"set-cookie": "a=1",
			};
			return new Response("<!doctype html>", { headers });
		});
		const body = "choice=all&number=42";
		const headers = { cookie: "a=1", authorization: "Bearer x", "content-type": "application/x-www-form-urlencoded" };
		const request = new Request(`${ownOrigin}/api/links/a.b.c`, { method: "POST", headers, body });
		const response = await send(request, freshBindings({ BACKEND }));
		expect(await seen[0]?.text()).toBe(body);
		expect([seen[0]?.headers.get("cookie"), seen[0]?.headers.get("authorization")]).toEqual([null, null]);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-security-policy": policy,
			"referrer-policy": "no-referrer",
			"cache-control": "no-store",
			"x-robots-tag": "noindex, nofollow",
			"x-content-type-options": "nosniff",
		});
		expect(response.headers.get("set-cookie")).toBeNull();
	});

	it("returns 502 if the backend cannot respond, and appears in no log", async ({ expect }) => {
		const BACKEND = fetcherOf(connectionLost);
		const response = await send(new Request(`${ownOrigin}/api/links/secret.token`), freshBindings({ BACKEND }));
		expect(response.status).toBe(502);
		expect(await response.text()).not.toContain("secret.token");
	});

	it("returns a page for people if the backend cannot respond, which claims no outcome of the button", async ({
		expect,
	}) => {
		const BACKEND = fetcherOf(connectionLost);
		const open = async (method: string, accept = "text/html,*/*;q=0.8") => {
			const request = new Request(`${ownOrigin}/api/links/secret.token`, { method, headers: { accept } });
			const response = await send(request, freshBindings({ BACKEND }));
			return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
		};
		const [looked, pressed] = [await open("GET"), await open("POST")];
		for (const { status, type, text } of [looked, pressed]) {
			expect([status, type]).toEqual([502, "text/html; charset=utf-8"]);
			expect(text).toContain("Can't reach AQLCloud");
			expect(text).not.toContain("secret.token");
		}
		expect(looked.text).toContain("nothing was done");
		expect(pressed.text).not.toContain("nothing was done");
		expect((await open("POST", "application/json")).type).toBe("application/json");
	});
});
