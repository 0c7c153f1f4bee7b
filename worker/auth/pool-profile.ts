import { isRecord } from "../../shared/base/json-record";
import { type MfaMethod, mfaMethods, type Profile } from "../../shared/session/session";
import { textField } from "../cognito/cognito-client";
import type { AuthCall } from "./auth-call";

export function toProfile(user: Record<string, unknown>): Profile {
	const attributes = new Map<string, string>();
	for (const attribute of Array.isArray(user.UserAttributes) ? user.UserAttributes : []) {
		if (!isRecord(attribute)) continue;
		attributes.set(textField(attribute, "Name") ?? "", textField(attribute, "Value") ?? "");
	}
	const { UserMFASettingList: list } = user;
	const preferred = mfaMethods.find((method) => method === user.PreferredMfaSetting) ?? null;
	const methods = mfaMethods.filter((method: MfaMethod) => Array.isArray(list) && list.includes(method));
	return {
		email: attributes.get("email") ?? "",
		isEmailVerified: attributes.get("email_verified") === "true",
		name: attributes.get("name") ?? "",
		mfa: { methods, preferred },
	};
}

/** Null if the pool does not respond. Only a method that is preferred is requested after each password. */
export async function hasSecondStep({ services }: AuthCall, accessToken: string): Promise<boolean | null> {
	const response = await services.userPool("GetUser", { AccessToken: accessToken });
	return response.status === "done" ? toProfile(response.body).mfa.preferred !== null : null;
}
