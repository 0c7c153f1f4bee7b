import { describe, it } from "vitest";
import type { Bindings } from "../../worker/settings/bindings";
import { requestIdForm } from "./fixtures/browser";
import {
	cognitoCalls,
	connectionLost,
	fetcherOf,
	freshBindings,
	get,
	ownOrigin,
	send,
	setCookiesOf,
	storedSession,
} from "./fixtures/console";
import { loggedEvents, loggedText } from "./fixtures/event-log";

const path = "/api/export?query=%7B%22format%22%3A%22csv%22%7D";
const file = () =>
	new Response("a,b\r\n", {
		headers: {
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": 'attachment; filename="aqlcloud-log-2026-11-20.csv"',
			"cache-control": "public",
			"set-cookie": "a=1",
			"access-control-allow-origin": "*",
			"x-aqlcloud-not-member": "1",
		},
	});
const denial =
	(status: number, headers: HeadersInit = {}) =>
	() =>
		Response.json({ error: { name: "NotPermitted", message: "No.", requestId: "r" } }, { status, headers });

function fileBackend(...respond: (() => Response)[]) {
	const seen: { url: string; headers: Record<string, string> }[] = [];
	const BACKEND = fetcherOf(async (url, init) => {
		seen.push({ url, headers: Object.fromEntries(new Headers(init.headers)) });
		return (respond[Math.min(seen.length, respond.length) - 1] ?? file)();
	});
	return { bindings: freshBindings({ BACKEND }), seen };
}

async function nameOf(response: Response): Promise<[status: number, name: string | undefined]> {
	const body: { error?: { name: string } } = await response.json();
	return [response.status, body.error?.name];
}

const cleared = (response: Response) => {
	const cookies = setCookiesOf(response);
	return cookies.length > 0 && cookies.every(({ attributes }) => attributes.includes("Max-Age=0"));
};

