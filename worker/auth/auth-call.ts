import { headerNames } from "../../shared/base/header-names";
import { checkPassword } from "../../shared/session/password-policy";
import { HttpError } from "../base/http-error";
import { type Counted, countNamed } from "../base/rate-limit";
import type { ConsoleContext } from "../services/console";
import type { Services } from "../services/services";
import { personOfPage } from "../session/person-of-page";
import type { RequestContext } from "../session/session";
import type { Environment } from "../settings/environment";

export type AuthCall = RequestContext & {
	services: Services;
	environment: Environment;
	namedAccount: string | null;
	namedPerson: string | null;
	userAgent: string | null;
};

export function authCallOf(c: ConsoleContext): AuthCall {
	const namedAccount = c.req.raw.headers.get(headerNames.account);
	return {
		...c.get("context"),
		services: c.get("services"),
		environment: c.get("deployment").environment,
		namedAccount,
		namedPerson: personOfPage(c.req.raw),
		userAgent: c.req.raw.headers.get("user-agent"),
	};
}

/** Throws TooManyRequestsException. Attempts of one `group` count together. */
export function assertAttemptAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	return assertAllowed(call, { kind: "attempt", group, name });
}

export function assertCodeAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	return assertAllowed(call, { kind: "code", group, name });
}

async function assertAllowed({ environment, clientAddress }: AuthCall, counted: Counted): Promise<void> {
	const retryAfterSeconds = await countNamed(environment.rateLimits, counted, clientAddress());
	if (retryAfterSeconds === null) return;
	const reason = "refused before the user pool was asked";
	throw new HttpError("TooManyAttempts", { reason, retryAfterSeconds });
}

/** Checked here, because the pool checks it after its lookup of the user, which could reveal the user. */
export function assertPolicyMet({ services }: AuthCall, password: string): void {
	const unmet = checkPassword(services.settings.passwordPolicy, password).find(({ isMet }) => !isMet);
	if (unmet) throw new HttpError("InvalidPasswordException", { reason: `the policy's ${unmet.rule}` });
}
