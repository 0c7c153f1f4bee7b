import type {
	ChangePassword,
	ConfirmIdentity,
	MfaPreference,
	SaveProfile,
	VerifyEmail,
} from "../../shared/session/auth-requests";
import type { Challenge, IdentityConfirmed, Profile, ProfileSaved } from "../../shared/session/session";
import { type CodeSent, call, post } from "./auth-api";
import { personHeader } from "./session";

/** Of a user signed in. Apart from the others, which are in the first load of the sign-in page. */
export const ownAuthApi = {
	signOut: () => post<{ status: "signed-out" }>("sign-out", {}),
	signOutEverywhere: () => post<{ status: "signed-out" }>("sign-out-everywhere", {}),
	/** With a second step, ending the other sessions requests it again. */
	changePassword: (body: ChangePassword) =>
		post<{ status: "password-changed"; isSignedOutElsewhere: boolean } | { status: "challenge"; challenge: Challenge }>(
			"change-password",
			body,
		),
	profile: () => call<Profile>("/api/auth/profile", { headers: personHeader() }),
	saveProfile: (body: SaveProfile) => post<ProfileSaved>("profile", body),
	verifyEmail: (body: VerifyEmail) => post<CodeSent | { status: "verified"; profile: Profile }>("verify-email", body),
	/** `account`: the header of the one in which the act is. */
	confirmIdentity: (body: ConfirmIdentity, account: Record<string, string>) =>
		post<IdentityConfirmed>("confirm-identity", body, account),
	mfaPreference: (body: MfaPreference) => post<{ status: "saved"; profile: Profile }>("mfa-preference", body),
};
