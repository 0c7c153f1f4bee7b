/** What a route of `/api/auth/` does, as the log names it. */
export type AuthEvent =
	| "sign-in"
	| "challenge-answer"
	| "totp-setup"
	| "totp-verify"
	| "sign-up"
	| "sign-up-confirm"
	| "code-resend"
	| "password-reset-code"
	| "password-reset"
	| "password-change"
	| "mfa-preference"
	| "profile-read"
	| "profile-save"
	| "email-verify"
	| "sign-out"
	| "sign-out-everywhere";

/** One line of the operator's log. Named fields only: never a token, password, cookie, header or address. */
export type LogEvent = {
	event:
		| AuthEvent
		| `${AuthEvent}-failed`
		| "sign-in-challenged"
		| "device-unconfirmed"
		| "revoke-failed"
		| "refresh"
		| "refresh-failed"
		| "session-refused"
		| "session-ambiguous"
		| "session-ended"
		| "session-unchecked"
		| "request-refused"
		| "upstream-failed"
		| "unexpected-error";
	requestId: string;
	/** A name of the error catalogue, of Cognito, or of the proxy's reasons. */
	name?: string;
	reason?: string;
	sub?: string;
	/** Of the call to the user pool that was refused. */
	cognitoRequestId?: string;
};

type Log = (event: LogEvent) => void;

export const logToConsole: Log = (event) => console.log(JSON.stringify(event));

/** What the log may know of something thrown. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.name : "unknown";
}
