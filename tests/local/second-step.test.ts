import { afterEach, describe, expect, it } from "vitest";
import { totpSecret } from "../../local/personas";
import { clientId } from "../../local/user-pool/pool-identity";
import { totpCode } from "../../local/user-pool/totp";
import { minuteMs } from "../../shared/base/durations";
import {
	call,
	callAt,
	changeSettings,
	lastCode,
	mailbox,
	newPerson,
	otherCode,
	passwordSignIn,
	type Reply,
	rejection,
	restoreSettings,
	signIn,
	tokensOf,
} from "./pool-client";

const wrongCode = rejection("CodeMismatchException", "Invalid code received for user");

function reply(name: string, session: unknown, responses: Record<string, string>) {
	return { ClientId: clientId, ChallengeName: name, Session: session, ChallengeResponses: responses };
}

function begin(email: string): Promise<Reply> {
	return call("InitiateAuth", passwordSignIn(email));
}

afterEach(restoreSettings);

describe.each([
	{
		email: "sms@aqlcloud.test",
		name: "SMS_MFA",
		sub: "0a5e7b10-0020-4000-8000-000000000020",
		medium: "SMS",
		destination: "+*******0120",
		to: "+15555550120",
		subject: "SMS: your sign-in code",
	},
	{
		email: "email-code@aqlcloud.test",
		name: "EMAIL_OTP",
		sub: "0a5e7b10-0021-4000-8000-000000000021",
		medium: "EMAIL",
		destination: "e***@a***",
		to: "email-code@aqlcloud.test",
		subject: "Your sign-in code",
	},
])("a code by $medium", ({ email, name, sub, medium, destination, to, subject }) => {
	const respond = (session: unknown, code: string) => reply(name, session, { USERNAME: email, [`${name}_CODE`]: code });

	it("arrives, and admits the person who enters it", async () => {
		const { body } = await begin(email);
		expect(body).toEqual({
			ChallengeName: name,
			ChallengeParameters: {
				USER_ID_FOR_SRP: sub,
				CODE_DELIVERY_DELIVERY_MEDIUM: medium,
				CODE_DELIVERY_DESTINATION: destination,
			},
			Session: expect.any(String),
		});
		const [message] = await mailbox().messages(email);
		expect(message).toMatchObject({ to, subject, text: `Enter this code to sign in: ${message?.code}` });
		const code = await lastCode(email);
		expect(await call("RespondToAuthChallenge", respond(body.Session, otherCode(code)))).toMatchObject(wrongCode);
		const entered = await call("RespondToAuthChallenge", respond(body.Session, code));
		expect(tokensOf(entered)).toHaveProperty("RefreshToken");
		expect(await call("RespondToAuthChallenge", respond(body.Session, code))).toMatchObject(
			rejection("NotAuthorizedException", "Invalid session for the user."),
		);
	});

	it("belongs to its Session", async () => {
		const first = await begin(email);
		const code = await lastCode(email);
		const second = await begin(email);
		const newest = await lastCode(email);
		if (code !== newest) {
			expect(await call("RespondToAuthChallenge", respond(second.body.Session, code))).toMatchObject(wrongCode);
		}
		expect((await call("RespondToAuthChallenge", respond(first.body.Session, code))).status).toBe(200);
	});

	it("resists guessing: after five wrong ones even the right one has to wait, in any Session", async () => {
		const start = Date.now() + 60 * minuteMs;
		const sessionAt = async (now: number) => (await callAt(now, "InitiateAuth", passwordSignIn(email))).body.Session;
		for (let attempt = 0; attempt < 5; attempt++) {
			const session = await sessionAt(start);
			const wrong = respond(session, otherCode(await lastCode(email)));
			expect(await callAt(start, "RespondToAuthChallenge", wrong)).toMatchObject(wrongCode);
		}
		const right = respond(await sessionAt(start), await lastCode(email));
		expect(await callAt(start + 999, "RespondToAuthChallenge", right)).toMatchObject(
			rejection("NotAuthorizedException", "Password attempts exceeded"),
		);
		expect((await callAt(start + 1000, "RespondToAuthChallenge", right)).status).toBe(200);
	});
});

