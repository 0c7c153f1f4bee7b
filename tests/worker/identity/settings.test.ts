import { describe, it } from "vitest";
import type { Bindings } from "../../../worker/settings/bindings";
import { connectionLost, fetcherOf, freshBindings, get, post, storedSession } from "../fixtures/console";

const wrong: [setting: string, changes: Partial<Bindings>, name: string][] = [
	["USER_POOL_ID", { USER_POOL_ID: "" }, "AuthUserPoolException"],
	["USER_POOL_ID", { USER_POOL_ID: "nonsense" }, "InvalidUserPoolId"],
	["USER_POOL_CLIENT_ID", { USER_POOL_CLIENT_ID: "" }, "AuthUserPoolException"],
	["IDENTITY_POOL_ID", { IDENTITY_POOL_ID: "" }, "InvalidIdentityPoolIdException"],
	["IDENTITY_POOL_ID", { IDENTITY_POOL_ID: "no-region" }, "InvalidIdentityPoolIdException"],
	["UPSTREAM_URL", { UPSTREAM_URL: "not a url" }, "InvalidSetting"],
	["UPSTREAM_URL", { UPSTREAM_URL: "ftp://example.com" }, "InvalidSetting"],
	["UPSTREAM_URL", { UPSTREAM_URL: "https://example.com/?key=1" }, "InvalidSetting"],
	["UPSTREAM_URL", { UPSTREAM_URL: "http://backend.example/trpc" }, "InvalidSetting"],
	["UPSTREAM_URL", { UPSTREAM_URL: "http://localhost.example/trpc" }, "InvalidSetting"],
	["USER_POOL_ENDPOINT", { USER_POOL_ENDPOINT: "http://10.0.0.7:9229" }, "InvalidSetting"],
	["PASSWORD_POLICY", { PASSWORD_POLICY: "{" }, "InvalidSetting"],
	["PASSWORD_POLICY", { PASSWORD_POLICY: '{"minimumLength":"8"}' }, "InvalidSetting"],
	["PASSWORD_POLICY", { PASSWORD_POLICY: "null" }, "InvalidSetting"],
	["PASSWORD_POLICY", { PASSWORD_POLICY: '{"minimumLength":5}' }, "InvalidSetting"],
	["PASSWORD_POLICY", { PASSWORD_POLICY: '{"minLength":8}' }, "InvalidSetting"],
	["SIGN_UP", { SIGN_UP: "no" }, "InvalidSetting"],
	["GUEST_ACCESS", { GUEST_ACCESS: "false" }, "InvalidSetting"],
	["PROPAGATE_CLIENT_ADDRESS", { PROPAGATE_CLIENT_ADDRESS: "yes" }, "InvalidSetting"],
	["COGNITO_REGION", { COGNITO_REGION: "evil.example/" }, "InvalidSetting"],
	["USER_POOL_ENDPOINT", { USER_POOL_ENDPOINT: "localhost" }, "InvalidSetting"],
	["IDENTITY_POOL_ENDPOINT", { IDENTITY_POOL_ENDPOINT: "ftp://localhost" }, "InvalidSetting"],
	["COOKIE_SAME_SITE", { COOKIE_SAME_SITE: "" }, "InvalidCookieSameSite"],
	["COOKIE_SAME_SITE", { COOKIE_SAME_SITE: "Lax" }, "InvalidCookieSameSite"],
	["COOKIE_SAME_SITE", { COOKIE_SAME_SITE: "none", COOKIE_SECURE: "off" }, "InsecureCookieSameSite"],
	["COOKIE_SECURE", { COOKIE_SECURE: "true" }, "InvalidSetting"],
	["UPSTREAM_AUTH", { UPSTREAM_AUTH: "basic", UPSTREAM_URL: "https://upstream.example" }, "InvalidSetting"],
	["PROXY_RATE_LIMIT", { PROXY_RATE_LIMIT: "none" }, "InvalidSetting"],
	["UPLOAD_LOG_SHARE", { UPLOAD_LOG_SHARE: "1 %" }, "InvalidSetting"],
	["UPLOAD_LOG_SHARE", { UPLOAD_LOG_SHARE: "1.5" }, "InvalidSetting"],
	["UPLOAD_LOG_SHARE", { UPLOAD_LOG_SHARE: "-0" }, "InvalidSetting"],
	["UPSTREAM_AUTH", { UPSTREAM_AUTH: "iam" }, "InvalidSetting"],
	["SIGN_UP", JSON.parse('{"SIGN_UP":false}'), "InvalidSetting"],
];

