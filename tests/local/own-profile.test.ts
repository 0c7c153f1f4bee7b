import { describe, expect, it } from "vitest";
import { localPassword } from "../../local/personas";
import {
	call,
	callAt,
	lastCode,
	mailbox,
	newAddress,
	newPerson,
	otherCode,
	passwordSignIn,
	rejection,
	signIn,
	tokensOf,
} from "./pool-client";

const limited = rejection("LimitExceededException", "Attempt limit exceeded, please try after some time.");

function attribute(Name: string, Value: string) {
	return { Name, Value };
}

async function attributesOf(AccessToken: string): Promise<unknown> {
	return (await call("GetUser", { AccessToken })).body.UserAttributes;
}

describe("ChangePassword", () => {
	it("takes the current password, and one the policy allows", async () => {
		const email = await newPerson();
		const { AccessToken } = await signIn(email);
		const change = { AccessToken, PreviousPassword: localPassword, ProposedPassword: "Another-one-2" };
		expect(await call("ChangePassword", { ...change, PreviousPassword: "guess" })).toMatchObject(
			rejection("NotAuthorizedException", "Incorrect username or password."),
		);
		expect(await call("ChangePassword", { ...change, ProposedPassword: "tiny" })).toMatchObject({
			body: { __type: "InvalidPasswordException" },
		});
		expect((await call("ChangePassword", change)).body).toEqual({});
		expect((await call("InitiateAuth", passwordSignIn(email))).status).toBe(400);
		expect((await call("InitiateAuth", passwordSignIn(email, "Another-one-2"))).status).toBe(200);
	});

	it("allows five wrong guesses in an hour", async () => {
		const { AccessToken } = await signIn(await newPerson());
		const guess = { AccessToken, PreviousPassword: "guess", ProposedPassword: "Another-one-2" };
		for (let attempt = 0; attempt < 5; attempt++) expect((await call("ChangePassword", guess)).status).toBe(400);
		const right = { ...guess, PreviousPassword: localPassword };
		expect(await call("ChangePassword", right)).toMatchObject(limited);
	});
});

describe("UpdateUserAttributes", () => {
	it("changes a name at once, and rejects what a client may not write", async () => {
		const { AccessToken } = await signIn(await newPerson());
		const rename = { AccessToken, UserAttributes: [attribute("name", "José")] };
		expect((await call("UpdateUserAttributes", rename)).body).toEqual({ CodeDeliveryDetailsList: [] });
		expect(await attributesOf(AccessToken)).toContainEqual(attribute("name", "José"));
		const forged = { AccessToken, UserAttributes: [attribute("email_verified", "true")] };
		expect(await call("UpdateUserAttributes", forged)).toMatchObject(
			rejection("NotAuthorizedException", "A client attempted to write unauthorized attribute"),
		);
	});

	it("changes an address once its code is entered; the old one works until then", async () => {
		const [email, wanted] = [await newPerson(), newAddress()];
		const { AccessToken } = await signIn(email);
		const change = { AccessToken, UserAttributes: [attribute("email", wanted.toUpperCase())] };
		expect((await call("UpdateUserAttributes", change)).body).toEqual({
			CodeDeliveryDetailsList: [{ Destination: "p***@a***", DeliveryMedium: "EMAIL", AttributeName: "email" }],
		});
		expect(await attributesOf(AccessToken)).toEqual(
			expect.arrayContaining([attribute("email", email), attribute("email_verified", "false")]),
		);
		expect((await call("InitiateAuth", passwordSignIn(email))).status).toBe(200);
		expect((await call("InitiateAuth", passwordSignIn(wanted))).status).toBe(400);

		const code = await lastCode(wanted);
		const verify = { AccessToken, AttributeName: "email", Code: code };
		expect(await call("VerifyUserAttribute", { ...verify, Code: otherCode(code) })).toMatchObject(
			rejection("CodeMismatchException", "Invalid verification code provided, please try again."),
		);
		expect((await call("VerifyUserAttribute", verify)).body).toEqual({});
		expect(await attributesOf(AccessToken)).toEqual(
			expect.arrayContaining([attribute("email", wanted), attribute("email_verified", "true")]),
		);
		expect((await call("InitiateAuth", passwordSignIn(wanted))).status).toBe(200);
		expect((await call("InitiateAuth", passwordSignIn(email))).status).toBe(400);
	});

	it("rejects an address of another person, also when they were first to verify it", async () => {
		const taken = rejection("AliasExistsException", "An account with the given email already exists.");
		const { AccessToken } = await signIn(await newPerson());
		const toOwner = { AccessToken, UserAttributes: [attribute("email", "owner@aqlcloud.test")] };
		expect(await call("UpdateUserAttributes", toOwner)).toMatchObject(taken);

		const wanted = newAddress();
		await call("UpdateUserAttributes", { AccessToken, UserAttributes: [attribute("email", wanted)] });
		const Code = await lastCode(wanted);
		await call("SignUp", { ClientId: "local0client0id0aqlcloud00", Username: wanted, Password: localPassword });
		expect(await call("VerifyUserAttribute", { AccessToken, AttributeName: "email", Code })).toMatchObject(taken);
	});

	it("rejects what is no address", async () => {
		const { AccessToken } = await signIn(await newPerson());
		const change = { AccessToken, UserAttributes: [attribute("email", "nowhere")] };
		expect(await call("UpdateUserAttributes", change)).toMatchObject(
			rejection("InvalidParameterException", "Invalid email address format."),
		);
	});
});

describe("GetUserAttributeVerificationCode", () => {
	it("sends the code again, to the address that waits for it, five times in an hour", async () => {
		const [email, wanted] = [await newPerson(), newAddress()];
		const { AccessToken } = await signIn(email);
		await call("UpdateUserAttributes", { AccessToken, UserAttributes: [attribute("email", wanted)] });
		const request = { AccessToken, AttributeName: "email" };
		for (let sent = 0; sent < 4; sent++) {
			expect((await call("GetUserAttributeVerificationCode", request)).body).toEqual({
				CodeDeliveryDetails: { Destination: "p***@a***", DeliveryMedium: "EMAIL", AttributeName: "email" },
			});
		}
		expect(await mailbox().messages(wanted)).toHaveLength(5);
		expect(await call("GetUserAttributeVerificationCode", request)).toMatchObject(limited);
	});

	it("sends a code that is good for a day", async () => {
		const start = Date.now();
		const email = await newPerson();
		const { AccessToken } = await signIn(email);
		await callAt(start, "GetUserAttributeVerificationCode", { AccessToken, AttributeName: "email" });
		const Code = await lastCode(email);
		const verifyAt = async (now: number) => {
			const later = tokensOf(await callAt(now, "InitiateAuth", passwordSignIn(email)));
			return callAt(now, "VerifyUserAttribute", { AccessToken: later.AccessToken, AttributeName: "email", Code });
		};
		expect(await verifyAt(start + 24 * 3_600_000)).toMatchObject(
			rejection("ExpiredCodeException", "Invalid code provided, please request a code again."),
		);
		expect((await verifyAt(start + 24 * 3_600_000 - 1)).status).toBe(200);
	});
});
