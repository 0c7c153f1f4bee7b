import { headerNames, requestedByValue } from "../../shared/base/header-names";
import type { AuthErrorName, AuthField, ErrorBody } from "../../shared/session/auth-errors";
import type {
	Confirm,
	ForgotPassword,
	NewPassword,
	NewPasswordRequired,
	ResendCode,
	RespondChallenge,
	SignIn,
	SignUp,
	TotpSetupRequest,
	TotpVerify,
} from "../../shared/session/auth-requests";
import type { AuthConfig, Profile, SignInResult, TotpSetup } from "../../shared/session/session";
import type { SessionEnding } from "../../shared/session/session-endings";
import { pageLanguage } from "../base/page-language";
import { t } from "../words/made/start";
import { earlyOr } from "./early-responses";
import { personHeader, session } from "./session";

/** An error of the sign-in service, or `isOutage` if no response came. `shown` is the text on screen. */
export type AuthFailure = {
	name: AuthErrorName;
	shown: string;
	/** Null if the error concerns the whole form. */
	field: AuthField | null;
	isOutage: boolean;
	requestId: string | null;
	/** Why the request ended the session. */
	ending?: SessionEnding | undefined;
};
export type AuthResponse<T> = { ok: true; value: T } | { ok: false; failure: AuthFailure };

const outage: AuthFailure = {
	name: "ServiceUnavailable",
	shown: t("outage.signIn"),
	field: null,
	isOutage: true,
	requestId: null,
};

function isErrorBody(body: unknown): body is ErrorBody {
	if (typeof body !== "object" || body === null || !("error" in body)) return false;
	const { error } = body;
	return typeof error === "object" && error !== null && "name" in error && "shown" in error;
}

/** A prefix that also matches sign-out-everywhere. The session sends both while it denies other calls. */
const signOutPath = "/api/auth/sign-out";

export async function call<T>(path: string, init: RequestInit): Promise<AuthResponse<T>> {
	let response: Response;
	let body: unknown;
	try {
		const headers = { ...init.headers, [headerNames.language]: pageLanguage };
		const kind = init.method === "POST" ? "write" : "read";
		const send = async (signal: AbortSignal | null) => {
			const request = () => fetch(path, { credentials: "same-origin", ...init, headers, signal });
			return kind === "write" ? request() : (await earlyOr(path, signal, request)).response;
		};
		response = path.startsWith(signOutPath) ? await send(null) : await session.send(kind, send);
		body = await response.json();
	} catch {
		// The network failed, or a proxy returned its own page.
		return { ok: false, failure: outage };
	}
	if (response.ok) return { ok: true, value: body as T }; // the Worker and this file share the types of session.ts
	if (!isErrorBody(body)) return { ok: false, failure: outage };
	const { name, shown, field = null, requestId, ending } = body.error;
	const isOutage = response.status >= 502;
	return { ok: false, failure: { name, shown: isOutage ? outage.shown : shown, field, isOutage, requestId, ending } };
}

export function post<T>(operation: string, body: unknown, more: Record<string, string> = {}): Promise<AuthResponse<T>> {
	return call(`/api/auth/${operation}`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			[headerNames.requestedBy]: requestedByValue,
			...personHeader(),
			...more,
		},
		body: JSON.stringify(body),
	});
}

export type CodeSent = { status: "code-sent" };

export const authApi = {
	config: () => call<AuthConfig>("/api/auth/config", {}),
	signIn: (body: SignIn) => post<SignInResult>("sign-in", body),
	respondChallenge: (body: RespondChallenge) => post<SignInResult>("respond-challenge", body),
	newPasswordRequired: (body: NewPasswordRequired) => post<SignInResult>("new-password-required", body),
	signUp: (body: SignUp) => post<CodeSent>("sign-up", body),
	confirm: (body: Confirm) => post<{ status: "confirmed" }>("confirm", body),
	resendCode: (body: ResendCode) => post<CodeSent>("resend-code", body),
	forgotPassword: (body: ForgotPassword) => post<CodeSent>("forgot-password", body),
	newPassword: (body: NewPassword) => post<{ status: "password-set" }>("new-password", body),
	totpSetup: (body: TotpSetupRequest) => post<TotpSetup>("totp-setup", body),
	totpVerify: (body: TotpVerify) => post<{ status: "totp-on"; profile: Profile } | SignInResult>("totp-verify", body),
};
