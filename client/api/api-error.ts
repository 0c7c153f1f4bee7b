import type { ErrorCode } from "../../shared/errors/error-codes";

export type ApiFailure = {
	reason: ErrorCode | null;
	httpStatus: number | null;
	requestId: string | null;
	retryAfterMs: number | null;
	/** A response that is not a tRPC server's: a page of a proxy, or JSON of another shape. */
	isUnreadable: boolean;
	/** The server's messages per field of the form that was sent. */
	fields: Record<string, string>;
	/** Who has changed or deleted meanwhile what was to be changed, as `authorText` reads it. */
	changedBy: unknown;
};

type FailureCatalogue = { isErrorCode: (value: unknown) => value is ErrorCode; sentences: Record<ErrorCode, string> };
let catalogue: FailureCatalogue | null = null;

/**
 * Provided by the data client, so that signed-out screens, whose failures have no code, need not load the sentences.
 */
export function knowFailures(known: FailureCatalogue): void {
	catalogue = known;
}

function property(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textEntries(value: unknown): Record<string, string> {
	if (typeof value !== "object" || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}

/** Seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after. Null where it is neither. */
function retryAfterMs(error: unknown): number | null {
	const response = property(property(error, "meta"), "response");
	const value = response instanceof Response ? response.headers.get("retry-after") : null;
	if (value === null) return null;
	if (/^\d+$/.test(value)) return Number(value) * 1_000;
	const date = /^[A-Za-z]{3}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** What `fetch` and the reading of its body reject with: https://fetch.spec.whatwg.org/#fetch-method */
const networkErrorNames = new Set<unknown>(["TypeError", "AbortError", "TimeoutError"]);

/** Without `data` the tRPC client itself has failed; the cause tells a network failure from an unreadable answer. */
function isUnreadable(error: unknown): boolean {
	const data = property(error, "data");
	if (property(data, "isUnreadable") === true) return true;
	const hasData = data !== undefined && data !== null;
	return property(error, "name") === "TRPCClientError" && !hasData && !isNetworkFailure(property(error, "cause"));
}

function isNetworkFailure(cause: unknown): boolean {
	return networkErrorNames.has(property(cause, "name"));
}

/** Reads any error by its shape, so that signed-out screens need not load the tRPC client. */
export function readFailure(error: unknown): ApiFailure {
	const data = property(error, "data");
	const reason = property(data, "reason");
	const httpStatus = property(data, "httpStatus");
	const requestId = property(data, "requestId");
	return {
		reason: catalogue?.isErrorCode(reason) ? reason : null,
		httpStatus: typeof httpStatus === "number" ? httpStatus : null,
		requestId: typeof requestId === "string" ? requestId : null,
		retryAfterMs: retryAfterMs(error),
		isUnreadable: isUnreadable(error),
		fields: textEntries(property(data, "fields")),
		changedBy: property(data, "changedBy"),
	};
}

const unansweredCheckName = "UnansweredCheck";

export function failedCheckError(): Error {
	const error = new Error("The session check was not answered.");
	error.name = unansweredCheckName;
	return error;
}

const outageStatuses = new Set([502, 503, 504]);

/** The network failed, or a gateway answered. RESEND is a response. */
export function isOutage(error: unknown): boolean {
	const { reason, httpStatus, isUnreadable } = readFailure(error);
	if (reason === "RESEND" || reason === "UPSTREAM_REFUSED_SESSION") return false;
	if (httpStatus !== null) return outageStatuses.has(httpStatus);
	const name = property(error, "name");
	return (name === "TRPCClientError" && !isUnreadable) || name === unansweredCheckName;
}

/** `isConnectionLost` explains failures without a response, such as code that was not loaded. */
export function sentenceFor(error: unknown, isConnectionLost = false): string {
	const { reason, httpStatus, isUnreadable } = readFailure(error);
	if (reason && catalogue) return catalogue.sentences[reason];
	if (isUnreadable && !isOutage(error))
		return "The console received an answer that it cannot read, perhaps from a proxy or a network's sign-in page. Try again, or reload the page.";
	if (isOutage(error) || (isConnectionLost && httpStatus === null))
		return "Can't reach AQLCloud. Check your connection and try again.";
	return "An unexpected error has stopped this screen. Try again; if it stays, quote the request id.";
}
