import { networkOf } from "../../shared/network-of";
import type { Environment } from "../env";

/** One attempt: what at, from which address, at whose name. The name may be an e-mail address. */
type Attempt = { group: string; address: string | null; name: string };

type RateLimits = Environment["rateLimits"];

/** The periods of the limits in wrangler.toml. */
const attemptPeriodSeconds = 10;
const codePeriodSeconds = 60;
const callPeriodSeconds = 60;

/** Counts one try of a password or a code. Cognito's own lock-out is the second line. Answers how long to wait, in seconds. */
export function countAttempt(rateLimits: RateLimits, attempt: Attempt): Promise<number | null> {
	return count(rateLimits, attempt, { limit: rateLimits.byName, periodSeconds: attemptPeriodSeconds });
}

/** Counts one request for a code, which is a mail or a text message to somebody. Answers how long to wait, in seconds. */
export function countCode(rateLimits: RateLimits, attempt: Attempt): Promise<number | null> {
	return count(rateLimits, attempt, { limit: rateLimits.codes, periodSeconds: codePeriodSeconds });
}

/** Counts what anybody may ask for without a name: it costs the user pool a call. Answers how long to wait, in seconds. */
export async function countForAddress(byAddress: RateLimit, address: string | null): Promise<number | null> {
	const { success } = await byAddress.limit({ key: networkOf(address ?? "unknown") });
	return success ? null : attemptPeriodSeconds;
}

/** Counts one request to a backend or to the error service. Without a limit it passes. Answers how long to wait, in seconds. */
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

/** No key may hold an address of a person. */
async function hashOf(name: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name.trim().toLowerCase()));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
