import { type ErrorCode, errorCodes, isErrorCode } from "../../shared/error-codes";

/** What a failed call tells us, whether it came through tRPC or never reached a server. */
export type ApiFailure = {
	reason: ErrorCode | null;
	httpStatus: number | null;
	requestId: string | null;
	/** The server's words per field of the form that was sent. */
	fields: Record<string, string>;
};

/** The sentence people read. Codes decide, messages of the wire are for us. */
const sentences: Record<ErrorCode, string> = {
	NO_ACCOUNT: "You are signed in, but there is no account for you yet.",
	NO_ACCESS: "You no longer have access to this account.",
	NOT_PERMITTED: "Your role or the groups you see do not allow this. Ask an owner.",
	ALREADY_A_MEMBER: "You already belong to an account.",
	EMAIL_NOT_VERIFIED: "Verify your e-mail address first.",
	INVITATION_NOT_FOUND: "This invitation does not exist any more. Ask for a new one.",
	DEVICE_NOT_FOUND: "This device does not exist, or it is not yours to see.",
	GROUP_NOT_FOUND: "This group does not exist, or it is not yours to see.",
	ALERT_NOT_FOUND: "This alert does not exist, or it is not yours to see.",
	REPORT_NOT_FOUND: "This report does not exist, or it is not yours to see.",
	USER_NOT_FOUND: "This user does not exist any more.",
	SESSION_NOT_FOUND: "This session has ended already.",
	OWN_SESSIONS: "Your own sessions are ended on the page My profile.",
	SERIAL_NUMBER_TAKEN: "Another device of your account has this serial number.",
	CHANGED_MEANWHILE: "Somebody else has changed this meanwhile. Look at what they made of it first.",
	GROUP_IN_USE: "Something still names this group. Merge it into another one, or change that first.",
	CHANNEL_NOT_FOUND: "This channel does not exist any more.",
	CHANNEL_HAS_READINGS: "A channel that has readings cannot be removed.",
	UNDO_NOT_FOUND: "This can no longer be undone.",
	DEVICE_LIMIT: "Your account has as many devices as it can have.",
	GROUP_LIMIT: "Your account has as many groups as it can have.",
	DEVICE_ARCHIVED: "This device is archived. Restore it to change it.",
	INTEGRATION_KEY_NOT_FOUND: "This key was revoked already.",
	IMPORT_NOT_FOUND: "This import does not exist any more.",
	IMPORT_SETTLED: "This import is more than a day old and cannot be undone any more.",
	LOG_ARCHIVE_UNAVAILABLE: "Older readings cannot be reached just now. Try again in a moment.",
	INTERNAL: "An unexpected error has stopped this. Try again; if it stays, quote the request id.",
	SIGNED_OUT: "You are signed out. Sign in in another tab to go on.",
	SESSION_ENDED: "Your session has ended. Sign in in another tab to go on.",
	SESSION_UNCHECKED: "We could not check your session just now. Try again in a moment.",
	ID_TOKEN_MISSING: "Your sign-in lacks what the backend needs. Sign out, then sign in again.",
	CREDENTIALS_REFUSED: "You have no access to the backend of this console. Ask an administrator.",
	CREDENTIALS_UNAVAILABLE: "Access to the backend could not be arranged just now. Try again in a moment.",
	RESEND: "Your session was renewed while sending. Nothing was saved yet: send it again.",
	CROSS_SITE: "The request was blocked because it seemed to come from another site. Reload the page.",
	BATCH_TOO_LARGE: "This page asked for too much at once. Reload it.",
	BAD_PROCEDURE_PATH: "This page is out of date. Reload it.",
	URL_TOO_LONG: "Too many filters are set for one request. Remove some.",
	BODY_TOO_LARGE: "This is more than can be sent at once.",
	METHOD_NOT_SUPPORTED: "This page is out of date. Reload it.",
	MEDIA_TYPE_NOT_SUPPORTED: "This kind of file cannot be sent here.",
	CLIENT_OUTDATED: "There is a new version of this console. Reload the page to go on.",
	TOO_MANY_REQUESTS: "Too many requests. Wait a moment and try again.",
	CONFIGURATION: "The console is not set up correctly. Tell whoever runs it.",
	UPSTREAM_UNREACHABLE: "The backend cannot be reached. Try again in a moment.",
	UPSTREAM_REFUSED_SESSION: "The backend did not accept your session. Tell whoever runs the console.",
	UPSTREAM_BAD_ANSWER: "The backend gave an answer we do not understand. Try again in a moment.",
	UPSTREAM_TIMEOUT: "The backend took too long to answer. Try again in a moment.",
};

function property(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textEntries(value: unknown): Record<string, string> {
	if (typeof value !== "object" || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}

/** Reads any error by its shape, so that signed-out screens need not load the tRPC client. */
export function readFailure(error: unknown): ApiFailure {
	const data = property(error, "data");
	const reason = property(data, "reason");
	const httpStatus = property(data, "httpStatus");
	const requestId = property(data, "requestId");
	return {
		reason: isErrorCode(reason) ? reason : null,
		httpStatus: typeof httpStatus === "number" ? httpStatus : null,
		requestId: typeof requestId === "string" ? requestId : null,
		fields: textEntries(property(data, "fields")),
	};
}

/** The backend knows no such thing, or not for this person; an id that is none is refused by its schema. */
export function isMissing(error: unknown): boolean {
	const { reason, httpStatus } = readFailure(error);
	return reason === null ? httpStatus === 400 : errorCodes[reason].trpc === "NOT_FOUND";
}

const unansweredCheckName = "UnansweredCheck";

/** Thrown where a screen cannot open because nobody could say who is signed in. */
export function unansweredCheckError(): Error {
	const error = new Error("The session check was not answered.");
	error.name = unansweredCheckName;
	return error;
}

const outageStatuses = new Set([502, 503, 504]);

/** A call that no backend answered: the network, or a gateway in front of it. RESEND is an answer. */
export function isOutage(error: unknown): boolean {
	const { reason, httpStatus } = readFailure(error);
	if (reason === "RESEND" || reason === "UPSTREAM_REFUSED_SESSION") return false;
	if (httpStatus !== null) return outageStatuses.has(httpStatus);
	const name = property(error, "name");
	return name === "TRPCClientError" || name === unansweredCheckName;
}

/** `isConnectionLost` explains what carries no answer: code of a screen that was not loaded, for one. */
export function sentenceFor(error: unknown, isConnectionLost = false): string {
	const { reason, httpStatus } = readFailure(error);
	if (reason) return sentences[reason];
	if (isOutage(error) || (isConnectionLost && httpStatus === null))
		return "The backend cannot be reached. Check your connection and try again.";
	return "An unexpected error has stopped this screen. Try again; if it stays, quote the request id.";
}
