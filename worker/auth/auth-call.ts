import type { Context } from "hono";
import type { AuthErrorName } from "../../shared/auth-errors";
import { checkPassword } from "../../shared/password-policy";
import type { Environment } from "../env";
import { countAttempt, countCode } from "../middleware/rate-limit";
import { type Console, type RequestContext, requestContextOf } from "../request-context";
import type { Services } from "../services";

export type AuthCall = {
	services: Services;
	environment: Environment;
	context: RequestContext;
	/** Set-Cookie lines of the answer, also of a failed one: a rotated token must be stored either way. */
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
	/** For the operator's log: a name or a fixed phrase, never user input. */
	reason?: string;
	/** The logged name, where the answer must not reveal it. */
	loggedName?: AuthErrorName;
	message?: string;
	shown?: string;
	retryAfterSeconds?: number;
	/** Cognito's request id, for AWS support. */
	cognitoRequestId?: string;
};

/** Refuses with a name of the catalogue; only `toHandler` turns it into an answer. */
export class AuthRefusal extends Error {
	override readonly name = "AuthRefusal";

	constructor(
		readonly code: AuthErrorName,
		readonly details: RefusalDetails = {},
	) {
		super(code);
	}
}

/** Throws if a password or code was tried too often. Attempts of one `group` count together. */
export async function assertAttemptAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { environment, context } = call;
	assertNoWait(await countAttempt(environment.rateLimits, { group, address: context.clientAddress(), name }));
}

export async function assertCodeAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { environment, context } = call;
	assertNoWait(await countCode(environment.rateLimits, { group, address: context.clientAddress(), name }));
}

function assertNoWait(retryAfterSeconds: number | null): void {
	if (retryAfterSeconds === null) return;
	const reason = "refused before the user pool was asked";
	throw new AuthRefusal("TooManyAttempts", { reason, retryAfterSeconds });
}

/** The pool checks it after it has looked up the user, so its answer could reveal whether the user exists. */
export function assertPolicyMet({ services }: AuthCall, password: string): void {
	const unmet = checkPassword(services.settings.passwordPolicy, password).find(({ isMet }) => !isMet);
	if (unmet) throw new AuthRefusal("InvalidPasswordException", { reason: `the policy's ${unmet.rule}` });
}