describe("a person with two ways of the second step", () => {
	const select = (session: unknown, way: string) =>
		reply("SELECT_MFA_TYPE", session, { USERNAME: "choose@aqlcloud.test", ANSWER: way });

	it("chooses one of them, and no other", async () => {
		const { body } = await begin("choose@aqlcloud.test");
		expect(body).toMatchObject({
			ChallengeName: "SELECT_MFA_TYPE",
			ChallengeParameters: { MFAS_CAN_CHOOSE: '["SOFTWARE_TOKEN_MFA","SMS_MFA"]' },
		});
		expect(await call("RespondToAuthChallenge", select(body.Session, "EMAIL_OTP"))).toMatchObject({
			body: { __type: "InvalidParameterException" },
		});
		const chosen = await call("RespondToAuthChallenge", select(body.Session, "SMS_MFA"));
		expect(chosen.body).toMatchObject({ ChallengeName: "SMS_MFA" });
		expect(chosen.body.Session).not.toBe(body.Session);
		const responses = { USERNAME: "choose@aqlcloud.test", SMS_MFA_CODE: await lastCode("choose@aqlcloud.test") };
		const entered = await call("RespondToAuthChallenge", reply("SMS_MFA", chosen.body.Session, responses));
		expect(tokensOf(entered)).toHaveProperty("AccessToken");
	});

	it("may choose the authenticator", async () => {
		const now = Date.now();
		const { body } = await callAt(now, "InitiateAuth", passwordSignIn("choose@aqlcloud.test"));
		const chosen = await callAt(now, "RespondToAuthChallenge", select(body.Session, "SOFTWARE_TOKEN_MFA"));
		const SOFTWARE_TOKEN_MFA_CODE = await totpCode(totpSecret, now);
		const responses = { USERNAME: "choose@aqlcloud.test", SOFTWARE_TOKEN_MFA_CODE };
		const entered = reply("SOFTWARE_TOKEN_MFA", chosen.body.Session, responses);
		expect((await callAt(now, "RespondToAuthChallenge", entered)).status).toBe(200);
	});
});

describe("MFA_SETUP", () => {
	const finish = (session: unknown, email: string) => reply("MFA_SETUP", session, { USERNAME: email });

	it("requires an authenticator, takes its first code, and requires a code from then on", async () => {
		const email = "setup@aqlcloud.test";
		const { body } = await begin(email);
		expect(body).toMatchObject({
			ChallengeName: "MFA_SETUP",
			ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
		});
		expect(await call("RespondToAuthChallenge", finish(body.Session, email))).toMatchObject(
			rejection("InvalidParameterException", "User has not verified software token mfa"),
		);
		const { body: begun } = await call("AssociateSoftwareToken", { Session: body.Session });
		expect(begun).toEqual({ SecretCode: expect.stringMatching(/^[A-Z2-7]{32}$/), Session: expect.any(String) });
		const UserCode = await totpCode(String(begun.SecretCode), Date.now());
		const verify = { Session: begun.Session, UserCode };
		expect(await call("VerifySoftwareToken", { ...verify, UserCode: otherCode(UserCode) })).toMatchObject(
			rejection("EnableSoftwareTokenMFAException", "Code mismatch and fail enable Software Token MFA"),
		);
		const { body: verified } = await call("VerifySoftwareToken", verify);
		expect(verified).toEqual({ Status: "SUCCESS", Session: expect.any(String) });
		const { AccessToken } = tokensOf(await call("RespondToAuthChallenge", finish(verified.Session, email)));
		expect((await call("GetUser", { AccessToken })).body).toMatchObject({
			PreferredMfaSetting: "SOFTWARE_TOKEN_MFA",
			UserMFASettingList: ["SOFTWARE_TOKEN_MFA"],
		});
		expect((await begin(email)).body).toMatchObject({ ChallengeName: "SOFTWARE_TOKEN_MFA" });
	});

	it("applies to every person without a second step where the pool requires one, and to no one where it has none", async () => {
		const email = await newPerson();
		await changeSettings({ mfa: "required" });
		const { body } = await begin(email);
		expect(body).toMatchObject({ ChallengeName: "MFA_SETUP" });
		await changeSettings({ mfa: "off" });
		expect((await begin(email)).body).toHaveProperty("AuthenticationResult");
		expect((await begin("totp@aqlcloud.test")).body).toHaveProperty("AuthenticationResult");
		expect(await call("AssociateSoftwareToken", { Session: body.Session })).toMatchObject({
			body: { __type: "SoftwareTokenMFANotFoundException" },
		});
	});

	it("rejects the Session of another challenge", async () => {
		const { body } = await begin("totp@aqlcloud.test");
		expect(await call("AssociateSoftwareToken", { Session: body.Session })).toMatchObject(
			rejection("NotAuthorizedException", "Invalid session for the user."),
		);
		expect(await call("VerifySoftwareToken", { Session: "made-up", UserCode: "123456" })).toMatchObject(
			rejection("NotAuthorizedException", "Invalid session for the user."),
		);
	});
});

