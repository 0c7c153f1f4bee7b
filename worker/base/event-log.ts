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
	| "identity-confirm"
	| "passkey-challenge"
	| "passkey-list"
	| "passkey-add"
	| "passkey-added"
	| "passkey-remove"
	| "sso-offer"
	| "sso-begin"
	| "sso-finish"
	| "sign-out"
	| "sign-out-everywhere";

/** Never contains a token, password, cookie, header or address. */
export type LogEvent = {
	event:
		| AuthEvent
		| `${AuthEvent}-failed`
		| "sign-in-challenged"
		| "device-unconfirmed"
		| "revoke-failed"
		| "second-step-untold"
		| "refresh"
		| "refresh-failed"
		| "session-refused"
		| "session-ambiguous"
		| "session-ended"
		| "session-unchecked"
		| "request-refused"
		| "brand-unknown"
		| "link-frame-unknown"
		| "upstream-failed"
		| "unexpected-error";
	requestId: string;
	callerRequestId?: string;
	name?: string;
	reason?: string;
	sub?: string;
	cognitoRequestId?: string;
};

export type RequestLog = (event: Omit<LogEvent, "requestId" | "callerRequestId">) => void;

export const logToConsole = (event: LogEvent): void => console.log(JSON.stringify(event));

export const warnToConsole = (line: string): void => console.warn(line);

/** Only the name: a message could contain secrets. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.name : "unknown";
}