describe("the export route", () => {
	it("passes a report's file on as a download that cannot act as a page of the console", async ({ expect }) => {
		const { bindings, seen } = fileBackend();
		const { cookies } = await storedSession();
		const filePath = "/api/files/fil_00000000000000000000000001";
		const response = await get(filePath, { bindings, cookies });
		expect([response.status, await response.text()]).toEqual([200, "a,b\r\n"]);
		expect(new URL(seen[0]?.url ?? "").pathname).toBe(filePath);
		expect(response.headers.get("content-disposition")).toContain("attachment");
		expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		expect(response.headers.get("content-security-policy")).toContain("sandbox");
		const without = await get(filePath, { bindings });
		expect(without.status).toBe(401);
	});

	it("passes the file through with the session's tokens, and only what a download needs", async ({ expect }) => {
		const { bindings, seen } = fileBackend();
		const { cookies, accessToken } = await storedSession();
		const headers = { "x-aqlcloud-id-token": "forged", authorization: "Bearer forged", "x-request-id": "request-1" };
		const response = await get(path, { bindings, cookies, headers });
		expect([response.status, await response.text()]).toEqual([200, "a,b\r\n"]);
		expect(Object.fromEntries(response.headers)).toEqual({
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": 'attachment; filename="aqlcloud-log-2026-11-20.csv"',
			"cache-control": "private, no-store",
			"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
			"cross-origin-resource-policy": "same-origin",
			"strict-transport-security": expect.any(String),
			"x-content-type-options": "nosniff",
			"x-request-id": expect.stringMatching(requestIdForm),
		});
		expect(seen).toEqual([
			{
				url: ownOrigin + path,
				headers: {
					authorization: `Bearer ${accessToken}`,
					"x-request-id": response.headers.get("x-request-id"),
					"x-caller-request-id": "request-1",
					"x-aqlcloud-id-token": expect.stringMatching(/^ey/),
				},
			},
		]);
	});

	it("passes on the requested part, and the part itself", async ({ expect }) => {
		const part = () =>
			new Response("b\r\n", {
				status: 206,
				headers: { "content-range": "bytes 2-4/5", etag: '"one"', "accept-ranges": "bytes" },
			});
		const { bindings, seen } = fileBackend(part, denial(416, { "content-range": "bytes */5" }));
		const { cookies } = await storedSession();
		const requested = { range: "bytes=2-", "if-range": '"one"', "if-match": '"one"' };
		const response = await get("/api/files/exp_1?archive=1", { bindings, cookies, headers: requested });
		expect([response.status, await response.text()]).toEqual([206, "b\r\n"]);
		expect(seen[0]?.headers).toMatchObject(requested);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-range": "bytes 2-4/5",
			etag: '"one"',
			"accept-ranges": "bytes",
		});
		const outside = await get("/api/files/exp_1?archive=1", { bindings, cookies, headers: requested });
		expect([outside.status, outside.headers.get("content-range")]).toEqual([416, "bytes */5"]);
	});

	it.for([
		["another site's link", { "sec-fetch-site": "cross-site" }],
		["a sibling host", { "sec-fetch-site": "same-site" }],
		["another origin", { origin: "https://evil.example" }],
	] as const)("refuses %s and asks nobody", async ([, headers], { expect }) => {
		const { bindings, seen } = fileBackend();
		const { cookies } = await storedSession();
		expect(await nameOf(await get(path, { bindings, cookies, headers }))).toEqual([403, "CrossSiteRequest"]);
		expect(seen).toEqual([]);
	});

	it("accepts GET alone, and no address beyond the limit", async ({ expect }) => {
		const { bindings, seen } = fileBackend();
		const { cookies } = await storedSession();
		const long = await get(`${path}${"x".repeat(16_000)}`, { bindings, cookies });
		expect(await nameOf(long)).toEqual([400, "InvalidRequest"]);
		const own = { cookie: cookies, "sec-fetch-site": "same-origin", origin: ownOrigin, "x-requested-by": "aqlcloud" };
		const posted = await send(new Request(ownOrigin + path, { method: "POST", headers: own }), bindings);
		expect([posted.headers.get("allow"), ...(await nameOf(posted))]).toEqual(["GET", 405, "MethodNotAllowed"]);
		expect(seen).toEqual([]);
	});

	it("returns 501 if the backend is another party's, and 502 if it cannot be reached", async ({ expect }) => {
		const { cookies } = await storedSession();
		const { bindings, seen } = fileBackend();
		const foreign: Bindings = { ...bindings, UPSTREAM_URL: "https://upstream.example/trpc" };
		expect(await nameOf(await get(path, { bindings: foreign, cookies }))).toEqual([501, "NotImplemented"]);
		expect(seen).toEqual([]);
		const lost = freshBindings({ BACKEND: fetcherOf(connectionLost) });
		expect(await nameOf(await get(path, { bindings: lost, cookies }))).toEqual([502, "UpstreamUnreachable"]);
	});

	it("names the wrong setting of a console that is not configured", async ({ expect }) => {
		const { bindings } = fileBackend();
		const response = await get(path, { bindings: { ...bindings, PROXY_RATE_LIMIT: "maybe" } });
		expect(await nameOf(response)).toEqual([500, "InvalidSetting"]);
	});

	it("passes the backend's errors on unchanged, and no page of an error", async ({ expect }) => {
		const { cookies } = await storedSession();
		const denied = await get(path, { bindings: fileBackend(denial(403)).bindings, cookies });
		expect(await nameOf(denied)).toEqual([403, "NotPermitted"]);
		for (const respond of [
			() => new Response("<html>", { status: 500, headers: { "content-type": "text/html" } }),
			() => new Response(null, { status: 302, headers: { location: "https://evil.example/" } }),
		]) {
			const response = await get(path, { bindings: fileBackend(respond).bindings, cookies });
			expect(await nameOf(response)).toEqual([502, "UpstreamUnreachable"]);
		}
	});

	it("breaks where the backend's file breaks, so that half a file cannot pass for a whole one", async ({ expect }) => {
		const { cookies } = await storedSession();
		let pieces = 0;
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => {
				pieces += 1;
				if (pieces > 2) controller.error(new Error("gone"));
				else controller.enqueue(new TextEncoder().encode("a,b\r\n"));
			},
		});
		const { bindings } = fileBackend(() => new Response(body, { headers: { "content-type": "text/csv" } }));
		const response = await get(path, { bindings, cookies });
		expect(response.status).toBe(200);
		await expect(response.text()).rejects.toThrow();
	});

	it("ends the file at its source when its reader goes", async ({ expect }) => {
		const { cookies } = await storedSession();
		const cancelled = Promise.withResolvers<boolean>();
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => controller.enqueue(new TextEncoder().encode("a,b\r\n")),
			cancel: () => cancelled.resolve(true),
		});
		const { bindings } = fileBackend(() => new Response(body, { headers: { "content-type": "text/csv" } }));
		const reader = (await get(path, { bindings, cookies })).body?.getReader();
		await reader?.read();
		await reader?.cancel();
		expect(await cancelled.promise).toBe(true);
	});
});

