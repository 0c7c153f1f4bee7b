import type { PasswordPolicy } from "./password-policy";

/** What the browser may know of a session. No token is ever part of it. */
export type SessionUser = { sub: string; username: string; email: string | null; name: string | null };

/** Answer of `GET /api/isAuthenticated`. `expiresAt` is when the access token ends, epoch ms. */
export type SessionCheck =
	| { isAuthenticated: false }
	| { isAuthenticated: true; user: SessionUser; expiresAt: number; expiresInMs: number };

/**
 * Where the console Worker asks this product's own backend whether a session goes on: 204, or 401 with
 * `x-session: ended`. No browser reaches it.
 */
export const sessionPath = "/api/session";

/** Ways of the second step, by Cognito's names. */
export const mfaMethods = ["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP"] as const;
export type MfaMethod = (typeof mfaMethods)[number];

/** Attributes a pool may demand along with a first password. */
export const askableAttributes = ["name", "given_name", "family_name", "phone_number"] as const;
export type AskableAttribute = (typeof askableAttributes)[number];

/**
 * What a sign-in still asks for. `id` goes back with the answer: it binds what is typed to the sign-in this
 * browser began, so that a challenge cookie planted by another is of no use. Holds no secret.
 */
export type Challenge = { id: string; expiresAt: number } & (
	| { name: "NEW_PASSWORD_REQUIRED"; missing: AskableAttribute[] }
	| { name: "SOFTWARE_TOKEN_MFA" }
	/** `destination` is masked by Cognito; null where it says none. */
	| { name: "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP"; destination: string | null }
	| { name: "SELECT_MFA_TYPE"; methods: MfaMethod[] }
	/** The pool demands a second step that this person has yet to set up with an authenticator. */
	| { name: "MFA_SETUP" }
);

export type SignInResult = { status: "signed-in"; user: SessionUser } | { status: "challenge"; challenge: Challenge };

/** Secret of a new authenticator: base32, and as the address its QR code holds. */
export type TotpSetup = { status: "totp-secret"; secret: string; uri: string };

/** Who one is at the user pool. */
export type Profile = {
	email: string;
	isEmailVerified: boolean;
	name: string;
	/** Ways of the second step that are set up; `preferred` is the one asked for, null where none is. */
	mfa: { methods: MfaMethod[]; preferred: MfaMethod | null };
};

/** `isCodeSent`: a new e-mail address counts once the code sent to it is entered. */
export type ProfileSaved = { status: "saved"; profile: Profile; isCodeSent: boolean };

/** Answer of `GET /api/auth/config`, for signed-out screens. `local` exists in local runs only. */
export type AuthConfig = {
	companyName: string;
	passwordPolicy: PasswordPolicy;
	isSignUpOpen: boolean;
	/** `mailboxPath` + `?to=<address>` answers `{messages: [{to, subject, text, code, sentAt}]}`, newest first. */
	local?: { email: string; password: string; mailboxPath: string };
};

/** Where the console tells its own backend that somebody signs out: a POST with their access token, expired or not. */
export const sessionEndPath = "/api/session/end";
