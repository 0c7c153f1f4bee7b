import type { MfaPreference } from "../../shared/auth-requests";
import type { MfaMethod, Profile } from "../../shared/session";
import { assertPassword } from "./assert-password";
import type { AuthCall } from "./auth-call";
import { ownSessionOrThrow } from "./own-session";
import { profileOf } from "./read-profile";

const settingNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: "SoftwareTokenMfaSettings",
	SMS_MFA: "SMSMfaSettings",
	EMAIL_OTP: "EmailMfaSettings",
};

/** Switches the second step to another way, or off. */
export async function preferMfa(
	call: AuthCall,
	{ preferred, password }: MfaPreference,
): Promise<{ status: "saved"; profile: Profile }> {
	const session = await ownSessionOrThrow(call);
	await assertPassword(call, session, password);
	const { mfa } = await profileOf(session);
	const methods = new Set([...mfa.methods, ...(preferred === null ? [] : [preferred])]);
	const body = Object.fromEntries(
		[...methods].map((method) => {
			const setting = { Enabled: preferred !== null, PreferredMfa: method === preferred };
			return [settingNames[method], setting];
		}),
	);
	// Cognito's way to say that this one is not set up, or that the pool demands one.
	const own = { InvalidParameterException: "IncorrectMFAMethod" } as const;
	if (methods.size > 0) await session.ask({ operation: "SetUserMFAPreference", body, own });
	call.visit.log({ event: "mfa-preference", name: preferred ?? "none", sub: session.sub });
	return { status: "saved", profile: await profileOf(session) };
}
