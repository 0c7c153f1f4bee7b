import type {
	ChangePassword,
	ConfirmIdentity,
	MfaPreference,
	SaveProfile,
	VerifyEmail,
} from "../../shared/session/auth-requests";
import type {
	Challenge,
	IdentityConfirmed,
	Passkeys,
	Profile,
	ProfileSaved,
	SignedOut,
} from "../../shared/session/session";
import { type CodeSent, call, post } from "./auth-api";
import { personHeader } from "./session";

/** Calls of a signed-in user. A file of their own keeps them out of the sign-in page's first load. */
export const ownAuthApi = {
	signOut: () => post<SignedOut>("sign-out", {}),
	signOutEverywhere: () => post<SignedOut>("sign-out-everywhere", {}),
	/** With a second step, the backend returns a challenge before it ends other sessions. */
	changePassword: (body: ChangePassword) =>
		post<{ status: "password-changed"; isSignedOutElsewhere: boolean } | { status: "challenge"; challenge: Challenge }>(
			"change-password",
			body,
		),
	profile: () => call<Profile>("/api/auth/profile", { headers: personHeader() }),
	passkeys: () => call<Passkeys>("/api/auth/passkeys", { headers: personHeader() }),
	saveProfile: (body: SaveProfile) => post<ProfileSaved>("profile", body),
	verifyEmail: (body: VerifyEmail) => post<CodeSent | { status: "verified"; profile: Profile }>("verify-email", body),
	confirmIdentity: (body: ConfirmIdentity, account: Record<string, string>) =>
		post<IdentityConfirmed>("confirm-identity", body, account),
	mfaPreference: (body: MfaPreference) => post<{ status: "saved"; profile: Profile }>("mfa-preference", body),
};
