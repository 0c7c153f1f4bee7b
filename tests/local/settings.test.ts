import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { callRequest, passwordSignIn, restoreSettings } from "./pool-client";

const origin = "http://127.0.0.1:5173";
const settingsUrl = `${origin}/__local/user-pool/settings`;
const json = { "content-type": "application/json" };

const defaults = {
	rotation: false,
	graceSeconds: 0,
	accessTokenSeconds: 3600,
	preventUserExistenceErrors: true,
	mfa: "optional",
	passkeys: "multi-factor",
	guestAccess: true,
	passwordPolicy: {
		minimumLength: 12,
		requireLowercase: false,
		requireUppercase: false,
		requireNumbers: false,
		requireSymbols: false,
	},
};

function post(body: unknown, headers: Record<string, string> = json): Promise<Response> {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return exports.default.fetch(settingsUrl, { method: "POST", headers, body: text, redirect: "manual" });
}

async function settings(): Promise<unknown> {
	return (await exports.default.fetch(settingsUrl)).json();
}

afterEach(restoreSettings);

describe("the pools' settings", () => {
	it("change one by one by JSON, with switches in both spellings", async () => {
		expect(await settings()).toEqual(defaults);
		expect(await (await post({ rotation: "on", graceSeconds: 30 })).json()).toEqual({
			...defaults,
			rotation: true,
			graceSeconds: 30,
		});
		await post({ rotation: false, mfa: "required", accessTokenSeconds: 8 });
		const changed = { ...defaults, graceSeconds: 30, mfa: "required", accessTokenSeconds: 8 };
		expect(await settings()).toEqual(changed);
	});

	it("change by the form of the page, which then shows them", async () => {
		const form = new URLSearchParams({ rotation: "on", graceSeconds: "5", guestAccess: "off", mfa: "off" });
		const saved = await post(form.toString(), { "content-type": "application/x-www-form-urlencoded", origin });
		expect([saved.status, saved.headers.get("location")]).toEqual([303, "/__local"]);
		expect(await settings()).toEqual({
			...defaults,
			rotation: true,
			graceSeconds: 5,
			guestAccess: false,
			mfa: "off",
		});
		const page = await (await exports.default.fetch(`${origin}/__local`)).text();
		expect(page).toMatch(/name="graceSeconds"[^>]*value="5"/);
		expect(page).toMatch(/name="mfa">.*?<option value="off" selected>/);
	});

	it.each([
		["a name that is none", { rotations: "on" }],
		["a grace beyond a minute", { graceSeconds: 61 }],
		["no lifetime", { accessTokenSeconds: 0 }],
		["a lifetime beyond a day", { accessTokenSeconds: 86_401 }],
		["another choice", { mfa: "sometimes" }],
		["a policy below Cognito's floor", { passwordPolicy: { minimumLength: 5 } }],
		["no JSON", "{"],
	])("stay unchanged by %s", async (_, body) => {
		const rejected = await post(body);
		expect(rejected.status).toBe(400);
		expect(await rejected.json()).toHaveProperty("problems.0.message");
		expect(await settings()).toEqual(defaults);
	});
});

describe("a post from another site", () => {
	it.each([
		["another origin", { origin: "https://evil.example" }],
		["another port of this machine", { origin: "http://127.0.0.1:9999" }],
		["a page without an origin", { origin: "null" }],
		["a sibling host", { "sec-fetch-site": "same-site" }],
		["a form elsewhere that hides its origin", { "sec-fetch-site": "cross-site" }],
	])("fails with 403: %s", async (_, headers) => {
		expect((await post({ rotation: "on" }, { ...json, ...headers })).status).toBe(403);
		expect(await settings()).toEqual(defaults);
		const cut = await exports.default.fetch(`${origin}/__local/backend/cut`, { method: "POST", headers });
		expect(cut.status).toBe(403);
		const request = callRequest("InitiateAuth", passwordSignIn("owner@aqlcloud.test"), `${origin}/__local/cognito-idp`);
		for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
		expect((await exports.default.fetch(request)).status).toBe(403);
	});

	it("differs from a post of the console's own pages", async () => {
		expect((await post({ rotation: "on" }, { ...json, origin, "sec-fetch-site": "same-origin" })).status).toBe(200);
	});
});
