import type { ErrorCode } from "../../shared/errors/error-codes";
import { t } from "../words/made/start";

export type ApiFailure = {
	reason: ErrorCode | null;
	httpStatus: number | null;
	requestId: string | null;
	retryAfterMs: number | null;
	/** True if the response is not a tRPC server's: a proxy's page, or JSON of another shape. */
	isUnreadable: boolean;
	fields: Record<string, string>;
	/** Why the request ended the session, as the server names it; undefined: it did not. */
	ending: unknown;
	/** The author of a concurrent change, in the shape that `authorText` reads. */
	changedBy: unknown;
	/** Present where the account requires a reason for the change. */
	neededReason: unknown;
	/** Present where the account lets a second person approve the change. */
	neededPerson: unknown;
};

type Failures = {
	isErrorCode: (value: unknown) => value is ErrorCode;
	failureSentence: (code: ErrorCode) => string;
	endedSentence: (ending: unknown) => string | null;
	endedNote: () => string | undefined;
};

let failures: Failures | null = null;

/** Called by the sentences once an error needs them: no screen loads them before. */
export function knowFailures(known: Failures): void {
	failures = known;
}

/** The sign-in page reads it from its history entry, so that no link can put a text on it. */
export const sessionOverState = () => ({ note: "session-expired", reason: failures?.endedNote() }) as const;

function property(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textEntries(value: unknown): Record<string, string> {
	if (typeof value !== "object" || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}

/** Seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after. Null if it is neither. */
function retryAfterMs(error: unknown): number | null {
	const response = property(property(error, "meta"), "response");
	const value = response instanceof Response ? response.headers.get("retry-after") : null;
	if (value === null) return null;
	if (/^\d+$/.test(value)) return Number(value) * 1_000;
	const date = /^[A-Za-z]{3}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Names of the errors of `fetch` and of reading its body: https://fetch.spec.whatwg.org/#fetch-method */
const networkErrorNames = new Set<unknown>(["TypeError", "AbortError", "TimeoutError"]);

/** Without `data` the tRPC client failed; `cause` distinguishes a network failure from an unreadable response. */
function isUnreadable(error: unknown): boolean {
	const data = property(error, "data");
	if (property(data, "isUnreadable") === true) return true;
	const hasData = data !== undefined && data !== null;
	return property(error, "name") === "TRPCClientError" && !hasData && !isNetworkFailure(property(error, "cause"));
}

function isNetworkFailure(cause: unknown): boolean {
	return networkErrorNames.has(property(cause, "name"));
}

/** Reads an error by its shape, so that signed-out screens do not load the tRPC client. */
export function readFailure(error: unknown): ApiFailure {
	// Any value at all may have been thrown or received.
	const data: Record<string, unknown> = Object(property(error, "data"));
	const { reason, httpStatus, requestId, ending, changedBy, neededReason, neededPerson } = data;
	return {
		reason: failures?.isErrorCode(reason) ? reason : null,
		httpStatus: typeof httpStatus === "number" ? httpStatus : null,
		requestId: typeof requestId === "string" ? requestId : null,
		retryAfterMs: retryAfterMs(error),
		isUnreadable: isUnreadable(error),
		fields: textEntries(data.fields),
		ending,
		changedBy,
		neededReason,
		neededPerson,
	};
}

const unansweredCheckName = "UnansweredCheck";

export function failedCheckError(): Error {
	const error = new Error("No answer");
	error.name = unansweredCheckName;
	return error;
}

const outageStatuses = new Set([502, 503, 504]);

/** True if the network failed or a gateway responded. RESEND comes from the Worker. */
export function isOutage(error: unknown): boolean {
	const { reason, httpStatus, isUnreadable } = readFailure(error);
	if (reason === "RESEND" || reason === "UPSTREAM_REFUSED_SESSION") return false;
	if (httpStatus !== null) return outageStatuses.has(httpStatus);
	const name = property(error, "name");
	return (name === "TRPCClientError" && !isUnreadable) || name === unansweredCheckName;
}

/** `isConnectionLost` explains a failure without a response, such as code that did not load. */
export function sentenceFor(error: unknown, isConnectionLost = false): string {
	const { reason, ending, httpStatus, isUnreadable } = readFailure(error);
	const ended = failures?.endedSentence(ending);
	if (ended) return ended;
	if (reason && failures) return failures.failureSentence(reason);
	if (isUnreadable && !isOutage(error)) return t("outage.unreadable");
	if (isOutage(error) || (isConnectionLost && httpStatus === null)) return t("outage.unreachable");
	return t("outage.unexpected");
}
