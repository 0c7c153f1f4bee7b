import type { SaveProfile } from "../../shared/auth-requests";
import type { ProfileSaved } from "../../shared/session";
import { isRecord } from "../cognito/json-fields";
import { assertCodeAllowed } from "./assert-allowed";
import { assertPassword } from "./assert-password";
import type { AuthCall } from "./auth-call";
import { ownSessionOrThrow } from "./own-session";
import { profileOf } from "./read-profile";

/** Changes one's name or, by the password, one's e-mail address, and the tokens that tell them. */
export async function saveProfile(call: AuthCall, { name, email, password = "" }: SaveProfile): Promise<ProfileSaved> {
	const session = await ownSessionOrThrow(call);
	if (email !== undefined) {
		// Who holds the address may ask for a new password.
		await assertPassword(call, session, password);
		// Each new address gets a code: a mail to whoever lives there.
		await assertCodeAllowed(call, "profile-email", session.sub);
	}
	const UserAttributes = [
		...(name === undefined ? [] : [{ Name: "name", Value: name }]),
		...(email === undefined ? [] : [{ Name: "email", Value: email }]),
	];
	if (UserAttributes.length === 0) return { status: "saved", profile: await profileOf(session), isCodeSent: false };
	const answer = await session.ask({ operation: "UpdateUserAttributes", body: { UserAttributes } });
	call.visit.log({ event: "profile-save", sub: session.sub });
	await session.renew();
	const deliveries = Array.isArray(answer.CodeDeliveryDetailsList) ? answer.CodeDeliveryDetailsList : [];
	const isCodeSent = deliveries.some((each) => isRecord(each) && each.AttributeName === "email");
	return { status: "saved", profile: await profileOf(session), isCodeSent };
}
