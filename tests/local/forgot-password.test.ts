import { afterEach, describe, expect, it } from "vitest";
import { hourMs } from "../../shared/base/durations";
import {
	call,
	callAt,
	changeSettings,
	lastCode,
	mailbox,
	named,
	newPerson,
	otherCode,
	passwordSignIn,
	rejection,
	restoreSettings,
} from "./pool-client";

const mismatch = rejection("CodeMismatchException", "Invalid verification code provided, please try again.");
const expired = rejection("ExpiredCodeException", "Invalid code provided, please request a code again.");
const limited = rejection("LimitExceededException", "Attempt limit exceeded, please try after some time.");

function confirm(email: string, code: string, password = "Another-one-2") {
	return { ...named(email), ConfirmationCode: code, Password: password };
}

afterEach(restoreSettings);

describe("a forgotten password", () => {
	it("gains a new one with the code that was mailed, once", async () => {
		const email = await newPerson();
		expect((await call("ForgotPassword", named(email))).body).toEqual({
			CodeDeliveryDetails: { Destination: "p***@a***", DeliveryMedium: "EMAIL", AttributeName: "email" },
		});
		const code = await lastCode(email);
		expect(await call("ConfirmForgotPassword", confirm(email, otherCode(code)))).toMatchObject(mismatch);
		expect(await call("ConfirmForgotPassword", confirm(email, code, "tiny"))).toMatchObject({
			body: { __type: "InvalidPasswordException" },
		});
		expect((await call("ConfirmForgotPassword", confirm(email, code))).body).toEqual({});
		expect((await call("InitiateAuth", passwordSignIn(email))).status).toBe(400);
		expect((await call("InitiateAuth", passwordSignIn(email, "Another-one-2"))).status).toBe(200);
		expect(await call("ConfirmForgotPassword", confirm(email, code))).toMatchObject(expired);
	});

	it("gains a new one within an hour", async () => {
		const start = Date.now();
		const email = await newPerson();
		await callAt(start, "ForgotPassword", named(email));
		const code = await lastCode(email);
		expect(await callAt(start + hourMs, "ConfirmForgotPassword", confirm(email, code))).toMatchObject(expired);
		expect((await callAt(start + hourMs - 1, "ConfirmForgotPassword", confirm(email, code))).status).toBe(200);
	});

	it("leads on who had to reset it", async () => {
		const email = "reset@aqlcloud.test";
		await call("ForgotPassword", named(email));
		await call("ConfirmForgotPassword", confirm(email, await lastCode(email)));
		expect((await call("InitiateAuth", passwordSignIn(email, "Another-one-2"))).status).toBe(200);
	});

	it("resists guessing: five wrong codes stop it for an hour", async () => {
		const email = await newPerson();
		const start = Date.now();
		await callAt(start, "ForgotPassword", named(email));
		const code = await lastCode(email);
		for (let attempt = 0; attempt < 5; attempt++) {
			expect(await callAt(start, "ConfirmForgotPassword", confirm(email, otherCode(code)))).toMatchObject(mismatch);
		}
		expect(await callAt(start, "ConfirmForgotPassword", confirm(email, code))).toMatchObject(limited);
	});

	it.each(["viewer@aqlcloud.test", "no-such-person@aqlcloud.test"])(
		"allows five requests in an hour by %s",
		async (email) => {
			const start = Date.now();
			for (let sent = 0; sent < 5; sent++) {
				expect((await callAt(start, "ForgotPassword", named(email))).status).toBe(200);
			}
			expect(await callAt(start + hourMs - 1, "ForgotPassword", named(email))).toMatchObject(limited);
			expect((await callAt(start + hourMs, "ForgotPassword", named(email))).status).toBe(200);
		},
	);

	it.each(["nobody@aqlcloud.test", "disabled@aqlcloud.test", "unconfirmed@aqlcloud.test"])(
		"responds to %s as to any other, and mails nothing",
		async (email) => {
			expect(await call("ForgotPassword", named(email))).toMatchObject({
				status: 200,
				body: { CodeDeliveryDetails: { Destination: `${email[0]}***@a***`, DeliveryMedium: "EMAIL" } },
			});
			expect(await mailbox().messages(email)).toEqual([]);
		},
	);

	it("cannot be confirmed for who does not exist", async () => {
		expect(await call("ConfirmForgotPassword", confirm("nobody@aqlcloud.test", "123456"))).toMatchObject(mismatch);
	});

	it.each([
		["missing@aqlcloud.test", "UserNotFoundException", "Username/client id combination not found."],
		["disabled@aqlcloud.test", "NotAuthorizedException", "User is disabled."],
		[
			"unconfirmed@aqlcloud.test",
			"InvalidParameterException",
			"Cannot reset password for the user as there is no registered/verified email or phone_number",
		],
		["new@aqlcloud.test", "NotAuthorizedException", "User password cannot be reset in the current state."],
	])("rejects %s in a pool that does not hide which users exist", async (email, name, message) => {
		await changeSettings({ preventUserExistenceErrors: false });
		expect(await call("ForgotPassword", named(email))).toMatchObject(rejection(name, message));
	});
});
