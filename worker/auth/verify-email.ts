import type { VerifyEmail } from "../../shared/auth-requests";
import type { Profile } from "../../shared/session";
import { assertAttemptAllowed, assertCodeAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";
import { ownSessionOrThrow } from "./own-session";
import { profileOf } from "./read-profile";

type EmailAnswer = { status: "code-sent" } | { status: "verified"; profile: Profile };

/** Shows that one's e-mail address is one's own; without a code it has one sent. */
export async function verifyEmail(call: AuthCall, { code }: VerifyEmail): Promise<EmailAnswer> {
	const session = await ownSessionOrThrow(call);
	const AttributeName = "email";
	if (code === undefined) {
		await assertCodeAllowed(call, "email-verify", session.sub);
		await session.ask({ operation: "GetUserAttributeVerificationCode", body: { AttributeName } });
		call.visit.log({ event: "email-verify", reason: "code sent", sub: session.sub });
		return { status: "code-sent" };
	}
	await assertAttemptAllowed(call, "email-verify", session.sub);
	await session.ask({ operation: "VerifyUserAttribute", body: { AttributeName, Code: code } });
	call.visit.log({ event: "email-verify", sub: session.sub });
	await session.renew();
	return { status: "verified", profile: await profileOf(session) };
}
