import { networkOf } from "../../shared/base/network-of";
import { sha256Hex } from "./sha-256";

export type RateLimits = {
	/** 3 in 10 s. */
	byName: RateLimit;
	/** 30 in 10 s. */
	byAddress: RateLimit;
	/** 3 in 60 s. */
	codes: RateLimit;
	/** 600 in 60 s. */
	calls: RateLimit;
};

/** The periods in wrangler.toml. */
const attemptPeriodSeconds = 10;
const codePeriodSeconds = 60;
const callPeriodSeconds = 60;

/** `attempt`: a try of a password or code; Cognito's lockout comes second. `code`: a request that sends a message. */
export type Counted = { kind: "attempt" | "code"; group: string; name: string };

/** The name may be an email address. Returns how long to wait, in seconds. */
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

/** Keys must not contain email addresses. */
function hashOf(name: string): Promise<string> {
	return sha256Hex(new TextEncoder().encode(name.trim().toLowerCase()));
}
