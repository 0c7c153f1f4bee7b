import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { failOnPurpose } from "../../local/user-pool/failure-sentinels";
import { clientId } from "../../local/user-pool/pool-identity";
import { call, callRequest, named, passwordSignIn, refresh, rejection, signIn } from "./pool-client";

it("keeps slow@ waiting for twenty seconds and no one else", async () => {
	const waits: number[] = [];
	const wait = async (ms: number) => void waits.push(ms);
	expect(await failOnPurpose(null, wait)).toBeNull();
	expect(waits).toEqual([]);
	expect(await failOnPurpose("slow", wait)).toBeNull();
	expect(waits).toEqual([20_000]);
});

it.each(["SignUp", "ForgotPassword", "ResendConfirmationCode"])("fails throttled@ at %s as well", async (operation) => {
	expect(await call(operation, { ...named("throttled@aqlcloud.test"), Password: "x" })).toMatchObject(
		rejection("TooManyRequestsException", "Rate exceeded", 429),
	);
});

describe.each([
	["InitiateAuth", (token: string) => refresh(token)],
	["GetTokensFromRefreshToken", (token: string) => ({ ClientId: clientId, RefreshToken: token })],
] as const)("a refresh by %s", (operation, body) => {
	it.each([
		["revoked@aqlcloud.test", rejection("NotAuthorizedException", "Refresh Token has been revoked")],
		["throttled-refresh@aqlcloud.test", rejection("TooManyRequestsException", "Rate exceeded", 429)],
	])("fails for %s, though they sign in", async (email, rejected) => {
		const { RefreshToken } = await signIn(email);
		expect(await call(operation, body(RefreshToken))).toMatchObject(rejected);
	});

	it("responds to outage-refresh@ with an HTML page", async () => {
		const { RefreshToken } = await signIn("outage-refresh@aqlcloud.test");
		const outage = await exports.default.fetch(callRequest(operation, body(RefreshToken)));
		expect(outage.status).toBe(502);
		expect(outage.headers.get("content-type")).toBe("text/html");
	});
});

it("lets slow-refresh@ sign in", async () => {
	expect((await call("InitiateAuth", passwordSignIn("slow-refresh@aqlcloud.test"))).status).toBe(200);
});
