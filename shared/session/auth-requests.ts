import * as z from "zod/mini";
import { asciiDigits } from "../base/ascii-digits";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { oneLine } from "../base/name-text";
import type { AuthErrorName } from "./auth-errors";
import { ConfirmedPurpose } from "./identity-confirmation";
import { longestPassword } from "./password-policy";
import { askableAttributes, mfaMethods } from "./session";
import { domainName } from "./sso-offer";

/** Bodies of `POST /api/auth/*`. Each rule's message is a name of the error catalogue. */
const named = (name: AuthErrorName) => name;

const required = (name: AuthErrorName) => z.string(named(name)).check(z.minLength(1, named(name)));
const trimmed = (absent: AuthErrorName, most: number, tooLong: AuthErrorName) =>
	z
		.string(named(absent))
		.check(
			lengthBeforeCleaning(most, named(tooLong)),
			z.trim(),
			z.minLength(1, named(absent)),
			z.maxLength(most, named(tooLong)),
		);

/** Usually an e-mail address; only the pool can validate it. */
const userName = (absent: AuthErrorName) => trimmed(absent, 128, "InvalidEmailAddress");
/** Not trimmed: a password may contain any character, also at its ends. */
const password = (absent: AuthErrorName) =>
	required(absent).check(z.maxLength(longestPassword, named("PasswordTooLong")));
const newPassword = (absent: AuthErrorName) => password(absent).check(z.overwrite((text) => text.normalize("NFC")));
const currentPassword = (absent: AuthErrorName) =>
	required(absent).check(z.maxLength(longestPassword, named("CurrentPasswordTooLong")));
const code = (absent: AuthErrorName) => trimmed(absent, 2_048, "CodeMismatchException").check(z.overwrite(asciiDigits));
const name = z
	.string(named("EmptyName"))
	.check(
		lengthBeforeCleaning(64, named("NameTooLong")),
		z.overwrite(oneLine),
		z.trim(),
		z.minLength(1, named("EmptyName")),
		z.maxLength(64, named("NameTooLong")),
	);
const emailAddress = (absent: AuthErrorName) =>
	trimmed(absent, 128, "InvalidEmailAddress").check(z.email(named("InvalidEmailAddress")));

export const SignIn = z.object({
	email: userName("EmptySignInUsername"),
	password: password("EmptySignInPassword"),
});
export type SignIn = z.infer<typeof SignIn>;

export const SignUp = z.object({
	email: emailAddress("EmptySignUpUsername"),
	name,
	password: newPassword("EmptySignUpPassword"),
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
	password: newPassword("EmptyConfirmResetPasswordNewPassword"),
});
export type NewPassword = z.infer<typeof NewPassword>;

const challengeId = z
	.string(named("ChallengeExpired"))
	.check(z.minLength(1, named("ChallengeExpired")), z.maxLength(100, named("ChallengeExpired")));

export const NewPasswordRequired = z.object({
	challengeId,
	password: newPassword("EmptySignUpPassword"),
	attributes: z.optional(
		z.partialRecord(
			z.enum(askableAttributes),
			z.string().check(lengthBeforeCleaning(2_048), z.overwrite(oneLine), z.trim(), z.minLength(1), z.maxLength(2_048)),
		),
	),
});
export type NewPasswordRequired = z.infer<typeof NewPasswordRequired>;

const base64Url = z.string(named("PasskeyNotAccepted")).check(z.regex(/^[\w-]{1,4096}$/, named("PasskeyNotAccepted")));
const attachment = z.optional(z.nullable(z.enum(["platform", "cross-platform"])));

/** AuthenticationResponseJSON of https://www.w3.org/TR/webauthn-3/, without extensions. */
const PasskeyAssertion = z.object(
	{
		id: base64Url,
		rawId: base64Url,
		type: z.literal("public-key"),
		authenticatorAttachment: attachment,
		response: z.object({
			clientDataJSON: base64Url,
			authenticatorData: base64Url,
			signature: base64Url,
			userHandle: z.optional(z.nullable(base64Url)),
		}),
	},
	named("PasskeyNotAccepted"),
);
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** RegistrationResponseJSON of the same document. */
const PasskeyRegistration = z.object(
	{
		id: base64Url,
		rawId: base64Url,
		type: z.literal("public-key"),
		authenticatorAttachment: attachment,
		response: z.object({
			clientDataJSON: base64Url,
			attestationObject: base64Url,
			authenticatorData: z.optional(base64Url),
			publicKey: z.optional(z.nullable(base64Url)),
			publicKeyAlgorithm: z.optional(z.number()),
			transports: z._default(setOf(z.string().check(z.maxLength(20)), 10), []),
		}),
	},
	named("PasskeyNotSupported"),
);

export const RespondChallenge = z.object({
	challengeId,
	code: z.optional(code("EmptyChallengeResponse")),
	credential: z.optional(PasskeyAssertion),
	method: z.optional(z.enum(mfaMethods, named("IncorrectMFAMethod"))),
});
export type RespondChallenge = z.infer<typeof RespondChallenge>;

