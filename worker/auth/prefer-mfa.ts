import type { MfaPreference } from "../../shared/auth-requests";
import type { MfaMethod, Profile } from "../../shared/session";
import { parseAuthenticationResult } from "../cognito/authentication-result";
import { textField } from "../cognito/json-fields";
import { revokeTokens } from "../session/sign-out";
import { assertAttemptAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { type OwnSession, ownSessionOrThrow } from "./own-session";
import { profileOf } from "./read-profile";
import { askForTokens } from "./sign-in";

const settingNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: "SoftwareTokenMfaSettings",
	SMS_MFA: "SMSMfaSettings",
	EMAIL_OTP: "EmailMfaSettings",
};

/** Challenges that Cognito poses to none but who gave the right password. */
const secondSteps = new Set(["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP", "SMS_OTP", "SELECT_MFA_TYPE", "MFA_SETUP"]);

/** Switches the second step to another way, or off: by the password, as a session left open must not be enough. */
export async function preferMfa(
	call: AuthCall,
	{ preferred, password }: MfaPreference,
): Promise<{ status: "saved"; profile: Profile }> {
	const session = await ownSessionOrThrow(call);
	await assertAttemptAllowed(call, "mfa-preference", session.sub);
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

/** By the user name in the token: with one of a cookie's the password of somebody else would do. */
async function assertPassword(call: AuthCall, session: OwnSession, password: string): Promise<void> {
	const answer = await askForTokens(call, session.current().access.username, password).catch((error: unknown) => {
		const isWrong = error instanceof AuthRefusal && error.code === "NotAuthorizedException";
		throw isWrong ? new AuthRefusal("WrongCurrentPassword", error.details) : error;
	});
	const tokens = parseAuthenticationResult(answer);
	if (tokens !== null) return revokeTokens(call.services, call.visit, tokens);
	if (secondSteps.has(textField(answer, "ChallengeName") ?? "")) return;
	throw new AuthRefusal("SignInNotConfigured", { reason: "neither tokens nor a second step" });
}
