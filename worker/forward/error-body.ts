import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { contractVersion, headerNames } from "../../shared/base/header-names";
import { ownValue } from "../../shared/base/own-value";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";
import { type AuthErrorName, authErrors, isAuthErrorName } from "../../shared/session/auth-errors";
import type { AccountEnding, accountEndings, SessionEnding } from "../../shared/session/session-endings";
import type { HttpError } from "../base/http-error";
import { dataHeaders } from "../base/security-headers";

const messages = {
	SIGNED_OUT: "User needs to be authenticated to call this API.",
	SESSION_ENDED: "This session has been ended.",
	SESSION_IDLE: "This session has ended, because its person did nothing for longer than the account allows.",
	SESSION_TOO_OLD: "This session has ended, because its sign-in is older than the account allows.",
	SESSION_ONLY_SSO: "This session has ended, because the account is open to sign-ins by its company's provider alone.",
	SESSION_UNCHECKED: "The session could not be checked just now.",
	ID_TOKEN_MISSING: "User needs to be authenticated to call this API: the session has no id token.",
	CREDENTIALS_REFUSED: "The identity pool gives no credentials for this call.",
	CREDENTIALS_UNAVAILABLE: "The identity pool could not give credentials just now.",
	RESEND: "The session had to be renewed first. Nothing was done: send this again.",
	OTHER_PERSON: "Another person than that of this page is signed in.",
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
} as const satisfies Partial<Record<ErrorCode, string>> & Record<(typeof accountEndings)[AccountEnding], string>;

export type ProxyReason = keyof typeof messages;

/** https://github.com/trpc/trpc/blob/main/packages/server/src/unstable-core-do-not-import/http/getHTTPStatusCode.ts */
const httpStatuses: Record<(typeof errorCodes)[ProxyReason], number> = {
	BAD_REQUEST: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	METHOD_NOT_SUPPORTED: 405,
	CONFLICT: 409,
	PRECONDITION_FAILED: 412,
	PAYLOAD_TOO_LARGE: 413,
	UNSUPPORTED_MEDIA_TYPE: 415,
	TOO_MANY_REQUESTS: 429,
	INTERNAL_SERVER_ERROR: 500,
	BAD_GATEWAY: 502,
	SERVICE_UNAVAILABLE: 503,
	GATEWAY_TIMEOUT: 504,
};

const timeoutRetryAfterSeconds = 10;

type ProxyErrorDetails = {
	name?: AuthErrorName;
	message?: string;
	retryAfterSeconds?: number;
	allow?: string;
	ending?: SessionEnding | undefined;
};

const errorHeaders = new Headers({
	...dataHeaders,
	"content-type": "application/json",
	"cache-control": "private, no-store",
	[headerNames.contractVersion]: contractVersion,
});

/** One error object with a true status, also for a batch: the only form that every tRPC link reads correctly. */
export function proxyError(reason: ProxyReason, requestId: string, details: ProxyErrorDetails = {}): Response {
	const { name, message = messages[reason], retryAfterSeconds, allow, ending } = details;
	const code = errorCodes[reason];
	const httpStatus = httpStatuses[code];
	const error = {
		message,
		code: TRPC_ERROR_CODES_BY_KEY[code],
		data: { code, httpStatus, reason, ...(name && { name }), ending, requestId },
	};
	const response = new Response(JSON.stringify({ error: { json: error } }), {
		status: httpStatus,
		headers: errorHeaders,
	});
	if (allow !== undefined) response.headers.set("allow", allow);
	const retryAfter = retryAfterSeconds ?? (reason === "UPSTREAM_TIMEOUT" ? timeoutRetryAfterSeconds : undefined);
	if (retryAfter !== undefined) response.headers.set("retry-after", String(retryAfter));
	return response;
}

const reasons: Record<string, ProxyReason | undefined> = {
	CrossSiteRequest: "CROSS_SITE",
	OtherPerson: "OTHER_PERSON",
	TooManyRequestsException: "TOO_MANY_REQUESTS",
};

type CallError = { reason: ProxyReason; details: ProxyErrorDetails };

/** Maps an error of any middleware to tRPC's form. */
export function asCallError({ code, details }: HttpError): CallError {
	const { retryAfterSeconds, allow } = details;
	if (isAuthErrorName(code) && details.about !== undefined) {
		const { message } = authErrors[code];
		if (details.about === "settings") return { reason: "CONFIGURATION", details: { name: code, message } };
		const reason = details.about === "session" ? "SIGNED_OUT" : "SESSION_UNCHECKED";
		return { reason, details: { message, retryAfterSeconds } };
	}
	return {
		reason: isProxyReason(code) ? code : (ownValue(reasons, code) ?? "INTERNAL"),
		details: { retryAfterSeconds, allow },
	};
}

function isProxyReason(code: string): code is ProxyReason {
	return Object.hasOwn(messages, code);
}
