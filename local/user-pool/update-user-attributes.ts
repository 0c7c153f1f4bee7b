import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { type Attribute, attributeValue } from "./attributes";
import { CognitoError, invalidParameter, notAuthorized } from "./cognito-error";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { type CodeDeliveryDetails, countSending, sendCode } from "./send-code";
import { findUser, type PoolUser, setName, setPendingEmail } from "./user-rows";

const UpdateUserAttributes = z.object({
	AccessToken: z.string(),
	UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

const writable = new Set(["name", "email"]);

/** The pool requires verification before an update of the address: until then the old one goes on working. */
export async function updateUserAttributes(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, UserAttributes } = parseInput(UpdateUserAttributes, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	if (!UserAttributes.every(({ Name }) => writable.has(Name))) {
		throw notAuthorized("A client attempted to write unauthorized attribute");
	}
	const CodeDeliveryDetailsList = await changeEmail(pool, user, UserAttributes);
	const name = attributeValue(UserAttributes, "name");
	if (name !== undefined) setName(pool.sql, user.sub, name);
	return { CodeDeliveryDetailsList };
}

async function changeEmail(pool: Pool, user: PoolUser, attributes: Attribute[]): Promise<CodeDeliveryDetails[]> {
	const email = attributeValue(attributes, "email")?.toLowerCase();
	if (email === undefined) return [];
	if (email === user.email) {
		setPendingEmail(pool.sql, user.sub, null);
		return [];
	}
	if (!z.email().safeParse(email).success) throw invalidParameter("Invalid email address format.");
	if (findUser(pool.sql, email)) throw emailTaken();
	countSending(pool, "verify-email", user.sub);
	setPendingEmail(pool.sql, user.sub, email);
	return [await sendCode(pool, { ...user, pendingEmail: email }, "verify-email")];
}

export function emailTaken(): CognitoError {
	return new CognitoError("AliasExistsException", "An account with the given email already exists.");
}
