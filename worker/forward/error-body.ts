import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { AuthErrorName } from "../../shared/auth-errors";
import { type ErrorCode, errorCodes } from "../../shared/error-codes";
import { contractVersion, headerNames } from "../../shared/header-names";
import { dataHeaders } from "../middleware/security-headers";
import { allowedMethods } from "./batch-guard";

/** https://github.com/trpc/trpc/blob/main/packages/server/src/unstable-core-do-not-import/http/getHTTPStatusCode.ts */
const httpStatuses: Record<TRPC_ERROR_CODE_KEY, number> = {
	PARSE_ERROR: 400,
	BAD_REQUEST: 400,
	UNAUTHORIZED: 401,
	PAYMENT_REQUIRED: 402,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	METHOD_NOT_SUPPORTED: 405,
	TIMEOUT: 408,
	CONFLICT: 409,
	PRECONDITION_FAILED: 412,
	PAYLOAD_TOO_LARGE: 413,
	UNSUPPORTED_MEDIA_TYPE: 415,
	UNPROCESSABLE_CONTENT: 422,
	PRECONDITION_REQUIRED: 428,
	TOO_MANY_REQUESTS: 429,
	CLIENT_CLOSED_REQUEST: 499,
	INTERNAL_SERVER_ERROR: 500,
	NOT_IMPLEMENTED: 501,
	BAD_GATEWAY: 502,
	SERVICE_UNAVAILABLE: 503,
	GATEWAY_TIMEOUT: 504,
};

export type ProxyReason = Extract<
	ErrorCode,
	| "SIGNED_OUT"
	| "SESSION_ENDED"
	| "SESSION_UNCHECKED"
	| "ID_TOKEN_MISSING"
	| "CREDENTIALS_REFUSED"
	| "CREDENTIALS_UNAVAILABLE"
	| "RESEND"
	| "CROSS_SITE"
	| "BATCH_TOO_LARGE"
	| "BAD_PROCEDURE_PATH"
	| "URL_TOO_LONG"
	| "BODY_TOO_LARGE"
	| "METHOD_NOT_SUPPORTED"
	| "MEDIA_TYPE_NOT_SUPPORTED"
	| "CLIENT_OUTDATED"
	| "TOO_MANY_REQUESTS"
	| "CONFIGURATION"
	| "INTERNAL"
	| "UPSTREAM_UNREACHABLE"
	| "UPSTREAM_REFUSED_SESSION"
	| "UPSTREAM_BAD_ANSWER"
	| "UPSTREAM_TIMEOUT"
>;

const messages: Record<ProxyReason, string> = {
	SIGNED_OUT: "User needs to be authenticated to call this API.",
	SESSION_ENDED: "This session has been ended.",
	SESSION_UNCHECKED: "The session could not be checked just now.",
	ID_TOKEN_MISSING: "User needs to be authenticated to call this API: the session has no id token.",
	CREDENTIALS_REFUSED: "The identity pool gives no credentials for this call.",
	CREDENTIALS_UNAVAILABLE: "The identity pool could not give credentials just now.",
	RESEND: "The session had to be renewed first. Nothing was done: send this again.",
	CROSS_SITE: "Request blocked.",
	BATCH_TOO_LARGE: "Too many calls in one batch.",
	BAD_PROCEDURE_PATH: "The path is not a list of procedure names.",
	URL_TOO_LONG: "The address is too long.",
	BODY_TOO_LARGE: "The request body is too large.",
	METHOD_NOT_SUPPORTED: "Only GET, HEAD and POST are answered here.",
	MEDIA_TYPE_NOT_SUPPORTED: "The content type is not one that tRPC sends.",
	CLIENT_OUTDATED: "This client is too old for this console.",
	TOO_MANY_REQUESTS: "Too many requests.",
	CONFIGURATION: "This console is not configured correctly.",
	INTERNAL: "The console failed to handle this call.",
	UPSTREAM_UNREACHABLE: "The backend could not be reached.",
	UPSTREAM_REFUSED_SESSION: "The backend does not accept this session.",
	UPSTREAM_BAD_ANSWER: "The backend gave an answer that cannot be used.",
	UPSTREAM_TIMEOUT: "The backend did not answer in time.",
};

export type ProxyErrorDetails = { name?: AuthErrorName; message?: string; retryAfterSeconds?: number };

/** Copying the whole object is cheaper than building it. */
const errorHeaders = new Headers({
	...dataHeaders,
	"content-type": "application/json",
	"cache-control": "private, no-store",
	[headerNames.contractVersion]: contractVersion,
});

/** One error object with a true status, also for a batch: the only form that every tRPC link reads correctly. */
export function proxyError(reason: ProxyReason, requestId: string, details: ProxyErrorDetails = {}): Response {
	const { name, message = messages[reason], retryAfterSeconds } = details;
	const code: TRPC_ERROR_CODE_KEY = errorCodes[reason].trpc;
	const httpStatus = httpStatuses[code];
	const error = {
		message,
		code: TRPC_ERROR_CODES_BY_KEY[code],
		data: { code, httpStatus, reason, ...(name && { name }), requestId },
	};
	const response = new Response(JSON.stringify({ error: { json: error } }), {
		status: httpStatus,
		headers: errorHeaders,
	});
	if (reason === "METHOD_NOT_SUPPORTED") response.headers.set("allow", allowedMethods.join(", "));
	if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
	return response;
}
