import { afterEach, describe, expect, it } from "vitest";
import { clientId } from "../../local/user-pool/pool-identity";
import { dayMs } from "../../shared/base/durations";
import {
	call,
	callAt,
	changeSettings,
	passwordSignIn,
	type Reply,
	refresh,
	rejection,
	restoreSettings,
	signIn,
	type Tokens,
	tokensOf,
} from "./pool-client";

const reused = rejection("RefreshTokenReuseException", "Refresh token has been already used");
const revoked = rejection("NotAuthorizedException", "Refresh Token has been revoked");

function rotateAt(now: number, RefreshToken: string): Promise<Reply> {
	return callAt(now, "GetTokensFromRefreshToken", { ClientId: clientId, RefreshToken });
}

async function signInAt(now: number): Promise<Tokens> {
	return tokensOf(await callAt(now, "InitiateAuth", passwordSignIn("owner@aqlcloud.test")));
}

afterEach(restoreSettings);

describe("with rotation on", () => {
	it("each refresh gives the next refresh token of the same sign-in, and REFRESH_TOKEN_AUTH fails", async () => {
		await changeSettings({ rotation: true });
		const start = Date.now();
		const first = await signInAt(start);
		expect(await callAt(start, "InitiateAuth", refresh(first.RefreshToken))).toMatchObject(
			rejection("InvalidParameterException", "REFRESH_TOKEN_AUTH flow not enabled for this client"),
		);
		const second = tokensOf(await rotateAt(start, first.RefreshToken));
		const third = tokensOf(await rotateAt(start + 1000, second.RefreshToken));
		expect(new Set([first, second, third].map(({ RefreshToken }) => RefreshToken)).size).toBe(3);
		expect((await callAt(start + 1000, "GetUser", { AccessToken: third.AccessToken })).status).toBe(200);
	});

	it("a token used again ends the whole sign-in, and no other", async () => {
		await changeSettings({ rotation: true });
		const start = Date.now();
		const [first, other] = [await signInAt(start), await signInAt(start)];
		const second = tokensOf(await rotateAt(start, first.RefreshToken));
		expect(await rotateAt(start, first.RefreshToken)).toMatchObject(reused);
		expect(await rotateAt(start, second.RefreshToken)).toMatchObject(revoked);
		expect(await callAt(start, "GetUser", { AccessToken: second.AccessToken })).toMatchObject(
			rejection("NotAuthorizedException", "Access Token has been revoked"),
		);
		expect((await rotateAt(start, other.RefreshToken)).status).toBe(200);
	});

	it("a token is taken again for the seconds of grace after its first use", async () => {
		await changeSettings({ rotation: true, graceSeconds: 10 });
		const start = Date.now();
		const first = await signInAt(start);
		const second = tokensOf(await rotateAt(start, first.RefreshToken));
		const retried = tokensOf(await rotateAt(start + 9_999, first.RefreshToken));
		expect(retried.RefreshToken).not.toBe(second.RefreshToken);
		expect((await rotateAt(start + 9_999, second.RefreshToken)).status).toBe(200);
		expect(await rotateAt(start + 10_000, first.RefreshToken)).toMatchObject(reused);
	});

	it("two uses at once give one sign-in, or none without grace", async () => {
		await changeSettings({ rotation: true });
		const start = Date.now();
		const first = await signInAt(start);
		const responses = await Promise.all([rotateAt(start, first.RefreshToken), rotateAt(start, first.RefreshToken)]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
		const winner = responses.find(({ status }) => status === 200);
		expect(await rotateAt(start, winner ? tokensOf(winner).RefreshToken : "")).toMatchObject(revoked);
	});

	it("a sign-in still ends after thirty days", async () => {
		await changeSettings({ rotation: true });
		const start = Date.now();
		const first = await signInAt(start);
		const second = tokensOf(await rotateAt(start + 29 * dayMs, first.RefreshToken));
		expect(await rotateAt(start + 30 * dayMs, second.RefreshToken)).toMatchObject(
			rejection("NotAuthorizedException", "Refresh Token has expired"),
		);
	});
});

describe("with rotation off", () => {
	it("a refresh token stays good, and no new one is given", async () => {
		const { RefreshToken } = await signIn("owner@aqlcloud.test");
		for (let use = 0; use < 2; use++) {
			const { body } = await call("GetTokensFromRefreshToken", { ClientId: clientId, RefreshToken });
			expect(body.AuthenticationResult).not.toHaveProperty("RefreshToken");
		}
	});
});

describe("the life of tokens", () => {
	it("lasts as many seconds as the setting says, from the next refresh on", async () => {
		const start = Date.now();
		const first = await signInAt(start);
		expect(first.ExpiresIn).toBe(3600);
		await changeSettings({ accessTokenSeconds: 8 });
		const next = tokensOf(await rotateAt(start, first.RefreshToken));
		expect(next.ExpiresIn).toBe(8);
		const whole = Math.floor(start / 1000) * 1000;
		const { AccessToken } = next;
		expect((await callAt(whole + 7_999, "GetUser", { AccessToken })).status).toBe(200);
		expect(await callAt(whole + 8_000, "GetUser", { AccessToken })).toMatchObject(
			rejection("NotAuthorizedException", "Access Token has expired"),
		);
	});
});
