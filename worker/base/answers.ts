import { type AuthError, type AuthErrorName, authErrors, type ErrorBody } from "../../shared/session/auth-errors";
import { dataHeaders } from "./security-headers";

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

type ErrorDetails = { message?: string; shown?: string; retryAfterSeconds?: number; allow?: string };

export function errorAnswer(name: AuthErrorName, requestId: string, details: ErrorDetails = {}): Response {
	const { status, ...known }: AuthError = authErrors[name];
	const { retryAfterSeconds, allow, message = known.message, shown = known.shown ?? message } = details;
	const body: ErrorBody = { error: { name, ...known, message, shown, requestId } };
	const answer = jsonAnswer(body, status);
	if (retryAfterSeconds !== undefined) answer.headers.set("retry-after", String(retryAfterSeconds));
	if (allow !== undefined) answer.headers.set("allow", allow);
	return answer;
}
