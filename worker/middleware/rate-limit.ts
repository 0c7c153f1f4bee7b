import { networkOf } from "../../shared/network-of";
import { sha256Hex } from "../base/sha-256";
import type { Environment } from "../env";

/** The name may be an email address. */
type Attempt = { group: string; address: string | null; name: string };

type RateLimits = Environment["rateLimits"];

/** The periods in wrangler.toml. */
const attemptPeriodSeconds = 10;
const codePeriodSeconds = 60;
const callPeriodSeconds = 60;

/** A try of a password or code; Cognito's lockout comes second. Returns how long to wait, in seconds. */
export function countAttempt(rateLimits: RateLimits, attempt: Attempt): Promise<number | null> {
	return count(rateLimits, attempt, { limit: rateLimits.byName, periodSeconds: attemptPeriodSeconds });
}

/** A request for a code, which sends an email or text message. Returns how long to wait, in seconds. */
export function countCode(rateLimits: RateLimits, attempt: Attempt): Promise<number | null> {
	return count(rateLimits, attempt, { limit: rateLimits.codes, periodSeconds: codePeriodSeconds });
}

/** A request without a name that costs a call to the user pool. Returns how long to wait, in seconds. */
export async function countForAddress(byAddress: RateLimit, address: string | null): Promise<number | null> {
	const { success } = await byAddress.limit({ key: networkOf(address ?? "unknown") });
	return success ? null : attemptPeriodSeconds;
}

/** A request to a backend or the error service; unlimited for null. Returns how long to wait, in seconds. */
export async function countCall(callLimit: RateLimit | null, key: string): Promise<number | null> {
	if (callLimit === null) return null;
	const { success } = await callLimit.limit({ key });
	return success ? null : callPeriodSeconds;
}

type NamedLimit = { limit: RateLimit; periodSeconds: number };

async function count({ byAddress }: RateLimits, attempt: Attempt, named: NamedLimit): Promise<number | null> {
	const network = networkOf(attempt.address ?? "unknown");
	const [byName, byNetwork] = await Promise.all([
		named.limit.limit({ key: `${attempt.group} ${network} ${await hashOf(attempt.name)}` }),
		byAddress.limit({ key: network }),
	]);
	if (!byName.success) return named.periodSeconds;
	return byNetwork.success ? null : attemptPeriodSeconds;
}

/** Keys must not contain email addresses. */
function hashOf(name: string): Promise<string> {
	return sha256Hex(new TextEncoder().encode(name.trim().toLowerCase()));
}
