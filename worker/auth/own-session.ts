import { HttpError, type HttpErrorDetails } from "../base/http-error";
import { parseAuthenticationResult, textField } from "../cognito/cognito-client";
import type { UserPoolOperation } from "../cognito/user-pool";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { withoutSession } from "../middleware/session";
import { assertPersonOfPage } from "../session/person-of-page";
import { readOngoingSession, renewSession } from "../session/read-session";
import { revokeTokens } from "../session/revoke-tokens";
import type { SignedIn } from "../session/session";
import { endSession } from "../session/session-endings";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { httpErrorOf } from "./call-user-pool";
import { requestTokens, secondSteps } from "./sign-in";

type Question = { operation: UserPoolOperation; body?: Record<string, unknown>; own?: OwnErrors };

export type OwnSession = {
	sub: string;
	current: () => SignedIn;
	/** Calls Cognito as this user. Renews a rejected token once; then the session ends. */
	request: (question: Question) => Promise<Record<string, unknown>>;
	/** Fetches tokens with the changed claims. On failure the old ones stay, because the change itself is done. */
	renew: () => Promise<void>;
};

/** Throws HttpError without a session, for another person's page, and if the backend has ended it or is unreachable. */
export async function ownSessionOrThrow(call: AuthCall): Promise<OwnSession> {
	const { services } = call;
	const session = await readOngoingSession(services, call, "now");
	if (session.status !== "signed-in") throw withoutSession(session);
	assertPersonOfPage(call.namedPerson, session.access.sub);
	let current: SignedIn = session;

	async function renewed(): Promise<boolean> {
		const renewal = await renewSession(services, call, current);
		if (renewal.status === "signed-in") current = renewal;
		if (renewal.status === "unchecked") throw withoutSession(renewal);
		return renewal.status === "signed-in";
	}

	function ended({ reason, cognitoRequestId }: HttpErrorDetails): HttpError {
		endSession(call, "refusedByUserPool", { reason });
		return new HttpError("SessionEnded", { reason, cognitoRequestId });
	}

	async function request(question: Question, mayRenew = true): Promise<Record<string, unknown>> {
		const { operation, body = {}, own } = question;
		const response = await services.userPool(operation, { ...body, AccessToken: current.tokens.accessToken });
		if (response.status === "done") return response.body;
		const httpError = httpErrorOf(response, own);
		if (httpError.code === "SessionEnded" && mayRenew && (await renewed())) return request(question, false);
		const isGone = response.status === "refused" && response.name === "UserNotFoundException";
		const isOver = httpError.code === "SessionEnded" || httpError.details.loggedName === "UserDisabled" || isGone;
		throw isOver ? ended(httpError.details) : httpError;
	}

	async function renew(): Promise<void> {
		try {
			await renewed();
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
		}
	}

	return { sub: session.access.sub, current: () => current, request, renew };
}

/** People of a company's provider have no password, second step or address of their own here. */
export function assertOfPool(session: OwnSession): void {
	if (isOfProvider(session)) throw new HttpError("NoOwnPassword", { reason: "signed in by a provider" });
}

export function isOfProvider(session: OwnSession): boolean {
	return (session.current().id?.provider ?? null) !== null;
}

/** Required before changes that could take over an account from an open session. All attempts count together. */
export async function assertPassword(call: AuthCall, session: OwnSession, password: string): Promise<void> {
	const response = await signInWithPassword(call, session, password);
	const tokens = parseAuthenticationResult(response);
	if (tokens !== null) return revokeTokens(call.services, call, tokens);
	if (secondSteps.has(textField(response, "ChallengeName") ?? "")) return;
	throw new HttpError("SignInNotConfigured", { reason: "neither tokens nor a second step" });
}

export async function signInWithPassword(
	call: AuthCall,
	session: OwnSession,
	password: string,
): Promise<Record<string, unknown>> {
	assertOfPool(session);
	await assertAttemptAllowed(call, "own-password", session.sub);
	// Uses the token's user name: with the cookie's, another user's password would be accepted.
	return requestTokens(call, session.current().access.username, password).catch((error: unknown) => {
		const isWrong = error instanceof HttpError && error.code === "NotAuthorizedException";
		throw isWrong ? new HttpError("WrongCurrentPassword", error.details) : error;
	});
}