export const ChangePassword = z.object({
	currentPassword: currentPassword("EmptyUpdatePassword"),
	password: newPassword("EmptyUpdatePassword"),
	isSignOutElsewhere: z._default(z.boolean(), false),
});
export type ChangePassword = z.infer<typeof ChangePassword>;

/** Responds to the challenge MFA_SETUP. Without `challengeId` it is for the signed-in user, with the password. */
export const TotpSetupRequest = z
	.object({ challengeId: z.optional(challengeId), password: z.optional(currentPassword("EmptySignInPassword")) })
	.check(
		z.refine(
			(request) => request.challengeId !== undefined || request.password !== undefined,
			named("EmptySignInPassword"),
		),
	);
export type TotpSetupRequest = z.infer<typeof TotpSetupRequest>;

/** First code of the authenticator, which enables it. Also signs in if there is a challenge. */
export const TotpVerify = z.object({
	challengeId: z.optional(challengeId),
	code: code("EmptyVerifyTOTPSetupCode"),
});
export type TotpVerify = z.infer<typeof TotpVerify>;

export const MfaPreference = z.object({
	preferred: z.nullable(z.enum(mfaMethods, named("IncorrectMFAMethod"))),
	password: currentPassword("EmptySignInPassword"),
});
export type MfaPreference = z.infer<typeof MfaPreference>;

/** A new e-mail address requires the password. */
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

export const VerifyEmail = z.object({ code: z.optional(code("EmptyConfirmUserAttributeCode")) });
export type VerifyEmail = z.infer<typeof VerifyEmail>;

/** First the password, then the challenge of a second step if there is one. */
export const ConfirmIdentity = z
	.object({
		purpose: ConfirmedPurpose,
		password: z.optional(currentPassword("EmptySignInPassword")),
		challengeId: z.optional(challengeId),
		code: z.optional(code("EmptyChallengeResponse")),
		credential: z.optional(PasskeyAssertion),
		method: z.optional(z.enum(mfaMethods, named("IncorrectMFAMethod"))),
	})
	.check(
		z.refine(
			(request) => request.challengeId !== undefined || request.password !== undefined,
			named("EmptySignInPassword"),
		),
	);
export type ConfirmIdentity = z.infer<typeof ConfirmIdentity>;

/** A sign-in sends the address; an action of the signed-in user sends its purpose. */
export const PasskeyChallenge = z.union([
	z.object({ email: userName("EmptySignInUsername") }),
	z.object({ purpose: ConfirmedPurpose }),
]);
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>;

/** The password, or the response to a passkey's challenge of the action. */
const ownProof = {
	password: z.optional(currentPassword("EmptySignInPassword")),
	challengeId: z.optional(challengeId),
	credential: z.optional(PasskeyAssertion),
};
type OwnProof = { password?: string; challengeId?: string; credential?: PasskeyAssertion };

function isProven({ password, challengeId: id, credential }: OwnProof): boolean {
	return password !== undefined || (id !== undefined && credential !== undefined);
}

export const AddPasskey = z.object(ownProof).check(z.refine(isProven, named("EmptySignInPassword")));
export type AddPasskey = z.infer<typeof AddPasskey>;

export const PasskeyAdded = z.object({ credential: PasskeyRegistration });
export type PasskeyAdded = z.infer<typeof PasskeyAdded>;

export const RemovePasskey = z
	.object({ ...ownProof, passkeyId: base64Url })
	.check(z.refine(isProven, named("EmptySignInPassword")));
export type RemovePasskey = z.infer<typeof RemovePasskey>;
const domain = z.string(named("SsoNotOffered")).check(
	z.maxLength(254, named("SsoNotOffered")),
	z.overwrite((text) => domainName(text) ?? ""),
	z.minLength(1, named("SsoNotOffered")),
);

export const OfferSso = z.object({ domain });

export const BeginSso = z.object({
	domain,
	/** Fills in the provider's page where it can be passed on. */
	email: z.optional(z.string().check(z.maxLength(254, named("InvalidEmailAddress")))),
});
export type BeginSso = z.infer<typeof BeginSso>;

/** The person signs in again at their company's provider, for one action. */
export const ConfirmBySso = z.object({ purpose: ConfirmedPurpose });
export type ConfirmBySso = z.infer<typeof ConfirmBySso>;

const returned = z.string(named("SsoFailed")).check(z.maxLength(4_000, named("SsoFailed")));

/** The address that the provider led back to had these, and the page's `id`. */
export const FinishSso = z
	.object({
		id: challengeId,
		state: returned,
		code: z.optional(returned),
		error: z.optional(returned),
		error_description: z.optional(returned),
		iss: z.optional(returned),
	})
	.check(z.refine(({ code, error }) => code !== undefined || error !== undefined, named("SsoFailed")));
export type FinishSso = z.infer<typeof FinishSso>;
