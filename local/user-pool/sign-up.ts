import * as z from "zod/mini";
import { assertPassword } from "./assert-password";
import { type Attribute, attributeValue } from "./attributes";
import { CognitoError, invalidParameter } from "./cognito-error";
import { NamedUser, parseNamedUser } from "./named-user";
import { hashPassword } from "./password-hash";
import type { Pool } from "./pool";
import { sendCode } from "./send-code";
import { findUser, insertUser, type PoolUser } from "./user-rows";

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

/** In this pool the user name is the e-mail address. */
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
