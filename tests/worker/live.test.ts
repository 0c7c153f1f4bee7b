import { describe, it } from "vitest";
import type { Bindings } from "../../worker/settings/bindings";
import { requestIdForm } from "./fixtures/browser";
import {
	cognitoCalls,
	connectionLost,
	fetcherOf,
	freshBindings,
	ownOrigin,
	send,
	storedSession,
} from "./fixtures/console";
import { loggedText } from "./fixtures/event-log";

function listeningBackend(respond?: () => Response) {
	const seen: { url: string; headers: Record<string, string> }[] = [];
	const BACKEND = fetcherOf(async (url, init) => {
		seen.push({ url, headers: Object.fromEntries(new Headers(init.headers)) });
		if (respond) return respond();
		const { 0: client, 1: server } = new WebSocketPair();
		server.accept();
		server.send("greeting");
		return new Response(null, { status: 101, webSocket: client, headers: { "set-cookie": "a=1" } });
	});
	return { BACKEND, seen };
}

type Knock = { bindings: Bindings; cookies?: string; headers?: Record<string, string | null>; method?: string };

function knock({ bindings, cookies = "", headers = {}, method = "GET" }: Knock): Promise<Response> {
	const submitted = new Headers({ upgrade: "websocket", origin: ownOrigin, cookie: cookies });
	for (const [name, value] of Object.entries(headers))
		value === null ? submitted.delete(name) : submitted.set(name, value);
	return send(new Request(`${ownOrigin}/api/live?age=5`, { method, headers: submitted }), bindings);
}

async function nameOf(response: Response): Promise<[status: number, name: string | undefined]> {
	const body: { error?: { name: string } } = await response.json();
	return [response.status, body.error?.name];
}

