import { secretHash } from "../cognito/secret-hash";
import type { UserPoolFailure, UserPoolOperation } from "../cognito/user-pool-client";
import { nameFailure, type OwnErrors } from "../cognito/user-pool-errors";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";

type Question = { operation: UserPoolOperation; body: Record<string, unknown>; own?: OwnErrors };

/** What the user pool answers; otherwise refuses by the catalogue's name. Asked once, as a second try would count too. */
export async function askUserPool(
	{ services }: AuthCall,
	{ operation, body, own }: Question,
): Promise<Record<string, unknown>> {
	const answer = await services.userPool(operation, body);
	if (answer.status === "done") return answer.body;
	throw refusalOf(answer, own);
}

export function refusalOf(failure: UserPoolFailure, own?: OwnErrors): AuthRefusal {
	const { name, ...details } = nameFailure(failure, own);
	return new AuthRefusal(name, details);
}

/** What the operations of an app client have in common. */
export function clientFields({ services: { settings }, address }: AuthCall): Record<string, unknown> {
	const isTold = settings.isAddressPropagated && address !== null;
	const context = isTold ? { UserContextData: { IpAddress: address } } : {};
	return { ClientId: settings.clientId, ...context };
}

/** The same with `Username` and its SecretHash at the top, as the operations of signing up and resetting want them. */
export async function userFields(call: AuthCall, username: string): Promise<Record<string, unknown>> {
	const hash = await hashFor(call, username);
	return { ...clientFields(call), Username: username, ...(hash === null ? {} : { SecretHash: hash }) };
}

/** `USERNAME` and its SECRET_HASH, as the parameters of a sign-in and the answers to a challenge want them. */
export async function userParameters(call: AuthCall, username: string): Promise<Record<string, string>> {
	const hash = await hashFor(call, username);
	return { USERNAME: username, ...(hash === null ? {} : { SECRET_HASH: hash }) };
}

async function hashFor({ services: { settings } }: AuthCall, username: string): Promise<string | null> {
	return settings.clientSecret === null ? null : secretHash(settings.clientSecret, username, settings.clientId);
}
