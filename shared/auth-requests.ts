import * as z from "zod/mini";
import type { AuthErrorName } from "./auth-errors";
import { longestPassword } from "./password-policy";
import { askableAttributes, mfaMethods } from "./session";

/**
 * Bodies of `POST /api/auth/*`. The message of each rule is a name of the error catalogue, so that a refused
 * body says by itself which error it is.
 */
const named = (name: AuthErrorName) => name;

const required = (name: AuthErrorName) => z.string(named(name)).check(z.minLength(1, named(name)));
const trimmed = (name: AuthErrorName) => z.string(named(name)).check(z.trim(), z.minLength(1, named(name)));

/** A user name: usually an e-mail address, which the pool alone may judge. */
const userName = (absent: AuthErrorName) => trimmed(absent).check(z.maxLength(128, named("InvalidEmailAddress")));
/** Sent on as typed: spaces at its ends and every script are the person's own. */
const password = (absent: AuthErrorName) =>
	required(absent).check(z.maxLength(longestPassword, named("PasswordTooLong")));
/** The one that somebody signed in has, which proves who asks. */
const currentPassword = (absent: AuthErrorName) =>
	required(absent).check(z.maxLength(longestPassword, named("CurrentPasswordTooLong")));
const code = (absent: AuthErrorName) => trimmed(absent).check(z.maxLength(2_048, named("CodeMismatchException")));
const name = z
	.string(named("EmptyName"))
	.check(z.trim(), z.minLength(1, named("EmptyName")), z.maxLength(64, named("NameTooLong")));
const emailAddress = (absent: AuthErrorName) =>
	trimmed(absent).check(z.maxLength(128, named("InvalidEmailAddress")), z.email(named("InvalidEmailAddress")));

export const SignIn = z.object({
	email: userName("EmptySignInUsername"),
	password: password("EmptySignInPassword"),
});
export type SignIn = z.infer<typeof SignIn>;

export const SignUp = z.object({
	email: emailAddress("EmptySignUpUsername"),
	name,
	password: password("EmptySignUpPassword"),
});
export type SignUp = z.infer<typeof SignUp>;

export const Confirm = z.object({
	email: userName("EmptyConfirmSignUpUsername"),
	code: code("EmptyConfirmSignUpCode"),
});
export type Confirm = z.infer<typeof Confirm>;

export const ResendCode = z.object({ email: userName("EmptyresendSignUpCodeUsername") });
export type ResendCode = z.infer<typeof ResendCode>;

export const ForgotPassword = z.object({ email: userName("EmptyResetPasswordUsername") });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const NewPassword = z.object({
	email: userName("EmptyConfirmResetPasswordUsername"),
	code: code("EmptyConfirmResetPasswordConfirmationCode"),
	password: password("EmptyConfirmResetPasswordNewPassword"),
});
export type NewPassword = z.infer<typeof NewPassword>;

const challengeId = z.string(named("ChallengeExpired")).check(z.minLength(1, named("ChallengeExpired")));

/** Answers the challenge NEW_PASSWORD_REQUIRED. */
export const NewPasswordRequired = z.object({
	challengeId,
	password: password("EmptySignUpPassword"),
	attributes: z.optional(
		z.partialRecord(z.enum(askableAttributes), z.string().check(z.trim(), z.minLength(1), z.maxLength(2_048))),
	),
});
export type NewPasswordRequired = z.infer<typeof NewPasswordRequired>;

/** Answers a challenge: with the code it asks for, or the way chosen of several. */
export const RespondChallenge = z.object({
	challengeId,
	code: z.optional(code("EmptyChallengeResponse")),
	method: z.optional(z.enum(mfaMethods, named("IncorrectMFAMethod"))),
});
export type RespondChallenge = z.infer<typeof RespondChallenge>;

export const ChangePassword = z.object({
	currentPassword: currentPassword("EmptyUpdatePassword"),
	password: password("EmptyUpdatePassword"),
	/** Ends every other session of this person; this one goes on. */
	isSignOutElsewhere: z._default(z.boolean(), false),
});
export type ChangePassword = z.infer<typeof ChangePassword>;

/**
 * Begins to set up an authenticator: for the challenge MFA_SETUP where one is named, else for who is signed in, whose
 * password proves who asks.
 */
export const TotpSetupRequest = z
	.object({ challengeId: z.optional(challengeId), password: z.optional(currentPassword("EmptySignInPassword")) })
	.check(
		z.refine(
			(request) => request.challengeId !== undefined || request.password !== undefined,
			named("EmptySignInPassword"),
		),
	);
export type TotpSetupRequest = z.infer<typeof TotpSetupRequest>;

/** Ends it: the first code, which switches the second step on. With a challenge it also signs in. */
export const TotpVerify = z.object({
	challengeId: z.optional(challengeId),
	code: code("EmptyVerifyTOTPSetupCode"),
});
export type TotpVerify = z.infer<typeof TotpVerify>;

/** Switches the second step to another way that is set up, or off. The password proves who asks. */
export const MfaPreference = z.object({
	preferred: z.nullable(z.enum(mfaMethods, named("IncorrectMFAMethod"))),
	password: currentPassword("EmptySignInPassword"),
});
export type MfaPreference = z.infer<typeof MfaPreference>;

/** A new e-mail address takes the password, which proves who asks. */
export const SaveProfile = z
	.object({
		name: z.optional(name),
		email: z.optional(emailAddress("EmptySignUpUsername")),
		password: z.optional(currentPassword("EmptySignInPassword")),
	})
	.check(
		z.refine((request) => request.email === undefined || request.password !== undefined, named("EmptySignInPassword")),
	);
export type SaveProfile = z.infer<typeof SaveProfile>;

/** Without a code it sends one. */
export const VerifyEmail = z.object({ code: z.optional(code("EmptyConfirmUserAttributeCode")) });
export type VerifyEmail = z.infer<typeof VerifyEmail>;