describe("the live endpoint", () => {
	it("passes the socket through, with the session's tokens and nothing else of the browser's", async ({ expect }) => {
		const { BACKEND, seen } = listeningBackend();
		const { cookies, accessToken } = await storedSession();
		const response = await knock({
			bindings: freshBindings({ BACKEND }),
			cookies,
			headers: { "x-aqlcloud-id-token": "forged", authorization: "Bearer forged", "x-request-id": "request-1" },
		});
		expect(response.status).toBe(101);
		const { webSocket } = response;
		const greeting = new Promise((resolve) => webSocket?.addEventListener("message", ({ data }) => resolve(data)));
		webSocket?.accept();
		expect(await greeting).toBe("greeting");
		expect(response.headers.get("set-cookie")).toBeNull();
		expect(seen).toEqual([
			{
				url: `${ownOrigin}/api/live?age=5`,
				headers: {
					upgrade: "websocket",
					authorization: `Bearer ${accessToken}`,
					"x-request-id": expect.stringMatching(requestIdForm),
					"x-caller-request-id": "request-1",
					"x-aqlcloud-id-token": expect.stringMatching(/^ey/),
				},
			},
		]);
	});

	it.for([
		["a sibling host", "https://evil.example.com"],
		["another scheme", ownOrigin.replace("https", "http")],
		["another port", `${ownOrigin}:8443`],
		["a host that begins like ours", `${ownOrigin}.evil.example`],
		["a sandboxed page", "null"],
		["nobody, which no browser is", null],
		["an empty name", ""],
	] as const)("refuses a handshake from %s", async ([, origin], { expect }) => {
		const { BACKEND, seen } = listeningBackend();
		const { cookies } = await storedSession();
		const response = await knock({ bindings: freshBindings({ BACKEND }), cookies, headers: { origin } });
		expect(await nameOf(response)).toEqual([403, "CrossSiteRequest"]);
		expect(seen).toEqual([]);
	});

	it("returns 426 without a request for an upgrade, and 405 to anything but GET", async ({ expect }) => {
		const bindings = freshBindings(listeningBackend());
		expect(await nameOf(await knock({ bindings, headers: { upgrade: null } }))).toEqual([426, "UpgradeRequired"]);
		expect(await nameOf(await knock({ bindings, headers: { upgrade: "h2c" } }))).toEqual([426, "UpgradeRequired"]);
		const posted = await knock({ bindings, method: "POST", headers: { upgrade: null } });
		expect([...(await nameOf(posted)), posted.headers.get("allow")]).toEqual([405, "MethodNotAllowed", "GET"]);
	});

	it("returns 501 if the backend is another party's, also without a request for an upgrade", async ({ expect }) => {
		const bindings = freshBindings({ ...listeningBackend(), UPSTREAM_URL: "https://upstream.example/trpc" });
		for (const upgrade of ["websocket", null]) {
			expect(await nameOf(await knock({ bindings, headers: { upgrade } }))).toEqual([501, "NotImplemented"]);
		}
	});

	it("returns 401 to a signed-out person", async ({ expect }) => {
		const { BACKEND, seen } = listeningBackend();
		const response = await knock({ bindings: freshBindings({ BACKEND }) });
		expect(await nameOf(response)).toEqual([401, "UserUnAuthenticatedException"]);
		expect(seen).toEqual([]);
	});

	it.for([
		["has run out", -10],
		["is about to", 3],
	] as const)(
		"answers 401 to a token that %s, and leaves its refresh to the session check",
		async ([, accessExpiresIn], { expect }) => {
			const { BACKEND, seen } = listeningBackend();
			const { cookies, refreshToken } = await storedSession({ accessExpiresIn });
			const response = await knock({ bindings: freshBindings({ BACKEND }), cookies });
			expect(await nameOf(response)).toEqual([401, "UserUnAuthenticatedException"]);
			expect(response.headers.get("set-cookie")).toBeNull();
			expect(await cognitoCalls(refreshToken)).toEqual([]);
			expect(seen).toEqual([]);
		},
	);

	it("expires the cookies of a session that the backend has ended", async ({ expect }) => {
		const ended = () => new Response("no", { status: 401, headers: { "x-session": "ended" } });
		const { cookies, accessToken } = await storedSession();
		const response = await knock({ bindings: freshBindings(listeningBackend(ended)), cookies });
		expect(await nameOf(response)).toEqual([401, "SessionEnded"]);
		expect(response.headers.getSetCookie().join("\n")).toMatch(/accessToken=;.*Max-Age=0/);
		expect(loggedText()).not.toContain(accessToken);
	});

	it.for([
		["is no member", 403, 403, "NoAccess"],
		["was refused by its token", 401, 502, "UpstreamUnreachable"],
		["met a fault", 500, 502, "UpstreamUnreachable"],
		["met a plain answer", 200, 502, "UpstreamUnreachable"],
	] as const)("says so where the person %s", async ([, status, responded, name], { expect }) => {
		const { cookies } = await storedSession();
		const { BACKEND } = listeningBackend(() => new Response("SECRET", { status }));
		const response = await knock({ bindings: freshBindings({ BACKEND }), cookies });
		expect(await nameOf(response)).toEqual([responded, name]);
	});

	it("returns 502 if the backend cannot be reached", async ({ expect }) => {
		const { cookies } = await storedSession();
		const bindings = freshBindings({ BACKEND: fetcherOf(connectionLost) });
		expect(await nameOf(await knock({ bindings, cookies }))).toEqual([502, "UpstreamUnreachable"]);
	});

	it("counts with the person's other calls", async ({ expect }) => {
		const { BACKEND, seen } = listeningBackend();
		const { cookies, user } = await storedSession();
		const keys: string[] = [];
		const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) < 1 });
		const response = await knock({ bindings: freshBindings({ BACKEND, PROXY_BY_SUB: { limit } }), cookies });
		expect([...(await nameOf(response)), response.headers.get("retry-after")]).toEqual([
			429,
			"TooManyRequestsException",
			"60",
		]);
		expect(keys).toEqual([expect.stringContaining(user)]);
		expect(seen).toEqual([]);
	});
});
