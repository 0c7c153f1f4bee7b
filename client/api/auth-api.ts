import { type AuthErrorName, authErrors, type ErrorBody } from "../../shared/auth-errors";
import { headerNames, requestedByValue } from "../../shared/limits";
import type { AuthConfig, SignInResult } from "../../shared/session";

/** A refusal of the sign-in service, or `isOutage` when nobody answered. */
export type AuthFailure = { name: AuthErrorName; isOutage: boolean; requestId: string | null };
export type AuthAnswer<T> = { ok: true; value: T } | { ok: false; failure: AuthFailure };

const outage: AuthFailure = { name: "ServiceUnavailable", isOutage: true, requestId: null };

function isErrorBody(body: unknown): body is ErrorBody {
	if (typeof body !== "object" || body === null || !("error" in body)) return false;
	const { error } = body;
	return (
		typeof error === "object" && error !== null && "name" in error && Object.hasOwn(authErrors, String(error.name))
	);
}

async function call<T>(path: string, init: RequestInit): Promise<AuthAnswer<T>> {
	let response: Response;
	let body: unknown;
	try {
		response = await fetch(path, { credentials: "same-origin", ...init });
		body = await response.json();
	} catch {
		// The network failed, or something in front of the Worker answered with a page of its own.
		return { ok: false, failure: outage };
	}
	if (response.ok) return { ok: true, value: body as T }; // the Worker and this file share the types of session.ts
	if (!isErrorBody(body)) return { ok: false, failure: { ...outage, isOutage: response.status >= 500 } };
	const { name, requestId } = body.error;
	return { ok: false, failure: { name, isOutage: response.status >= 502, requestId } };
}

function post<T>(path: string, body: unknown): Promise<AuthAnswer<T>> {
	return call(path, {
		method: "POST",
		headers: { "content-type": "application/json", [headerNames.requestedBy]: requestedByValue },
		body: JSON.stringify(body),
	});
}

export type Credentials = { email: string; password: string };

export const authApi = {
	signIn: (credentials: Credentials) => post<SignInResult>("/api/auth/sign-in", credentials),
	signOut: () => post<unknown>("/api/auth/sign-out", {}),
	config: () => call<AuthConfig>("/api/auth/config", {}),
};
