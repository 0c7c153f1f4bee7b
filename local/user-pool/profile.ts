import * as z from "zod/mini";
import { type CodeDeliveryDetails, countSending, sendCode, spendCodeOrThrow } from "./codes";
import { CognitoError, invalidParameter, notAuthorized, parseInput } from "./cognito-error";
import type { Pool } from "./pool";
import { userOfAccessTokenOrThrow } from "./tokens";
import { findUser, isEmailSettled, type PoolUser, setName, setPendingEmail, verifyEmail } from "./user-rows";

const writable = new Set(["name", "email"]);

const GetUser = z.object({ AccessToken: z.string() });

export async function getUser(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GetUser, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	return {
		Username: user.username,
		UserAttributes: Object.entries(userAttributes(user)).map(([Name, Value]) => ({ Name, Value })),
		...(user.preferredMfa !== null && { PreferredMfaSetting: user.preferredMfa }),
		...(user.mfaMethods.length > 0 && { UserMFASettingList: user.mfaMethods }),
	};
}

const UpdateUserAttributes = z.object({
	AccessToken: z.string(),
	UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

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

function emailTaken(): CognitoError {
	return new CognitoError("AliasExistsException", "An account with the given email already exists.");
}

const GetUserAttributeVerificationCode = z.object({ AccessToken: z.string(), AttributeName: z.literal("email") });

export async function getUserAttributeVerificationCode(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GetUserAttributeVerificationCode, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	countSending(pool, "verify-email", user.sub);
	return { CodeDeliveryDetails: await sendCode(pool, user, "verify-email") };
}

const VerifyUserAttribute = z.object({ AccessToken: z.string(), AttributeName: z.literal("email"), Code: z.string() });

export async function verifyUserAttribute(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Code } = parseInput(VerifyUserAttribute, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	spendCodeOrThrow(pool, { purpose: "verify-email", sub: user.sub }, Code);
	if (!verifyEmail(pool.sql, user.sub)) throw emailTaken();
	return {};
}

export type Attribute = { Name: string; Value: string };

export function attributeValue(attributes: Attribute[], name: string): string | undefined {
	return attributes.find((attribute) => attribute.Name === name)?.Value;
}

export function userAttributes(user: PoolUser): Record<string, string> {
	return {
		sub: user.sub,
		email_verified: String(isEmailSettled(user)),
		...(user.phoneNumber !== null && { phone_number_verified: "true", phone_number: user.phoneNumber }),
		...(user.name !== "" && { name: user.name }),
		email: user.email,
		...(user.federation && { identities: JSON.stringify([{ providerName: user.federation.provider }]) }),
	};
}
