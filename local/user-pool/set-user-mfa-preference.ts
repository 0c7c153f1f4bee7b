import * as z from "zod/mini";
import type { MfaMethod } from "../../shared/session";
import { userOfAccessTokenOrThrow } from "./access-token";
import { invalidParameter } from "./cognito-error";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { type PoolUser, setMfaPreference } from "./user-rows";

const Preference = z.object({ Enabled: z._default(z.boolean(), false), PreferredMfa: z._default(z.boolean(), false) });
type Preference = z.infer<typeof Preference>;

const SetUserMfaPreference = z.object({
	AccessToken: z.string(),
	SMSMfaSettings: z.optional(Preference),
	SoftwareTokenMfaSettings: z.optional(Preference),
	EmailMfaSettings: z.optional(Preference),
});

/** A way that is not named stays as it is. */
export async function setUserMfaPreference(pool: Pool, body: unknown): Promise<object> {
	const input = parseInput(SetUserMfaPreference, body);
	const user = await userOfAccessTokenOrThrow(pool, input.AccessToken);
	const asked: [MfaMethod, Preference | undefined][] = [
		["SOFTWARE_TOKEN_MFA", input.SoftwareTokenMfaSettings],
		["SMS_MFA", input.SMSMfaSettings],
		["EMAIL_OTP", input.EmailMfaSettings],
	];
	const enabled = new Set(user.mfaMethods);
	let preferred = user.preferredMfa;
	for (const [method, preference] of asked) {
		if (!preference) continue;
		assertPossible(user, method, preference);
		if (preference.Enabled) enabled.add(method);
		else enabled.delete(method);
		if (preference.PreferredMfa) preferred = method;
		else if (preferred === method) preferred = null;
	}
	setMfaPreference(pool.sql, user.sub, { mfaMethods: [...enabled], preferredMfa: preferred });
	return {};
}

function assertPossible(user: PoolUser, method: MfaMethod, { Enabled, PreferredMfa }: Preference): void {
	if (PreferredMfa && !Enabled) throw invalidParameter(`${method} must be enabled to be preferred`);
	if (!Enabled) return;
	if (method === "SOFTWARE_TOKEN_MFA" && user.totpSecret === null) {
		throw invalidParameter("User has not verified software token mfa");
	}
	if ((method === "SMS_MFA" && user.phoneNumber === null) || (method === "EMAIL_OTP" && !user.isEmailVerified)) {
		throw invalidParameter(`User does not have delivery config set to turn on ${method}`);
	}
}
