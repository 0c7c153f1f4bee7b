import { afterEach, describe, expect, it } from "vitest";
import { localPassword } from "../../local/personas";
import { hourMs } from "../../shared/base/durations";
import {
	call,
	callAt,
	changeSettings,
	lastCode,
	mailbox,
	named,
	newAddress,
	newPerson,
	otherCode,
	passwordSignIn,
	rejection,
	restoreSettings,
	signIn,
} from "./pool-client";

const expired = rejection("ExpiredCodeException", "Invalid code provided, please request a code again.");
const mismatch = rejection("CodeMismatchException", "Invalid verification code provided, please try again.");

function signUp(email: string, more: object = {}) {
	return { ...named(email), Password: localPassword, ...more };
}

function confirm(email: string, code: string) {
	return { ...named(email), ConfirmationCode: code };
}

afterEach(restoreSettings);

describe("SignUp", () => {
	it("mails a code, lets no one in before it is entered, and then does", async () => {
		const email = newAddress();
		const attributes = [
			{ Name: "email", Value: email },
			{ Name: "name", Value: "Zoë O'Hara" },
		];
		const response = await call("SignUp", signUp(email, { UserAttributes: attributes }));
		expect(response).toMatchObject({ status: 200 });
		expect(response.body).toEqual({
			UserConfirmed: false,
			UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
			CodeDeliveryDetails: { Destination: "p***@a***", DeliveryMedium: "EMAIL", AttributeName: "email" },
		});
		expect(await call("InitiateAuth", passwordSignIn(email))).toMatchObject(
			rejection("UserNotConfirmedException", "User is not confirmed."),
		);
		const code = await lastCode(email);
		expect(code).toMatch(/^\d{6}$/);
		expect(await call("ConfirmSignUp", confirm(email, otherCode(code)))).toMatchObject(mismatch);
		expect((await call("ConfirmSignUp", confirm(email, code))).body).toEqual({});

		const { AccessToken } = await signIn(email);
		expect((await call("GetUser", { AccessToken })).body.UserAttributes).toEqual([
			{ Name: "sub", Value: response.body.UserSub },
			{ Name: "email_verified", Value: "true" },
			{ Name: "name", Value: "Zoë O'Hara" },
			{ Name: "email", Value: email },
		]);
		expect(await call("ConfirmSignUp", confirm(email, code))).toMatchObject(
			rejection("NotAuthorizedException", "User cannot be confirmed. Current status is CONFIRMED"),
		);
	});

	it("rejects an address that is taken, in any case of letters, confirmed or not", async () => {
		const exists = rejection("UsernameExistsException", "User already exists");
		expect(await call("SignUp", signUp("OWNER@aqlcloud.test"))).toMatchObject(exists);
		expect(await call("SignUp", signUp("unconfirmed@aqlcloud.test"))).toMatchObject(exists);
		const email = newAddress();
		const responses = await Promise.all([call("SignUp", signUp(email)), call("SignUp", signUp(email))]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
	});

	it.each([
		["not-an-address", "Username should be an email."],
		["", undefined],
	])("rejects %j as a user name", async (username, message) => {
		const { status, body } = await call("SignUp", signUp(username));
		expect(status).toBe(400);
		expect(body).toMatchObject({ __type: "InvalidParameterException", ...(message && { message }) });
	});

	it.each([
		["Ab1.", "Password not long enough"],
		["LOUD-PASSWORD-1", "Password must have lowercase characters"],
		["quiet-password-1", "Password must have uppercase characters"],
		["Password-of-mine", "Password must have numeric characters"],
		["Password1ofmine", "Password must have symbol characters"],
	])("rejects the password %s in the policy's words", async (password, reason) => {
		const policy = { requireLowercase: true, requireUppercase: true, requireNumbers: true, requireSymbols: true };
		await changeSettings({ passwordPolicy: { minimumLength: 8, ...policy } });
		expect(await call("SignUp", signUp(newAddress(), { Password: password }))).toMatchObject(
			rejection("InvalidPasswordException", `Password did not conform with policy: ${reason}`),
		);
	});
});

it("SignUp rejects a password beyond Cognito's 256 characters", async () => {
	expect(await call("SignUp", signUp(newAddress(), { Password: "a".repeat(257) }))).toMatchObject({
		body: { __type: "InvalidParameterException" },
	});
	expect((await call("SignUp", signUp(newAddress(), { Password: "a".repeat(256) }))).status).toBe(200);
});

describe("ConfirmSignUp", () => {
	it("takes a code for 24 hours, and the newest only", async () => {
		const start = Date.now();
		const email = newAddress();
		await callAt(start, "SignUp", signUp(email));
		const first = await lastCode(email);
		expect(await callAt(start + 24 * hourMs, "ConfirmSignUp", confirm(email, first))).toMatchObject(expired);
		await callAt(start + hourMs, "ResendConfirmationCode", named(email));
		const second = await lastCode(email);
		if (second !== first) {
			expect(await callAt(start + hourMs, "ConfirmSignUp", confirm(email, first))).toMatchObject(mismatch);
		}
		expect((await callAt(start + 25 * hourMs - 1, "ConfirmSignUp", confirm(email, second))).status).toBe(200);
	});

	it("stops listening for the rest of an hour after five wrong codes", async () => {
		const start = Date.now();
		const email = newAddress();
		await callAt(start, "SignUp", signUp(email));
		const code = await lastCode(email);
		for (let attempt = 0; attempt < 5; attempt++) {
			expect(await callAt(start, "ConfirmSignUp", confirm(email, otherCode(code)))).toMatchObject(mismatch);
		}
		expect(await callAt(start + hourMs - 1, "ConfirmSignUp", confirm(email, code))).toMatchObject({
			status: 400,
			body: { __type: "TooManyFailedAttemptsException" },
		});
		expect((await callAt(start + hourMs, "ConfirmSignUp", confirm(email, code))).status).toBe(200);
	});

	it("reveals an unknown user only where the pool does not hide who exists", async () => {
		const unknown = confirm("nobody-at-all@aqlcloud.test", "123456");
		expect(await call("ConfirmSignUp", unknown)).toMatchObject(expired);
		await changeSettings({ preventUserExistenceErrors: false });
		expect(await call("ConfirmSignUp", unknown)).toMatchObject(
			rejection("UserNotFoundException", "Username/client id combination not found."),
		);
	});
});

describe("ResendConfirmationCode", () => {
	it("sends another code, names an unknown user, and rejects a confirmed one", async () => {
		const details = { Destination: "u***@a***", DeliveryMedium: "EMAIL", AttributeName: "email" };
		const known = await call("ResendConfirmationCode", named("unconfirmed@aqlcloud.test"));
		expect(known.body).toEqual({ CodeDeliveryDetails: details });
		const unknown = await call("ResendConfirmationCode", named("unknown@aqlcloud.test"));
		expect(unknown.body).toEqual(known.body);
		expect(await mailbox().messages("unknown@aqlcloud.test")).toEqual([]);
		expect(await mailbox().messages("unconfirmed@aqlcloud.test")).toHaveLength(1);
		expect(await call("ResendConfirmationCode", named(await newPerson()))).toMatchObject(
			rejection("InvalidParameterException", "User is already confirmed."),
		);
		await changeSettings({ preventUserExistenceErrors: false });
		expect(await call("ResendConfirmationCode", named("unknown@aqlcloud.test"))).toMatchObject({
			body: { __type: "UserNotFoundException" },
		});
	});

	it.each([newAddress(), "nobody-there@aqlcloud.test"])("allows five requests in an hour for %s", async (email) => {
		if (email.startsWith("person")) await call("SignUp", signUp(email));
		const start = Date.now();
		for (let sent = 0; sent < 5; sent++) {
			expect((await callAt(start, "ResendConfirmationCode", named(email))).status).toBe(200);
		}
		expect(await callAt(start + hourMs - 1, "ResendConfirmationCode", named(email))).toMatchObject(
			rejection("LimitExceededException", "Attempt limit exceeded, please try after some time."),
		);
		expect((await callAt(start + hourMs, "ResendConfirmationCode", named(email))).status).toBe(200);
	});
});
