import { describe, it } from "vitest";
import { connectionLost, fetcherOf, freshBindings, ownOrigin, send } from "./fixtures/console";

const policy = "default-src 'none'; form-action 'self'";

describe("a link of a message", () => {
	it("reaches the backend without cookies, and its answer keeps its own policy and is kept by nobody", async ({
		expect,
	}) => {
		const seen: Request[] = [];
		const BACKEND = fetcherOf(async (url, init) => {
			seen.push(new Request(url, init));
			const headers = {
				...{ "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
				...{ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow", "cache-control": "no-store" },
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
			...{ "content-security-policy": policy, "referrer-policy": "no-referrer", "cache-control": "no-store" },
			...{ "x-robots-tag": "noindex, nofollow", "x-content-type-options": "nosniff" },
		});
		expect(response.headers.get("set-cookie")).toBeNull();
	});

	it("that the backend cannot answer is an outage, and stands in no log", async ({ expect }) => {
		const BACKEND = fetcherOf(connectionLost);
		const response = await send(new Request(`${ownOrigin}/api/links/secret.token`), freshBindings({ BACKEND }));
		expect(response.status).toBe(502);
		expect(await response.text()).not.toContain("secret.token");
	});
});