describe("the session of an export", () => {
	it("must exist: 401 otherwise, without a call", async ({ expect }) => {
		const { bindings, seen } = fileBackend();
		expect(await nameOf(await get(path, { bindings }))).toEqual([401, "UserUnAuthenticatedException"]);
		expect(seen).toEqual([]);
	});

	it("renews if it is due, and its cookies come with the file", async ({ expect }) => {
		const { bindings, seen } = fileBackend();
		const { cookies, refreshToken, accessToken } = await storedSession({ accessExpiresIn: -60 });
		const response = await get(path, { bindings, cookies });
		expect(response.status).toBe(200);
		expect(setCookiesOf(response).some(({ name }) => name.endsWith(".accessToken"))).toBe(true);
		expect(await cognitoCalls(refreshToken)).toHaveLength(1);
		expect(seen[0]?.headers.authorization).not.toBe(`Bearer ${accessToken}`);
	});

	it("renews once if the backend denies its token, and requests the export again", async ({ expect }) => {
		const { bindings, seen } = fileBackend(denial(401), file);
		const { cookies, refreshToken } = await storedSession();
		const response = await get(path, { bindings, cookies });
		expect([response.status, await response.text()]).toEqual([200, "a,b\r\n"]);
		expect([seen.length, (await cognitoCalls(refreshToken)).length]).toEqual([2, 1]);
		const stubborn = fileBackend(denial(401));
		const other = await storedSession();
		expect(await nameOf(await get(path, { ...stubborn, cookies: other.cookies }))).toEqual([
			502,
			"UpstreamUnreachable",
		]);
		expect(stubborn.seen).toHaveLength(2);
	});

	it("keeps what a renewal brought where the backend is lost right after it", async ({ expect }) => {
		const lost = () => {
			throw new Error("connection lost");
		};
		const { bindings } = fileBackend(denial(401), lost);
		const { cookies } = await storedSession();
		const response = await get(path, { bindings, cookies });
		expect(await nameOf(response)).toEqual([502, "UpstreamUnreachable"]);
		expect(setCookiesOf(response).some(({ name }) => name.endsWith(".accessToken"))).toBe(true);
	});

	it("ends if the backend has ended it, with expired cookies in the same response", async ({ expect }) => {
		const { bindings, seen } = fileBackend(denial(401, { "x-session": "ended" }));
		const { cookies } = await storedSession();
		const response = await get(path, { bindings, cookies });
		expect(await nameOf(response)).toEqual([401, "SessionEnded"]);
		expect(cleared(response)).toBe(true);
		expect(seen).toHaveLength(1);
	});

	it("ends where a renewal shows it dead", async ({ expect }) => {
		const { bindings } = fileBackend(denial(401));
		const { cookies } = await storedSession({ refreshMode: "NotAuthorizedException" });
		const response = await get(path, { bindings, cookies });
		expect(await nameOf(response)).toEqual([401, "UserUnAuthenticatedException"]);
		expect(cleared(response)).toBe(true);
	});

	it("appears in no line of the log", async ({ expect }) => {
		const { bindings } = fileBackend(denial(401));
		const { cookies, accessToken, refreshToken } = await storedSession();
		await get(path, { bindings, cookies });
		expect(loggedEvents().length).toBeGreaterThan(0);
		for (const secret of [accessToken, refreshToken]) expect(loggedText()).not.toContain(secret);
	});
});
