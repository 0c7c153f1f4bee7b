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

	it("leads from the short address of an SMS to its page, by GET and HEAD alone", async ({ expect }) => {
		const seen: string[] = [];
		const BACKEND = fetcherOf(async (url) => {
			seen.push(new URL(String(url)).pathname);
			return new Response(null, {
				status: 302,
				headers: { location: "/api/links/a.b.c", "cache-control": "no-store" },
			});
		});
		const open = (method: string) => {
			const headers = { cookie: "a=1" };
			return send(new Request(`${ownOrigin}/a/0123456789abcde`, { method, headers }), freshBindings({ BACKEND }));
		};
		for (const method of ["GET", "HEAD"]) {
			const response = await open(method);
			expect([response.status, response.headers.get("location")]).toEqual([302, "/api/links/a.b.c"]);
		}
		const denied = await open("POST");
		expect([denied.status, denied.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
		expect(seen).toEqual(["/a/0123456789abcde", "/a/0123456789abcde"]);
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
		const short = new Request(`${ownOrigin}/a/0123456789abcde`, { headers: { accept: "text/html" } });
		const shortPage = await (await send(short, freshBindings({ BACKEND }))).text();
		expect(shortPage).toContain("Nothing is wrong with your link");
		expect(shortPage).not.toContain("0123456789abcde");
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
