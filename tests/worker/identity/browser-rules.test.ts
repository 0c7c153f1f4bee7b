import { describe, it } from "vitest";
import { backendCalls, cognitoCalls, ownOrigin, send, storedSession } from "../fixtures/console";
import { rightPassword } from "../fixtures/pool-ids";

type Headers = Record<string, string>;
const own = { "x-requested-by": "aqlcloud", "sec-fetch-site": "same-origin", origin: ownOrigin };

function signInWith(headers: Headers, email: string) {
	const body = JSON.stringify({ email, password: rightPassword });
	const sent = { "content-type": "application/json", ...headers };
	return send(new Request(`${ownOrigin}/api/auth/sign-in`, { method: "POST", headers: sent, body }));
}

const unique = () => `jane-${crypto.randomUUID()}`;

describe("a write", () => {
	const foreign: [why: string, headers: Headers][] = [
		["S23 without the header of ours", { "sec-fetch-site": "same-origin", origin: ownOrigin }],
		["S23 with another value in it", { ...own, "x-requested-by": "somebody" }],
		["S24 from a sibling host", { ...own, "sec-fetch-site": "same-site" }],
		["S24 from another site", { ...own, "sec-fetch-site": "cross-site" }],
		["S24 typed into the address bar", { ...own, "sec-fetch-site": "none" }],
		["S25 with another Origin", { ...own, origin: "https://evil.example" }],
		["S25 with our Origin on another port", { ...own, origin: `${ownOrigin}:8443` }],
		["S25 with the Origin null", { ...own, origin: "null" }],
		["S25 with neither Origin nor Sec-Fetch-Site", { "x-requested-by": "aqlcloud" }],
	];

	it.for(foreign)("S29 fails at sign-in without a call: %s", async ([, headers], { expect }) => {
		const email = `${unique()}@example.com`;
		const response = await signInWith(headers, email);
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ error: { name: "CrossSiteRequest" } });
		expect(await cognitoCalls(email)).toEqual([]);
	});

	it.for(foreign)("fails at the proxy without a call: %s", async ([, headers], { expect }) => {
		const { cookies } = await storedSession();
		const procedure = `case.${unique()}`;
		const sent = { "content-type": "application/json", cookie: cookies, ...headers };
		const request = new Request(`${ownOrigin}/api/proxy/${procedure}`, { method: "POST", headers: sent, body: "{}" });
		const response = await send(request);
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ error: { json: { data: { reason: "CROSS_SITE" } } } });
		expect(await backendCalls(procedure)).toEqual([]);
	});

	it("S25 passes with either of Origin and Sec-Fetch-Site", async ({ expect }) => {
		const { origin, "sec-fetch-site": site, ...declared } = own;
		expect((await signInWith({ ...declared, origin }, `${unique()}@example.com`)).status).toBe(200);
		expect((await signInWith({ ...declared, "sec-fetch-site": site }, `${unique()}@example.com`)).status).toBe(200);
	});
});

describe("a read", () => {
	const read = async (path: string, headers: Headers) => {
		const { cookies } = await storedSession();
		return (await send(new Request(ownOrigin + path, { headers: { cookie: cookies, ...headers } }))).status;
	};

	it("S24 fails from elsewhere, even with our header", async ({ expect }) => {
		for (const path of ["/api/isAuthenticated", "/_serverFn/isAuthenticated", "/api/auth/config", "/api/proxy/a.b"]) {
			for (const site of ["same-site", "cross-site"]) {
				expect(await read(path, { ...own, "sec-fetch-site": site }), `${path} ${site}`).toBe(403);
			}
			expect(await read(path, { origin: "https://evil.example" }), path).toBe(403);
		}
	});

	it("S24 needs no header of ours, and passes if the browser sends none or nothing", async ({ expect }) => {
		for (const path of ["/api/isAuthenticated", "/api/auth/config", "/api/proxy/a.b"]) {
			expect(await read(path, {}), path).toBe(200);
			expect(await read(path, { "sec-fetch-site": "none" }), path).toBe(200);
			expect(await read(path, { "sec-fetch-site": "same-origin" }), path).toBe(200);
		}
	});
});

describe("another origin", () => {
	it("S27 gets no CORS header, whatever it requests", async ({ expect }) => {
		const { cookies } = await storedSession();
		const paths = ["/api/isAuthenticated", "/api/auth/sign-in", "/api/proxy/case.leaky", "/api/health", "/", "/api/x"];
		for (const path of paths) {
			for (const method of ["OPTIONS", "GET"]) {
				const headers = {
					cookie: cookies,
					origin: "https://evil.example",
					"access-control-request-method": "POST",
					"access-control-request-headers": "x-requested-by",
				};
				const response = await send(new Request(ownOrigin + path, { method, headers }));
				const cors = [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
				expect(cors, `${method} ${path}`).toEqual([]);
			}
		}
	});

	it("S28 signs no one out by GET, even from our own origin", async ({ expect }) => {
		const { cookies } = await storedSession();
		const headers = { ...own, cookie: cookies };
		for (const path of ["/api/auth/sign-out", "/api/auth/sign-in"]) {
			const response = await send(new Request(ownOrigin + path, { headers }));
			expect([response.status, response.headers.get("allow")], path).toEqual([405, "POST"]);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});
});
