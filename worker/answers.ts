import { type AuthError, type AuthErrorName, authErrors, type ErrorBody } from "../shared/auth-errors";
import { dataHeaders } from "./middleware/security-headers";

/** Answers about a user must not be cached. Copying the whole object is cheaper than building it. */
const privateHeaders = new Headers({
	...dataHeaders,
	"content-type": "application/json",
	"cache-control": "no-store",
	vary: "Cookie",
});

export function jsonAnswer(body: unknown, status = 200): Response {
	return new Response(JSON.stringify(body), { status, headers: privateHeaders });
}

export type ErrorDetails = { message?: string; shown?: string; retryAfterSeconds?: number };

export function errorAnswer(name: AuthErrorName, requestId: string, details: ErrorDetails = {}): Response {
	const { status, ...known }: AuthError = authErrors[name];
	const { retryAfterSeconds, message = known.message, shown = known.shown ?? message } = details;
	const body: ErrorBody = { error: { name, ...known, message, shown, requestId } };
	const answer = jsonAnswer(body, status);
	if (retryAfterSeconds !== undefined) answer.headers.set("retry-after", String(retryAfterSeconds));
	return answer;
}

export function methodNotAllowed(allow: string, requestId: string): Response {
	const response = errorAnswer("MethodNotAllowed", requestId);
	response.headers.set("allow", allow);
	return response;
}

export function withCookies(response: Response, setCookies: string[]): Response {
	for (const line of setCookies) response.headers.append("set-cookie", line);
	return response;
}
