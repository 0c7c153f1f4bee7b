import { type AuthError, type AuthErrorName, authErrors, type ErrorBody } from "../../shared/session/auth-errors";
import type { SessionEnding } from "../../shared/session/session-endings";
import { sentenceIn } from "./page-words";
import { dataHeaders } from "./security-headers";

/** Responses about a user must not be cached. Copying one Headers object is cheaper than building it. */
const privateHeaders = new Headers({
	...dataHeaders,
	"content-type": "application/json",
	"cache-control": "no-store",
	vary: "Cookie",
});

export function jsonResponse(body: unknown, status = 200): Response {
	return new Response(JSON.stringify(body), { status, headers: privateHeaders });
}

type ErrorDetails = {
	message?: string;
	shown?: string;
	retryAfterSeconds?: number;
	allow?: string;
	language?: string;
	ending?: SessionEnding | undefined;
};

export function errorResponse(name: AuthErrorName, requestId: string, details: ErrorDetails = {}): Response {
	const { status, ...known }: AuthError = authErrors[name];
	const { retryAfterSeconds, allow, message = known.message, language = "en", ending } = details;
	const general = known.shown ?? message;
	const { shown = general } = details;
	const sentence = language === "en" ? shown : (sentenceIn(language, shown) ?? sentenceIn(language, general) ?? shown);
	const body: ErrorBody = { error: { name, ...known, message, shown: sentence, ending, requestId } };
	const response = jsonResponse(body, status);
	if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
	if (allow !== undefined) response.headers.set("allow", allow);
	return response;
}
