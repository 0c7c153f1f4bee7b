import { afterEach, describe, it, vi } from "vitest";
import { signedHeaders } from "../../../worker/forward/send-signed";
import * as fc from "../../properties";
import { connectionLost, get, poolWithout, post, storedSession } from "../fixtures/console";
import { loggedEvents, loggedText } from "../fixtures/event-log";
import { iamBindings, identityCalls, poolId } from "../fixtures/identity-pool";

afterEach(() => {
	vi.useRealTimers();
});

type Echo = {
	who: string;
	scope: string;
	method: string;
	url: string;
	body: string;
	headers: Record<string, string>;
};
type Body = { result?: { data: { json: Echo } }; error?: { json: { message: string; data: { reason?: string } } } };

async function read(response: Response) {
	const body: Body = await response.json();
	const data = body.error?.json.data;
	return {
		status: response.status,
		echo: body.result?.data.json ?? null,
		reason: data?.reason ?? null,
		setCookies: response.headers.getSetCookie(),
	};
}

const query = async (path: string, call: Parameters<typeof get>[1]) => read(await get(`/api/proxy/${path}`, call));

describe("a signature", () => {
	// AWS's test suite for Signature Version 4: get-vanilla, post-vanilla, get-vanilla-query-order-key-case.
	const published: [method: string, url: string, signature: string][] = [
		["GET", "https://example.amazonaws.com/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
		["POST", "https://example.amazonaws.com/", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
		[
			"GET",
			"https://example.amazonaws.com/?Param2=value2&Param1=value1",
			"b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
		],
	];

	it.for(published)("equals the published one of %s %s", async ([method, url, signature], { expect }) => {
		const headers = await signedHeaders({
			call: { url, method, body: null, stream: null },
			headers: new Headers({ "user-agent": "not signed" }),
			credentials: {
				identityId: "x",
				accessKeyId: "AKIDEXAMPLE",
				secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
				sessionToken: null,
				expiresAt: null,
			},
			scope: { region: "us-east-1", service: "service" },
			now: Date.UTC(2015, 7, 30, 12, 36),
		});
		expect(headers.get("authorization")).toBe(
			`AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
		);
		expect(headers.get("user-agent")).toBe("not signed");
	});
});

describe("a call to an upstream that wants signatures", () => {
	it("carries a signature by the person's credentials, over the query as sent", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const path = "a.b,c.d?batch=1&input=%7B%220%22%3A%7B%22json%22%3A%22%C3%A9%20%2B*'()%22%7D%7D";
		const headers = { "cf-connecting-ip": "192.0.2.7", "user-agent": "Some browser", traceparent: "00-a-b-01" };
		const { status, echo } = await query(path, { cookies, headers, bindings: iamBindings() });
		expect(status).toBe(200);
		expect(echo).toMatchObject({
			who: `sub-of-${user}`,
			method: "GET",
			scope: expect.stringMatching(/^\d{8}\/us-east-1\/execute-api\/aws4_request$/),
			headers: { "x-forwarded-for": "192.0.2.7", "user-agent": "Some browser", traceparent: "00-a-b-01" },
		});
	});

	it("carries a signature over a mutation's body and content type", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const body = { 0: { json: { name: "Cold room, 2 °C" } } };
		const { echo } = await read(await post("/api/proxy/a.b?batch=1", { cookies, body, bindings: iamBindings() }));
		expect(echo).toMatchObject({ who: `sub-of-${user}`, method: "POST", body: JSON.stringify(body) });
	});

	it("carries no token beside the signature, nor the browser's own authorization", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const headers = { authorization: "Bearer of-the-client", "x-amz-date": "20000101T000000Z" };
		const { status, echo } = await query("a.b", { cookies, headers, bindings: iamBindings() });
		expect(status).toBe(200);
		expect(echo?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 /);
		const sent = JSON.stringify(echo);
		for (const absent of [accessToken, "eyJ", "of-the-client", "20000101T000000Z"]) expect(sent).not.toContain(absent);
	});

	it("carries a signature for the region and service of the settings", async ({ expect }) => {
		const { cookies } = await storedSession();
		const bindings = iamBindings({ UPSTREAM_REGION: "eu-central-1", UPSTREAM_SERVICE: "lambda" });
		const { echo } = await query("a.b", { cookies, bindings });
		expect(echo?.scope).toMatch(/^\d{8}\/eu-central-1\/lambda\/aws4_request$/);
	});

	it("fails upstream if anything is changed", async ({ expect }) => {
		const { cookies } = await storedSession();
		const { echo } = await query("a.b?batch=1", { cookies, bindings: iamBindings() });
		const { url = "", headers = {} } = echo ?? {};
		const again = async (changedUrl: string, changes: Record<string, string>, init: RequestInit = {}) =>
			(await fetch(changedUrl, { headers: { ...headers, ...changes }, ...init })).status;
		expect(await again(url, {})).toBe(200);
		expect(await again(`${url}2`, {})).toBe(403);
		expect(await again(url.replace("a.b", "a.c"), {})).toBe(403);
		expect(await again(url, { "x-amz-date": "20000101T000000Z" })).toBe(403);
		expect(await again(url, { "x-amz-security-token": "x" })).toBe(403);
		expect(await again(url, {}, { method: "POST", body: "x" })).toBe(403);
	});

	it("uses the credentials again for the next one", async ({ expect }) => {
		const { cookies } = await storedSession();
		const IDENTITY_POOL_ID = poolId();
		const bindings = iamBindings({ IDENTITY_POOL_ID });
		for (const path of ["a.b", "c.d", "e.f"]) await query(path, { cookies, bindings });
		expect(await identityCalls(IDENTITY_POOL_ID)).toHaveLength(2);
	});

	it("S53 carries a signature by its own person's credentials, however calls interleave", async ({ expect }) => {
		const people = await Promise.all([storedSession(), storedSession(), storedSession()]);
		const callers = fc.array(fc.integer({ min: 0, max: people.length }), { minLength: 2, maxLength: 12 });
		const interleaved = fc.asyncProperty(callers, fc.boolean(), async (order, isWarm) => {
			const bindings = iamBindings();
			if (isWarm) await query("a.b", { bindings, cookies: people[0]?.cookies });
			const responses = await Promise.all(
				order.map((index) => query(`a.b?n=${index}`, { bindings, cookies: people[index]?.cookies })),
			);
			const own = order.map((index) => (people[index] ? `sub-of-${people[index].user}` : "guest"));
			expect(responses.map(({ echo }) => echo?.who)).toEqual(own);
		});
		await fc.assert(interleaved, { numRuns: 15 });
	});
});

describe("a call to an upstream that takes tokens", () => {
	const bindingsFor = (UPSTREAM_AUTH: string) =>
		iamBindings({ UPSTREAM_AUTH, UPSTREAM_URL: "https://token-upstream.example/trpc" });
	const tokenUse = (authorization = "") => {
		const [scheme, token = ""] = authorization.split(" ");
		return [scheme, JSON.parse(atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/"))).token_use];
	};

	it.for([
		["bearer", "access"],
		["id", "id"],
	])("carries in mode %s the %s token and nothing of AWS", async ([mode = "", use], { expect }) => {
		const { cookies } = await storedSession();
		const { echo } = await query("a.b", { cookies, bindings: bindingsFor(mode) });
		expect(tokenUse(echo?.headers.authorization)).toEqual(["Bearer", use]);
		const names = Object.keys(echo?.headers ?? {});
		expect(names.filter((name) => name.startsWith("x-amz-") || name === "x-aqlcloud-id-token")).toEqual([]);
	});
});

describe("a guest", () => {
	it("reaches an upstream that wants signatures, with a guest's credentials", async ({ expect }) => {
		const { status, echo } = await query("a.b", { bindings: iamBindings() });
		expect([status, echo?.who]).toEqual([200, "guest"]);
	});

	it("reaches nothing where guests are switched off", async ({ expect }) => {
		const IDENTITY_POOL_ID = poolId();
		const response = await query("a.b", { bindings: iamBindings({ IDENTITY_POOL_ID, GUEST_ACCESS: "off" }) });
		expect(response).toMatchObject({ status: 401, reason: "SIGNED_OUT" });
		expect(await identityCalls(IDENTITY_POOL_ID)).toEqual([]);
	});

	it("reaches nothing where the upstream takes tokens", async ({ expect }) => {
		for (const UPSTREAM_AUTH of ["bearer", "id"]) {
			const response = await query("a.b", { bindings: iamBindings({ UPSTREAM_AUTH }) });
			expect(response).toMatchObject({ status: 401, reason: "SIGNED_OUT" });
		}
	});

	it("excludes a person whose session cannot be checked at the moment", async ({ expect }) => {
		const { cookies } = await storedSession({ accessExpiresIn: -60 });
		const IDENTITY_POOL_ID = poolId();
		const bindings = iamBindings({ IDENTITY_POOL_ID, LOCAL: poolWithout(connectionLost) });
		const response = await query("a.b", { cookies, bindings });
		expect(response).toMatchObject({ status: 503, reason: "SESSION_UNCHECKED", setCookies: [] });
		expect(await identityCalls(IDENTITY_POOL_ID)).toEqual([]);
	});

	it("excludes a person whose session ends with this call, which returns SIGNED_OUT", async ({ expect }) => {
		const { cookies } = await storedSession({ accessExpiresIn: -60, refreshMode: "NotAuthorizedException" });
		const response = await query("a.b", { cookies, bindings: iamBindings() });
		expect(response).toMatchObject({ status: 401, reason: "SIGNED_OUT" });
		expect(response.setCookies.length).toBeGreaterThan(0);
	});
});

describe("a call without credentials", () => {
	it.for([
		["GetId_503", "person", 503, "CREDENTIALS_UNAVAILABLE", "ServiceUnavailable"],
		["GetId_empty", "person", 503, "CREDENTIALS_UNAVAILABLE", "GetIdResponseException"],
		["GetCredentialsForIdentity_keyless", "person", 503, "CREDENTIALS_UNAVAILABLE", "CredentialsException"],
		["GetCredentialsForIdentity_keyless", "guest", 503, "CREDENTIALS_UNAVAILABLE", "CredentialsNotFoundException"],
		["GetId_NotAuthorizedException", "person", 403, "CREDENTIALS_REFUSED", "NotAuthorizedException"],
		["GetId_NotAuthorizedException", "guest", 403, "CREDENTIALS_REFUSED", "NotAuthorizedException"],
	] as const)(
		"fails by %s: a %s gets %s %s and keeps the session",
		async ([mode, who, status, reason, name], { expect }) => {
			const cookies = who === "guest" ? undefined : (await storedSession()).cookies;
			const bindings = iamBindings({ IDENTITY_POOL_ID: poolId(mode) });
			const response = await query("a.b", { cookies, bindings });
			expect(response).toEqual({ status, reason, echo: null, setCookies: [] });
			expect(loggedEvents().at(-1)).toMatchObject({ event: "upstream-failed", name: reason, reason: name });
		},
	);

	it("fails without an id token, makes no call, and keeps the session", async ({ expect }) => {
		const { cookies } = await storedSession({ id: null });
		for (const UPSTREAM_AUTH of ["iam", "id"]) {
			const IDENTITY_POOL_ID = poolId();
			const response = await query("a.b", { cookies, bindings: iamBindings({ IDENTITY_POOL_ID, UPSTREAM_AUTH }) });
			expect(response).toMatchObject({ status: 403, reason: "ID_TOKEN_MISSING" });
			expect(response.setCookies).toEqual([]);
			expect(await identityCalls(IDENTITY_POOL_ID)).toEqual([]);
		}
	});
});

describe("an upstream that denies the signature", () => {
	it("becomes 502 UPSTREAM_REFUSED_SESSION, with no refresh and no second call", async ({ expect }) => {
		for (const path of ["case.denied", "case.unauthorized"]) {
			const { cookies } = await storedSession();
			for (const whose of [cookies, undefined]) {
				const response = await query(path, { cookies: whose, bindings: iamBindings() });
				expect(response, path).toMatchObject({ status: 502, reason: "UPSTREAM_REFUSED_SESSION", setCookies: [] });
			}
		}
		expect(loggedText()).not.toContain('"refresh"');
	});

	it("causes no new credentials for every call", async ({ expect }) => {
		const { cookies } = await storedSession();
		const IDENTITY_POOL_ID = poolId();
		const bindings = iamBindings({ IDENTITY_POOL_ID });
		for (let call = 0; call < 3; call++) await query("case.denied", { cookies, bindings });
		expect(await identityCalls(IDENTITY_POOL_ID)).toHaveLength(2);
	});

	it.for([
		["case.denied", 4],
		["case.unauthorized", 4],
		["case.forbidden", 2],
	] as const)("by %s: credentials older than a minute are fetched anew or kept", async ([path, calls], { expect }) => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const { cookies } = await storedSession();
		const IDENTITY_POOL_ID = poolId();
		const bindings = iamBindings({ IDENTITY_POOL_ID });
		await query("a.b", { cookies, bindings });
		vi.setSystemTime(Date.now() + 61_000);
		await query(path, { cookies, bindings });
		expect((await query("a.b", { cookies, bindings })).status).toBe(200);
		expect(await identityCalls(IDENTITY_POOL_ID)).toHaveLength(calls);
	});

	it("differs from an application's FORBIDDEN, which passes unchanged", async ({ expect }) => {
		const { cookies } = await storedSession();
		expect(await query("case.forbidden", { cookies, bindings: iamBindings() })).toMatchObject({ status: 403 });
	});
});

describe("the log", () => {
	it("holds no key, token or signature", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		await query("case.denied", { cookies, bindings: iamBindings() });
		for (const absent of [accessToken, "AKIA", "AWS4", "eyJ"]) expect(loggedText()).not.toContain(absent);
	});
});
