import { isRecord } from "../../shared/base/json-record";
import type { SaveProfile, VerifyEmail } from "../../shared/session/auth-requests";
import type { Profile, ProfileSaved } from "../../shared/session/session";
import { type AuthCall, assertAttemptAllowed, assertCodeAllowed } from "./auth-call";
import { assertOfPool, assertPassword, isOfProvider, type OwnSession, ownSessionOrThrow } from "./own-session";
import { toProfile } from "./pool-profile";
import { reportSecondStep } from "./report-second-step";

export async function readProfile(call: AuthCall): Promise<Profile> {
	return reportedProfile(call, await ownSessionOrThrow(call));
}

/** Reports the second step to the backend. A method that is set up but not preferred does not count. */
export async function reportedProfile(call: AuthCall, session: OwnSession): Promise<Profile> {
	const profile = await profileOf(session);
	if (isOfProvider(session)) return profile;
	await reportSecondStep(call, session.current().tokens.accessToken, profile.mfa.preferred !== null);
	return profile;
}

export async function profileOf(session: OwnSession): Promise<Profile> {
	const profile = toProfile(await session.request({ operation: "GetUser" }));
	return isOfProvider(session) ? { ...profile, isSso: true } : profile;
}

/** A new e-mail address requires the password. Renews the tokens, which contain name and address. */
export async function saveProfile(call: AuthCall, { name, email, password = "" }: SaveProfile): Promise<ProfileSaved> {
	const session = await ownSessionOrThrow(call);
	assertOfPool(session);
	if (email !== undefined) {
		await assertPassword(call, session, password);
		await assertCodeAllowed(call, "profile-email", session.sub);
	}
	const UserAttributes = [
		...(name === undefined ? [] : [{ Name: "name", Value: name }]),
		...(email === undefined ? [] : [{ Name: "email", Value: email }]),
	];
	if (UserAttributes.length === 0) return { status: "saved", profile: await profileOf(session), isCodeSent: false };
	const response = await session.request({ operation: "UpdateUserAttributes", body: { UserAttributes } });
	call.log({ event: "profile-save", sub: session.sub });
	await session.renew();
	const deliveries = Array.isArray(response.CodeDeliveryDetailsList) ? response.CodeDeliveryDetailsList : [];
	const isCodeSent = deliveries.some((each) => isRecord(each) && each.AttributeName === "email");
	return { status: "saved", profile: await profileOf(session), isCodeSent };
}

type EmailResponse = { status: "code-sent" } | { status: "verified"; profile: Profile };

export async function verifyEmail(call: AuthCall, { code }: VerifyEmail): Promise<EmailResponse> {
	const session = await ownSessionOrThrow(call);
	assertOfPool(session);
	const AttributeName = "email";
	if (code === undefined) {
		await assertCodeAllowed(call, "email-verify", session.sub);
		await session.request({ operation: "GetUserAttributeVerificationCode", body: { AttributeName } });
		call.log({ event: "email-verify", reason: "code sent", sub: session.sub });
		return { status: "code-sent" };
	}
	await assertAttemptAllowed(call, "email-verify", session.sub);
	await session.request({ operation: "VerifyUserAttribute", body: { AttributeName, Code: code } });
	call.log({ event: "email-verify", sub: session.sub });
	await session.renew();
	return { status: "verified", profile: await profileOf(session) };
}