describe("a signed-in person", () => {
	const totpOn = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };

	it("sets up an authenticator, which is required once they prefer it, and switches it off", async () => {
		const email = await newPerson();
		const { AccessToken } = await signIn(email);
		expect(await call("SetUserMFAPreference", { AccessToken, ...totpOn })).toMatchObject(
			rejection("InvalidParameterException", "User has not verified software token mfa"),
		);
		expect(await call("VerifySoftwareToken", { AccessToken, UserCode: "123456" })).toMatchObject(
			rejection("InvalidParameterException", "User has not set up software token mfa"),
		);
		const { body: begun } = await call("AssociateSoftwareToken", { AccessToken });
		expect(Object.keys(begun)).toEqual(["SecretCode"]);
		const UserCode = await totpCode(String(begun.SecretCode), Date.now());
		expect((await call("VerifySoftwareToken", { AccessToken, UserCode })).body).toEqual({ Status: "SUCCESS" });
		expect((await begin(email)).body).toHaveProperty("AuthenticationResult");

		expect((await call("SetUserMFAPreference", { AccessToken, ...totpOn })).body).toEqual({});
		expect((await begin(email)).body).toMatchObject({ ChallengeName: "SOFTWARE_TOKEN_MFA" });
		await call("SetUserMFAPreference", { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } });
		expect((await begin(email)).body).toHaveProperty("AuthenticationResult");
	});

	it("keeps the authenticator they have until the new one has proved itself", async () => {
		const now = Date.now();
		const session = async (at: number) =>
			(await callAt(at, "InitiateAuth", passwordSignIn("totp@aqlcloud.test"))).body.Session;
		const enter = async (at: number) =>
			callAt(
				at,
				"RespondToAuthChallenge",
				reply("SOFTWARE_TOKEN_MFA", await session(at), {
					USERNAME: "totp@aqlcloud.test",
					SOFTWARE_TOKEN_MFA_CODE: await totpCode(totpSecret, at),
				}),
			);
		const { AccessToken } = tokensOf(await enter(now));
		await call("AssociateSoftwareToken", { AccessToken });
		expect((await enter(now + minuteMs)).status).toBe(200);
	});

	it("gets codes by e-mail, and by SMS only with a telephone", async () => {
		const email = await newPerson();
		const { AccessToken } = await signIn(email);
		expect(await call("SetUserMFAPreference", { AccessToken, SMSMfaSettings: { Enabled: true } })).toMatchObject(
			rejection("InvalidParameterException", "User does not have delivery config set to turn on SMS_MFA"),
		);
		const preferUnset = { EmailMfaSettings: { Enabled: false, PreferredMfa: true } };
		expect((await call("SetUserMFAPreference", { AccessToken, ...preferUnset })).status).toBe(400);
		await call("SetUserMFAPreference", { AccessToken, EmailMfaSettings: { Enabled: true } });
		expect((await begin(email)).body).toMatchObject({ ChallengeName: "EMAIL_OTP" });
	});

	it("cannot guess the first code: after five wrong ones the right one has to wait", async () => {
		const { AccessToken } = await signIn(await newPerson());
		const { body } = await call("AssociateSoftwareToken", { AccessToken });
		const now = Date.now();
		const UserCode = await totpCode(String(body.SecretCode), now);
		const wrong = { AccessToken, UserCode: otherCode(UserCode) };
		for (let attempt = 0; attempt < 5; attempt++) {
			expect(await callAt(now, "VerifySoftwareToken", wrong)).toMatchObject({
				body: { __type: "EnableSoftwareTokenMFAException" },
			});
		}
		expect(await callAt(now + 999, "VerifySoftwareToken", { AccessToken, UserCode })).toMatchObject(
			rejection("NotAuthorizedException", "Password attempts exceeded"),
		);
		expect((await callAt(now + 1000, "VerifySoftwareToken", { AccessToken, UserCode })).status).toBe(200);
	});

	it("rejects a wrong first code", async () => {
		const { AccessToken } = await signIn(await newPerson());
		expect(await call("VerifySoftwareToken", { AccessToken, UserCode: "12 456" })).toMatchObject({
			body: { __type: "InvalidParameterException" },
		});
	});
});
