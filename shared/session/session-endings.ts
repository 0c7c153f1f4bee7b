/** Every reason for the end of a browser's session. The console has a sentence for each. */
export const sessionEndings = [
	"signedOut",
	"signedOutMeanwhile",
	/** Ended by an owner, by the user on another device, or because the user was removed. */
	"endedByBackend",
	"expired",
	"refreshRefused",
	"refusedByUserPool",
	/** A password change ended all sessions, and the sign-in after it failed. */
	"notSignedInAgain",
	"unverifiable",
	"ambiguous",
	"ambiguousAtSignIn",
	/** No act of the user for longer than an account of theirs allows. */
	"idle",
	/** The sign-in is older than the account allows. */
	"tooOld",
	/** The account is open to sign-ins by its own provider alone. */
	"onlySso",
] as const;
export type SessionEnding = (typeof sessionEndings)[number];

/** The error code of each ending that an account decides on. */
export const accountEndings = {
	endedByBackend: "SESSION_ENDED",
	idle: "SESSION_IDLE",
	tooOld: "SESSION_TOO_OLD",
	onlySso: "SESSION_ONLY_SSO",
} as const;
export type AccountEnding = keyof typeof accountEndings;

export const accountEndingNames = Object.keys(accountEndings) as AccountEnding[]; // keys of a const object are its keyof

/** `reason` null: from a backend that ends sessions for one reason alone. */
export function accountEndingOf(reason: string | null): AccountEnding {
	return accountEndingNames.find((known) => known === reason) ?? "endedByBackend";
}
