import { type MfaMethod, mfaMethods, type Profile } from "../../shared/session";
import { isRecord, textField } from "../cognito/json-fields";
import type { AuthCall } from "./auth-call";
import { type OwnSession, ownSessionOrThrow } from "./own-session";

/** Who one is at the user pool. */
export async function readProfile(call: AuthCall): Promise<Profile> {
	return profileOf(await ownSessionOrThrow(call));
}

export async function profileOf(session: OwnSession): Promise<Profile> {
	return toProfile(await session.ask({ operation: "GetUser" }));
}

function toProfile(user: Record<string, unknown>): Profile {
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
