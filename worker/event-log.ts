/** One line of the operator's log. Named fields only: never a token, password, cookie, header or address. */
export type LogEvent = {
	event:
		| "sign-in"
		| "sign-in-challenged"
		| "sign-in-failed"
		| "sign-out"
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
};

export type Log = (event: LogEvent) => void;

export const logToConsole: Log = (event) => console.log(JSON.stringify(event));
