import * as z from "zod/mini";
import { NamedUser, parseNamedUser, unknownUser } from "./app-client";
import { countSending, emailDelivery, expiredCode, sendCode, spendCodeOrThrow } from "./codes";
import { CognitoError, invalidParameter, notAuthorized } from "./cognito-error";
import { assertPassword } from "./passwords";
import { type Pool, readPoolSettings } from "./pool";
import { type Attribute, attributeValue } from "./profile";
import { hashPassword } from "./secrets";
import { confirmUser, findUser, insertUser, type PoolUser } from "./user-rows";

const SignUp = z.extend(NamedUser, {
	Password: z.string(),
	UserAttributes: z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []),
});

export async function signUp(pool: Pool, body: unknown): Promise<object> {
	const { Username, Password, UserAttributes } = await parseNamedUser(SignUp, body);
	const email = emailOrThrow(Username, UserAttributes);
	assertPassword(pool, Password);
	if (findUser(pool.sql, email)) throw userExists();
	const user = newUser(email, attributeValue(UserAttributes, "name") ?? "", await hashPassword(Password));
	if (!insertUser(pool.sql, user)) throw userExists();
	const CodeDeliveryDetails = await sendCode(pool, user, "sign-up");
	return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails };
}

function emailOrThrow(username: string, attributes: Attribute[]): string {
	if (!z.email().safeParse(username).success) throw invalidParameter("Username should be an email.");
	const email = attributeValue(attributes, "email");
	if (email !== undefined && email.toLowerCase() !== username.toLowerCase()) {
		throw invalidParameter("Username should be the same as the email attribute.");
	}
	return username.toLowerCase();
}

function userExists(): CognitoError {
	return new CognitoError("UsernameExistsException", "User already exists");
}

function newUser(email: string, name: string, password: PoolUser["password"]): PoolUser {
	const sub = crypto.randomUUID();
	return {
		sub,
		username: sub,
		email,
		isEmailVerified: false,
		pendingEmail: null,
		phoneNumber: null,
		name,
		status: "UNCONFIRMED",
		isEnabled: true,
		password,
		temporaryPasswordExpiresAt: null,
		mfaMethods: [],
		preferredMfa: null,
		mustSetUpMfa: false,
		totpSecret: null,
		pendingTotpSecret: null,
	};
}

const ConfirmSignUp = z.extend(NamedUser, { ConfirmationCode: z.string() });

export async function confirmSignUp(pool: Pool, body: unknown): Promise<object> {
	const { Username, ConfirmationCode } = await parseNamedUser(ConfirmSignUp, body);
	const user = findUser(pool.sql, Username);
	if (!user) throw readPoolSettings(pool.sql).preventUserExistenceErrors ? expiredCode() : unknownUser();
	if (!user.isEnabled) throw notAuthorized("User is disabled.");
	if (user.status !== "UNCONFIRMED") {
		throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
	}
	spendCodeOrThrow(pool, { purpose: "sign-up", sub: user.sub }, ConfirmationCode);
	confirmUser(pool.sql, user.sub);
	return {};
}

export async function resendConfirmationCode(pool: Pool, body: unknown): Promise<object> {
	const { Username } = await parseNamedUser(NamedUser, body);
	countSending(pool, "sign-up", Username);
	const user = findUser(pool.sql, Username);
	if (!user?.isEnabled) {
		if (!readPoolSettings(pool.sql).preventUserExistenceErrors) throw unknownUser();
		return { CodeDeliveryDetails: emailDelivery(Username) };
	}
	if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
	return { CodeDeliveryDetails: await sendCode(pool, user, "sign-up") };
}
