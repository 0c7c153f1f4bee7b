import { describe, it } from "vitest";
import headersFile from "../../../client/public/_headers?raw";
import { dataHeaders, documentHeaders } from "../../../worker/base/security-headers";
import { freshBindings, get, ownOrigin, send } from "../fixtures/console";

function headersFor(pattern: string): Record<string, string> {
	const lines = headersFile.split("\n").filter((line) => !line.startsWith("#"));
	const start = lines.indexOf(pattern);
	const end = lines.findIndex((line, index) => index > start && !line.startsWith("  "));
	const rules = lines.slice(start + 1, end === -1 ? undefined : end);
	return Object.fromEntries(
		rules.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
}

describe("an address without a file", () => {
	it("returns the application for every address of its own", async ({ expect }) => {
		const plain = ["/", "/login", "/devices/dev_1", "/devices/a.b/log", "/alerts/", "/devices?next=/a.js"];
		const dotted = ["/nowhere.html", "/devices/a.b", "/groups/edit/x.y.z", "/.env", "/assetsx/a.js"];
		for (const path of [...plain, ...dotted]) {
			const response = await get(path, { headers: { "sec-fetch-mode": "navigate" } });
			expect([response.status, response.headers.get("content-type")], path).toEqual([200, "text/html"]);
			expect(await response.text(), path).toContain("<title>AQLCloud</title>");
		}
	});

	it("returns 404 for a missing file, which a stale page may request", async ({ expect }) => {
		for (const path of ["/assets/index-abc.js", "/assets/", "/assets/deep/er/x.css"]) {
			for (const mode of ["navigate", "no-cors", "cors"]) {
				expect((await get(path, { headers: { "sec-fetch-mode": mode } })).status, path).toBe(404);
			}
		}
		for (const path of ["/theme.js", "/favicon.ico", "/deep/er/x.css"]) {
			expect((await get(path, { headers: { "sec-fetch-mode": "no-cors" } })).status, path).toBe(404);
		}
	});

	it("S33 may hold an inline script in Vite's dev server on this machine, and nowhere else", async ({ expect }) => {
		const policyOf = async (url: string, bindings: Parameters<typeof freshBindings>[0]) =>
			(await send(new Request(url), freshBindings(bindings))).headers.get("content-security-policy");
		expect(await policyOf("http://localhost:5173/login", { DEV_SERVER: "on" })).toBe("frame-ancestors 'none'");
		const strict = documentHeaders["content-security-policy"];
		expect(await policyOf("http://localhost:5173/login", {})).toBe(strict);
		expect(await policyOf("https://console.example.com/login", { DEV_SERVER: "on" })).toBe(strict);
	});

	it("returns a JSON 404 below /api and /_serverFn", async ({ expect }) => {
		for (const path of ["/api/nothing", "/api/auth/nothing", "/_serverFn/other", "/api/"]) {
			const response = await get(path);
			expect(response.status, path).toBe(404);
			expect(await response.json(), path).toMatchObject({ error: { name: "NotFound" } });
		}
	});

	it("accepts GET and HEAD only", async ({ expect }) => {
		const head = await send(new Request(`${ownOrigin}/login`, { method: "HEAD" }));
		expect([head.status, await head.text()]).toEqual([200, ""]);
		expect((await send(new Request(`${ownOrigin}/login`, { method: "POST" }))).status).toBe(405);
	});
});

describe("security headers", () => {
	it("S33 S34 appear on every response of the Worker", async ({ expect }) => {
		const headersOf = async (path: string) => Object.fromEntries((await get(path)).headers);
		expect(await headersOf("/login")).toMatchObject(documentHeaders);
		for (const path of [
			"/assets/missing.js",
			"/api/isAuthenticated",
			"/api/proxy/a.b",
			"/api/health",
			"/api/nothing",
		]) {
			expect(await headersOf(path), path).toMatchObject(dataHeaders);
		}
	});

	it("S33 allow script from here alone", ({ expect }) => {
		const policy = documentHeaders["content-security-policy"] ?? "";
		expect(policy).toContain("script-src 'self';");
		expect(policy).not.toContain("unsafe-eval");
		for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
			expect(policy.split("; ")).toContain(rule);
		}
	});

	it("S34 stay the same for files, which the Worker never sees", ({ expect }) => {
		expect(headersFor("/*")).toEqual(documentHeaders);
		expect(headersFor("/assets/*")).toEqual({ "cache-control": "public, max-age=31536000, immutable" });
	});
});

describe("the local run's pages", () => {
	it("load with the binding and on this machine, and nowhere else", async ({ expect }) => {
		const local = { origin: "http://localhost:5173" };
		expect(await (await get("/__local", local)).text()).toBe("local page");
		expect(await (await get("/__local/mailbox", local)).text()).toBe("local page");
		expect((await get("/__local")).status).toBe(404);
		expect((await get("/__local", { origin: "http://evil.example:5173" })).status).toBe(404);
		expect((await get("/__local", { ...local, bindings: freshBindings({ LOCAL: undefined }) })).status).toBe(404);
	});
});
