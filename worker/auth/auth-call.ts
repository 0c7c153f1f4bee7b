import { checkPassword } from "../../shared/password-policy";
import { countAttempt, countCode } from "../base/rate-limit";
import { Refusal } from "../base/refusal";
import type { ConsoleContext } from "../services/console";
import type { Services } from "../services/services";
import type { RequestContext } from "../session/request-context";
import type { Environment } from "../settings/environment";

export type AuthCall = RequestContext & { services: Services; environment: Environment };

export function authCallOf(c: ConsoleContext): AuthCall {
	return { ...c.get("context"), services: c.get("services"), environment: c.get("deployment").environment };
}

/** Throws if a password or code was tried too often. Attempts of one `group` count together. */
export async function assertAttemptAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { rateLimits } = call.environment;
	assertNoWait(await countAttempt(rateLimits, { group, address: call.clientAddress(), name }));
}

export async function assertCodeAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { rateLimits } = call.environment;
	assertNoWait(await countCode(rateLimits, { group, address: call.clientAddress(), name }));
}

function assertNoWait(retryAfterSeconds: number | null): void {
	if (retryAfterSeconds === null) return;
	const reason = "refused before the user pool was asked";
	throw new Refusal("TooManyAttempts", { reason, retryAfterSeconds });
}

/** The pool checks it after it has looked up the user, so its answer could reveal whether the user exists. */
export function assertPolicyMet({ services }: AuthCall, password: string): void {
	const unmet = checkPassword(services.settings.passwordPolicy, password).find(({ isMet }) => !isMet);
	if (unmet) throw new Refusal("InvalidPasswordException", { reason: `the policy's ${unmet.rule}` });
}
