import type { PoolUser } from "./user-rows";

/** An attribute of a user as Cognito's API writes it. */
export type Attribute = { Name: string; Value: string };

export function attributeValue(attributes: Attribute[], name: string): string | undefined {
	return attributes.find((attribute) => attribute.Name === name)?.Value;
}

/** What the pool tells of a user, with every value as text. While an address waits for its code, none is verified. */
export function userAttributes(user: PoolUser): Record<string, string> {
	return {
		sub: user.sub,
		email_verified: String(isEmailSettled(user)),
		...(user.phoneNumber !== null && { phone_number_verified: "true", phone_number: user.phoneNumber }),
		...(user.name !== "" && { name: user.name }),
		email: user.email,
	};
}

export function isEmailSettled({ isEmailVerified, pendingEmail }: PoolUser): boolean {
	return isEmailVerified && pendingEmail === null;
}
