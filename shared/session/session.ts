import type { PasswordPolicy } from "./password-setting";
import type { SessionEnding } from "./session-endings";

/** Never contains a token. */
export type SessionUser = { sub: string; username: string; email: string | null; name: string | null };

/**
 * Response of `GET /api/isAuthenticated`. `ending`: why this check ended the session. `expiresAt`: of the access token,
 * epoch ms. `idleMinutes`: since the last act that a page of this browser reported; absent: not measured.
 */
export type SessionCheck =
	| { isAuthenticated: false; ending?: SessionEnding | undefined; idleMinutes?: undefined }
	| {
			isAuthenticated: true;
			user: SessionUser;
			expiresAt: number;
			expiresInMs: number;
			idleMinutes?: number | undefined;
			ending?: undefined;
	  };

/** The console Worker checks a session here: 204, or 401 with `x-session: ended`. Browsers cannot reach it. */
export const sessionPath = "/api/session";

/** The console Worker reports a repeated authentication here. Browsers cannot reach it. */
export const confirmedPath = "/api/session/confirmed";

/** The console Worker reports here whether a person's sign-in has a second step. */
export const secondStepPath = "/api/session/second-step";

export const mfaMethods = ["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP"] as const;
export type MfaMethod = (typeof mfaMethods)[number];

/** Attributes a pool may require with a first password. */
export const askableAttributes = ["name", "given_name", "family_name", "phone_number"] as const;
export type AskableAttribute = (typeof askableAttributes)[number];

/** `id` binds the response to this browser's sign-in, against planted challenge cookies. Contains no secret. */
export type Challenge = { id: string; expiresAt: number } & (
	| { name: "NEW_PASSWORD_REQUIRED"; missing: AskableAttribute[] }
	| { name: "SOFTWARE_TOKEN_MFA" }
	/** `destination` is masked by Cognito; null: not given. */
	| { name: "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP"; destination: string | null }
	| { name: "SELECT_MFA_TYPE"; methods: MfaMethod[] }
	| { name: "MFA_SETUP" }
);

/** Options for `navigator.credentials.get`, of the same shape for every address. */
export type PasskeyPosed = {
	status: "passkey";
	challengeId: string;
	options: { challenge: string; rpId: string; timeout: number; userVerification: "required" };
};

/** Named by the user pool. `createdAt` in epoch ms; null: not reported. */
export type Passkey = { id: string; name: string; createdAt: number | null };

export type Passkeys = { status: "passkeys"; passkeys: Passkey[] };

/** Options for `navigator.credentials.create`, in the form of PublicKeyCredentialCreationOptionsJSON. */
export type PasskeyToAdd = { status: "options"; options: Record<string, unknown> };

export type SignInResult = { status: "signed-in"; user: SessionUser } | { status: "challenge"; challenge: Challenge };

/** Company that signs in at its own provider. Null: none. */
export type SsoOffer = { company: string | null };

/** The page goes to `address` and sends `id` back with what comes of it. */
export type SsoBegun = { status: "begun"; id: string; address: string };

/** The key under which a tab stores its visit, and the name of the channel that reports the result to other tabs. */
export type SsoName = "aql.sso";

/** A tab remembers its visit at a provider. `id` binds the result to this tab. `confirms`: another tab waits for it. */
export type SsoStart = { id: string; email?: string | undefined; next?: string | undefined; confirms?: true };

/** `fault`: a sentence. */
export type SsoVisitEnd = { id: string; fault: string | null };

/** A visit that began for an action confirms it and begins no session. */
export type SsoFinished = SignInResult | Extract<IdentityConfirmed, { status: "confirmed" }>;

/** `leave`: the page goes there, which ends the session at the pool's domain. */
export type SignedOut = { status: "signed-out"; leave?: string };

export type IdentityConfirmed = { status: "confirmed" } | { status: "challenge"; challenge: Challenge };

/** `secret` is base32; `uri` is the content of the QR code. */
export type TotpSetup = { status: "totp-secret"; secret: string; uri: string };

export type Profile = {
	email: string;
	isEmailVerified: boolean;
	name: string;
	mfa: { methods: MfaMethod[]; preferred: MfaMethod | null };
	/** The person signs in at a company's provider, which alone changes all of this. */
	isSso?: true;
};

/** `isCodeSent`: the new e-mail address takes effect once its code is entered. */
export type ProfileSaved = { status: "saved"; profile: Profile; isCodeSent: boolean };

/** Response of `GET /api/auth/config`, for signed-out screens. `local` exists in local runs only. */
export type AuthConfig = {
	companyName: string;
	passwordPolicy: PasswordPolicy;
	isSignUpOpen: boolean;
	/** Whether this hostname is the relying party of passkeys or below it. */
	hasPasskeys?: true;
	/** Absent: people sign in by password alone. */
	userPoolDomain?: string;
	/** `mailboxPath` + `?to=<address>` returns `{messages: [{to, subject, text, code, sentAt}]}`, newest first. */
	local?: { email: string; password: string; mailboxPath: string };
};

/** The console Worker posts the access token here at sign-out, expired or not. */
export const sessionEndPath = "/api/session/end";
