import { networkOf } from "../../shared/base/network-of";
import { sha256Hex } from "./sha-256";

export type RateLimits = {
	byName: RateLimit;
	byAddress: RateLimit;
	codes: RateLimit;
	calls: RateLimit;
};

const attemptPeriodSeconds = 10;
const codePeriodSeconds = 60;
const callPeriodSeconds = 60;

/** `attempt`: a password or code; Cognito's lockout comes later. `code`: sends a message. */
export type Counted = { kind: "attempt" | "code"; group: string; name: string };

/** The name may be an e-mail address. Returns seconds to wait, or null. */
export async function countNamed(
	{ byName, codes, byAddress }: RateLimits,
	{ kind, group, name }: Counted,
	address: string | null,
): Promise<number | null> {
	const network = networkOf(address ?? "unknown");
	const named = kind === "attempt" ? byName : codes;
	const [ofName, ofNetwork] = await Promise.all([
		named.limit({ key: `${group} ${network} ${await hashOf(name)}` }),
		byAddress.limit({ key: network }),
	]);
	if (!ofName.success) return kind === "attempt" ? attemptPeriodSeconds : codePeriodSeconds;
	return ofNetwork.success ? null : attemptPeriodSeconds;
}

/** Counts a request without a user name that calls the user pool. Returns seconds to wait, or null. */
export async function countForAddress(byAddress: RateLimit, address: string | null): Promise<number | null> {
	const { success } = await byAddress.limit({ key: networkOf(address ?? "unknown") });
	return success ? null : attemptPeriodSeconds;
}

/** Counts a call to a backend or the error service; `callLimit` null: unlimited. Returns seconds to wait, or null. */
export async function countCall(callLimit: RateLimit | null, key: string): Promise<number | null> {
	if (callLimit === null) return null;
	const { success } = await callLimit.limit({ key });
	return success ? null : callPeriodSeconds;
}

/** Keys must not contain e-mail addresses. */
function hashOf(name: string): Promise<string> {
	return sha256Hex(new TextEncoder().encode(name.trim().toLowerCase()));
}