describe("a wrong setting", () => {
	it.for(wrong)(
		"S42 names the error at every auth route, without a stack: %s",
		async ([, changes, name], { expect }) => {
			const bindings = freshBindings(changes);
			const { cookies } = await storedSession();
			const body = { email: "jane@example.com", password: "x" };
			const responses = [
				await get("/api/isAuthenticated", { bindings, cookies }),
				await get("/api/auth/config", { bindings }),
				await post("/api/auth/sign-in", { bindings, body }),
				await post("/api/auth/sign-out", { bindings, cookies }),
			];
			for (const response of responses) {
				const text = await response.text();
				expect(response.status).toBe(500);
				expect(JSON.parse(text)).toEqual({ error: expect.objectContaining({ name, requestId: expect.any(String) }) });
				expect(text).not.toMatch(/\bat .*:\d+/);
				expect(response.headers.getSetCookie()).toEqual([]);
			}
		},
	);

	it.for(wrong)("names it in health, and in the proxy's own form: %s", async ([setting, changes, name], { expect }) => {
		const bindings = freshBindings(changes);
		const health = await get("/api/health", { bindings });
		expect(health.status).toBe(503);
		expect(await health.json()).toMatchObject({
			status: "failing",
			checks: { settings: [{ setting, error: name }] },
		});
		const { cookies } = await storedSession();
		const proxied = await get("/api/proxy/a.b", { bindings, cookies });
		expect(proxied.status).toBe(500);
		expect(await proxied.json()).toMatchObject({ error: { json: { data: { reason: "CONFIGURATION", name } } } });
	});

	it("lets the application still be served", async ({ expect }) => {
		expect((await get("/login", { bindings: freshBindings({ USER_POOL_ID: "" }) })).status).toBe(200);
	});
});

describe("health", () => {
	it("returns ok if the settings are right and the backend responds", async ({ expect }) => {
		const response = await get("/api/health");
		expect([response.status, await response.json()]).toEqual([
			200,
			{
				status: "ok",
				version: { deployment: expect.any(String), contract: "2" },
				checks: { settings: "ok", upstream: "ok" },
			},
		]);
	});

	it.for([
		["by name what the backend lacks", { status: "misconfigured", settings: ["INGEST_SECRET"] }, ["INGEST_SECRET"]],
		["that the backend is not well", { error: "Internal error" }, undefined],
	] as const)("is 503 and tells %s", async ([, reported, settings], { expect }) => {
		const BACKEND = fetcherOf(async () => Response.json(reported, { status: 503 }));
		const response = await get("/api/health", { bindings: freshBindings({ BACKEND }) });
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({
			status: "failing",
			checks: { settings: "ok", upstream: settings ? { status: 503, settings } : { status: 503 } },
		});
	});

	it("returns 503 once a newer release has begun", async ({ expect }) => {
		const outdated = { status: "outdated", storedForm: "What is stored is of form 9" };
		const BACKEND = fetcherOf(async () => Response.json(outdated, { status: 503 }));
		const response = await get("/api/health", { bindings: freshBindings({ BACKEND }) });
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({
			checks: { upstream: { status: 503, storedForm: outdated.storedForm } },
		});
	});

	it("returns 503 if the backend cannot be reached", async ({ expect }) => {
		const response = await get("/api/health", { bindings: freshBindings({ BACKEND: fetcherOf(connectionLost) }) });
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ checks: { settings: "ok", upstream: "unreachable" } });
	});
});

describe("the settings for signed-out screens", () => {
	const config = async (changes: Partial<Bindings>, origin?: string) =>
		(await get("/api/auth/config", { bindings: freshBindings(changes), ...(origin ? { origin } : {}) })).json();

	it("hold the company's name and the password policy", async ({ expect }) => {
		const atLeast = (minimumLength: number) => ({
			minimumLength,
			requireLowercase: false,
			requireUppercase: false,
			requireNumbers: false,
			requireSymbols: false,
		});
		expect(await config({})).toEqual({
			companyName: "Test company",
			passwordPolicy: atLeast(6),
			isSignUpOpen: true,
		});
		const changes = { COMPANY_NAME: "", SIGN_UP: "off", PASSWORD_POLICY: '{"minimumLength":12,"requireNumbers":true}' };
		expect(await config(changes)).toEqual({
			companyName: "AQLCloud",
			passwordPolicy: { ...atLeast(12), requireNumbers: true },
			isSignUpOpen: false,
		});
	});

	it("name the demo person in local runs only, and there to this machine only", async ({ expect }) => {
		const local = { email: "owner@aqlcloud.test", password: "Local-demo-1", mailboxPath: "/__local/mailbox" };
		expect(await config({}, "http://localhost:5173")).toMatchObject({ local });
		expect(await config({}, "http://127.0.0.1:5173")).toMatchObject({ local });
		expect(await config({}, "http://evil.example:5173")).not.toHaveProperty("local");
		expect(await config({ LOCAL: undefined }, "http://localhost:5173")).not.toHaveProperty("local");
	});
});
