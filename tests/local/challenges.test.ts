import { describe, expect, it } from "vitest";
import { totpSecret } from "../../local/personas";
import { clientId } from "../../local/user-pool/pool-identity";
import { totpCode, totpStep } from "../../local/user-pool/totp";
import { call, callAt, passwordSignIn } from "./pool-client";

type Responses = Record<string, string>;

function respond(name: string, session: unknown, responses: Responses) {
	return { ClientId: clientId, ChallengeName: name, Session: session, ChallengeResponses: responses };
}

function newPassword(session: unknown, password: string, username = "new@aqlcloud.test") {
	return respond("NEW_PASSWORD_REQUIRED", session, { USERNAME: username, NEW_PASSWORD: password });
}

function totp(session: unknown, code: string, username = "totp@aqlcloud.test") {
	return respond("SOFTWARE_TOKEN_MFA", session, { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code });
}

async function totpSession(now: number): Promise<unknown> {
	return (await callAt(now, "InitiateAuth", passwordSignIn("totp@aqlcloud.test"))).body.Session;
}

describe("a person who must set a new password", () => {
	it("gets no challenge for a wrong password", async () => {
		const { body } = await call("InitiateAuth", passwordSignIn("new@aqlcloud.test", "not-the-password"));
		expect(body).toEqual({ __type: "NotAuthorizedException", message: "Incorrect username or password." });
	});

	it("may try again after a password that is too short, and then signs in with the new one only", async () => {
		const { body } = await call("InitiateAuth", passwordSignIn("new@aqlcloud.test"));
		expect(body).toEqual({
			ChallengeName: "NEW_PASSWORD_REQUIRED",
			ChallengeParameters: {
				USER_ID_FOR_SRP: "0a5e7b10-0007-4000-8000-000000000007",
				requiredAttributes: "[]",
				userAttributes: '{"email_verified":"true","name":"Grace Okafor","email":"new@aqlcloud.test"}',
			},
			Session: expect.any(String),
		});
		expect((await call("RespondToAuthChallenge", newPassword(body.Session, "short"))).body).toEqual({
			__type: "InvalidPasswordException",
			message: "Password did not conform with policy: Password not long enough",
		});
		const accepted = await call("RespondToAuthChallenge", newPassword(body.Session, " a longer one ✓ "));
		expect(accepted.body).toHaveProperty("AuthenticationResult.RefreshToken");

		expect((await call("InitiateAuth", passwordSignIn("new@aqlcloud.test"))).status).toBe(400);
		const again = await call("InitiateAuth", passwordSignIn("new@aqlcloud.test", " a longer one ✓ "));
		expect(again.body).toHaveProperty("AuthenticationResult.AccessToken");
	});
});

describe("a person with two-step sign-in", () => {
	it("signs in with the code an authenticator shows, once per code", async () => {
		const now = Date.now();
		const { body } = await callAt(now, "InitiateAuth", passwordSignIn("totp@aqlcloud.test"));
		expect(body).toEqual({
			ChallengeName: "SOFTWARE_TOKEN_MFA",
			ChallengeParameters: {
				USER_ID_FOR_SRP: "0a5e7b10-0008-4000-8000-000000000008",
				FRIENDLY_DEVICE_NAME: "Authenticator",
			},
			Session: expect.any(String),
		});
		const code = await totpCode(totpSecret, now);
		const accepted = await callAt(now, "RespondToAuthChallenge", totp(body.Session, code));
		expect(accepted.body).toHaveProperty("AuthenticationResult.RefreshToken");

		const second = await callAt(now, "RespondToAuthChallenge", totp(await totpSession(now), code));
		expect(second.body).toEqual({
			__type: "ExpiredCodeException",
			message: "Your software token has already been used once.",
		});
	});

	it("may correct a wrong code, but uses a Session once", async () => {
		const now = Date.now() + 10 * 60_000;
		const session = await totpSession(now);
		const stale = await totpCode(totpSecret, now - 90_000);
		expect((await callAt(now, "RespondToAuthChallenge", totp(session, stale))).body).toEqual({
			__type: "CodeMismatchException",
			message: "Invalid code received for user",
		});
		const right = totp(session, await totpCode(totpSecret, now));
		expect((await callAt(now, "RespondToAuthChallenge", right)).status).toBe(200);
		expect((await callAt(now, "RespondToAuthChallenge", right)).body).toEqual({
			__type: "NotAuthorizedException",
			message: "Invalid session for the user.",
		});
	});

	it("must respond within three minutes", async () => {
		const now = Date.now() + 20 * 60_000;
		const late = now + 3 * 60_000;
		const session = await totpSession(now);
		const responded = await callAt(late, "RespondToAuthChallenge", totp(session, await totpCode(totpSecret, late)));
		expect(responded.body).toEqual({
			__type: "NotAuthorizedException",
			message: "Invalid session for the user, session is expired.",
		});
	});

	it("signs in only by their own Session and its own challenge", async () => {
		const now = Date.now() + 30 * 60_000;
		const code = await totpCode(totpSecret, now);
		const rejected = { __type: "NotAuthorizedException", message: "Invalid session for the user." };
		const asAnother = totp(await totpSession(now), code, "owner@aqlcloud.test");
		expect((await callAt(now, "RespondToAuthChallenge", asAnother)).body).toEqual(rejected);
		const otherChallenge = newPassword(await totpSession(now), "a-password-of-mine", "totp@aqlcloud.test");
		expect((await callAt(now, "RespondToAuthChallenge", otherChallenge)).body).toEqual(rejected);
		expect((await callAt(now, "RespondToAuthChallenge", totp("made-up", code))).body).toEqual(rejected);
	});

	it("signs in once when two responses arrive at the same time", async () => {
		const now = Date.now() + 40 * 60_000;
		const right = totp(await totpSession(now), await totpCode(totpSecret, now));
		const responses = await Promise.all([0, 1, 2].map(() => callAt(now, "RespondToAuthChallenge", right)));
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
	});
});

describe("time-based codes", () => {
	const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

	// RFC 6238 appendix B, SHA-1, the last six of its eight digits.
	it.each([
		[59, "287082"],
		[1_111_111_109, "081804"],
		[1_111_111_111, "050471"],
		[1_234_567_890, "005924"],
		[2_000_000_000, "279037"],
		[20_000_000_000, "353130"],
	])("match the RFC at %i s", async (seconds, code) => {
		expect(await totpCode(rfcSecret, seconds * 1000)).toBe(code);
	});

	it("pass one step early or late and no more", async () => {
		const now = 1_234_567_890_000;
		const step = Math.floor(now / 30_000);
		const taken = await Promise.all(
			[-2, -1, 0, 1, 2].map(async (drift) => totpStep(rfcSecret, await totpCode(rfcSecret, now + drift * 30_000), now)),
		);
		expect(taken).toEqual([null, step - 1, step, step + 1, null]);
	});
});
