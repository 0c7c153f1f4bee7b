import { type AuthErrorName, authErrors, type ErrorBody } from "../shared/auth-errors";
import { dataHeaders } from "./middleware/security-headers";

/** Answers about a person are never stored, and depend on who asks. Copied as a whole, which is cheaper than in parts. */
const privateHeaders = new Headers({
	...dataHeaders,
	"content-type": "application/json",
	"cache-control": "no-store",
	vary: "Cookie",
});

export function jsonAnswer(body: unknown, status = 200): Response {
	return new Response(JSON.stringify(body), { status, headers: privateHeaders });
}

/** A failure outside the proxy, by its name in the catalogue. */
export function errorAnswer(name: AuthErrorName, requestId: string): Response {
	const known: { status: number; message: string; recoverySuggestion?: string } = authErrors[name];
	const { status, ...texts } = known;
	const body: ErrorBody = { error: { name, ...texts, requestId } };
	return jsonAnswer(body, status);
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
