import { afterEach, describe, it, vi } from "vitest";
import { headerNames, personParameter } from "../../../shared/base/header-names";
import {
	backendCalls,
	fetcherOf,
	freshBindings,
	get,
	ownOrigin,
	post,
	send,
	setCookiesOf,
	storedSession,
} from "../fixtures/console";
import { loggedText } from "../fixtures/event-log";
import { iamBindings } from "../fixtures/identity-pool";
import { rightPassword } from "../fixtures/pool-ids";
import { callWire, seenByWire, urlBindings } from "../fixtures/wire";

afterEach(() => void vi.unstubAllGlobals());

const anna = "sub-of-anna";
const { cookies, user } = await storedSession();
const ben = `sub-of-${user}`;
const pageOf = (sub: string) => ({ [headerNames.person]: sub });

type Denied = { error: { name?: string; json?: { data: { reason: string } } } };

async function deniedAs(response: Response): Promise<[status: number, name: string | undefined]> {
	const { error }: Denied = await response.json();
	return [response.status, error.name ?? error.json?.data.reason];
}

function knock(search: string): Promise<Response> {
	const headers = { upgrade: "websocket", origin: ownOrigin, cookie: cookies };
	const bindings = freshBindings({ BACKEND: fetcherOf(async () => new Response(null, { status: 403 })) });
	return send(new Request(`${ownOrigin}/api/live?age=5&${search}`, { headers }), bindings);
}

const query = (headers: Record<string, string>, path = `echo.${crypto.randomUUID()}`) =>
	get(`/api/proxy/${path}`, { cookies, headers });
const save = (headers: Record<string, string>, path = `echo.${crypto.randomUUID()}`) =>
	post(`/api/proxy/${path}`, { cookies, headers });
const confirm = (headers: Record<string, string>) =>
	post("/api/auth/confirm-identity", { cookies, headers, body: { password: rightPassword, purpose: "sign run_1" } });

const ways: [way: string, call: (headers: Record<string, string>) => Promise<Response>, name: string][] = [
	["a query", query, "OTHER_PERSON"],
	["a mutation", save, "OTHER_PERSON"],
	["an export", (headers) => get("/api/export?query=x", { cookies, headers }), "OtherPerson"],
	["a file", (headers) => get("/api/files/fil_1", { cookies, headers }), "OtherPerson"],
	["several files", (headers) => get("/api/files?runs=x", { cookies, headers }), "OtherPerson"],
	["an act with the password", confirm, "OtherPerson"],
	["a profile", (headers) => get("/api/auth/profile", { cookies, headers }), "OtherPerson"],
	[
		"a change of the profile",
		(headers) => post("/api/auth/profile", { cookies, headers, body: { name: "Anna" } }),
		"OtherPerson",
	],
	["the end of all sign-ins", (headers) => post("/api/auth/sign-out-everywhere", { cookies, headers }), "OtherPerson"],
];

describe("a call of another person's page", () => {
	it.for(ways)("S64 gets a 409 and touches no cookie: %s", async ([, call, name], { expect }) => {
		const response = await call(pageOf(anna));
		expect(setCookiesOf(response)).toEqual([]);
		expect(await deniedAs(response)).toEqual([409, name]);
		expect(loggedText()).toBe("");
	});

	it("S64 fails by its address too, if no header can be set", async ({ expect }) => {
		const address = `${personParameter}=${anna}`;
		expect(await deniedAs(await knock(address))).toEqual([409, "OtherPerson"]);
		expect(await deniedAs(await get(`/api/files/fil_1?${address}`, { cookies }))).toEqual([409, "OtherPerson"]);
		expect(await deniedAs(await get(`/api/export?query=x&${address}`, { cookies }))).toEqual([409, "OtherPerson"]);
	});

	it("S64 reaches no backend", async ({ expect }) => {
		const path = `echo.${crypto.randomUUID()}`;
		await query(pageOf(anna), path);
		await save(pageOf(anna), path);
		expect(await backendCalls(path)).toEqual([]);
		const denied = await storedSession();
		const body = { password: rightPassword, purpose: "sign run_1" };
		await post("/api/auth/confirm-identity", { cookies: denied.cookies, headers: pageOf(anna), body });
		const notified = await backendCalls("/api/session/confirmed");
		expect(notified.filter(({ headers }) => headers.authorization === `Bearer ${denied.accessToken}`)).toEqual([]);
	});

	it("S64 keeps a session that was due refreshed, which is the person's own", async ({ expect }) => {
		const due = await storedSession({ accessExpiresIn: -60 });
		const response = await get("/api/proxy/echo.due", { cookies: due.cookies, headers: pageOf(anna) });
		expect(response.status).toBe(409);
		expect(setCookiesOf(response).some(({ name, value }) => name.endsWith(".accessToken") && value !== "")).toBe(true);
	});

	it("S64 counts against no one's calls", async ({ expect }) => {
		const limit = vi.fn(async () => ({ success: true }));
		const bindings = freshBindings({ PROXY_BY_SUB: { limit } });
		await get("/api/proxy/echo.a", { bindings, cookies, headers: pageOf(anna) });
		expect(limit).not.toHaveBeenCalled();
	});
});

describe("a call of the person's own page", () => {
	it.for(ways)("passes, and so does one of a page that names no one: %s", async ([, call], { expect }) => {
		for (const headers of [pageOf(ben), {}]) {
			const response = await call(headers);
			expect(response.status).not.toBe(409);
			await response.body?.cancel();
		}
	});

	it("passes by its address too", async ({ expect }) => {
		expect(await deniedAs(await knock(`${personParameter}=${ben}`))).toEqual([403, "NoAccess"]);
	});
});

describe("signing in, signing out and the session check", () => {
	it("never check whose page it is", async ({ expect }) => {
		const headers = pageOf(anna);
		const own = await storedSession();
		for (const path of ["/api/isAuthenticated", "/_serverFn/isAuthenticated", "/api/auth/config"]) {
			expect((await get(path, { cookies: own.cookies, headers })).status, path).toBe(200);
		}
		expect((await post("/api/auth/sign-out", { cookies: own.cookies, headers })).status).toBe(200);
	});
});

describe("the person that a page names", () => {
	it.for([
		["bearer", () => urlBindings({})],
		["id", () => urlBindings({ UPSTREAM_AUTH: "id" })],
	] as const)("S61 never reaches another party's backend: %s", async ([, bindings], { expect }) => {
		const mark = crypto.randomUUID();
		await callWire(`wire.fine?mark=${mark}`, { cookies, headers: pageOf(ben), bindings: bindings() });
		const [call] = await seenByWire(mark);
		expect(call?.headers.authorization).toMatch(/^Bearer /);
		expect(Object.keys(call?.headers ?? {})).not.toContain(headerNames.person);
	});

	it("turns no call of an ended session into a guest's", async ({ expect }) => {
		const bindings = iamBindings();
		expect((await get("/api/proxy/a.b", { bindings })).status).toBe(200);
		const response = await get("/api/proxy/a.b", { bindings, headers: pageOf(anna) });
		expect(await deniedAs(response)).toEqual([401, "SIGNED_OUT"]);
	});
});
