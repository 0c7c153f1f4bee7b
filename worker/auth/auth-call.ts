import type { Context } from "hono";
import type { AuthErrorName } from "../../shared/auth-errors";
import { checkPassword } from "../../shared/password-policy";
import type { Environment } from "../env";
import { countAttempt, countCode } from "../middleware/rate-limit";
import { type Console, type RequestContext, requestContextOf } from "../request-context";
import type { Services } from "../services";

/** One call of a route of `/api/auth/`. */
export type AuthCall = {
	services: Services;
	environment: Environment;
	context: RequestContext;
	/** Set-Cookie lines of the answer, whether it succeeds or not: a rotated token must be kept either way. */
	cookies: { session: string[]; challenge: string[] };
};

export function authCallOf(c: Context<Console>, services: Services): AuthCall {
	return {
		services,
		environment: c.get("deployment").environment,
		context: requestContextOf(c),
		cookies: { session: [], challenge: [] },
	};
}

export type RefusalDetails = {
	/** For the operator's log: a name or a fixed phrase, never anything that was typed. */
	reason?: string;
	/** What the log calls it, where the answer must not tell it from something else. */
	loggedName?: AuthErrorName;
	/** Instead of the catalogue's. */
	message?: string;
	/** Instead of the catalogue's. */
	shown?: string;
	retryAfterSeconds?: number;
	/** Cognito's own request id, which its support asks for. */
	cognitoRequestId?: string;
};

/** How a verb refuses, by a name of the catalogue. `toHandler` alone turns it into an answer. */
export class AuthRefusal extends Error {
	override readonly name = "AuthRefusal";

	constructor(
		readonly code: AuthErrorName,
		readonly details: RefusalDetails = {},
	) {
		super(code);
	}
}

/** Refuses one try of a password or a code too many. `group`: tries of one kind count together. */
export async function assertAttemptAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { environment, context } = call;
	assertNoWait(await countAttempt(environment.rateLimits, { group, address: context.clientAddress(), name }));
}

/** Refuses one request for a code too many. */
export async function assertCodeAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { environment, context } = call;
	assertNoWait(await countCode(environment.rateLimits, { group, address: context.clientAddress(), name }));
}

function assertNoWait(retryAfterSeconds: number | null): void {
	if (retryAfterSeconds === null) return;
	const reason = "refused before the user pool was asked";
	throw new AuthRefusal("TooManyAttempts", { reason, retryAfterSeconds });
}

/** The pool validates it too, but only after it has looked up the user, so its answer may reveal whether there is one. */
export function assertPolicyMet({ services }: AuthCall, password: string): void {
	const unmet = checkPassword(services.settings.passwordPolicy, password).find(({ isMet }) => !isMet);
	if (unmet) throw new AuthRefusal("InvalidPasswordException", { reason: `the policy's ${unmet.rule}` });
}
