import { createSharedCalls } from "../session/shared-calls";
import type { CredentialsOutcome, FetchCredentials } from "./identity-pool-client";
import { workDeadlineMs } from "./retry";

export type CredentialsStore = {
	/** Credentials of the person with this id token, or of a guest for null. Rejects never. */
	get: (idToken: string | null, keepAlive: (work: Promise<unknown>) => void) => Promise<CredentialsOutcome>;
	/** The upstream did not take them: the next call asks for new ones, unless these are new themselves. */
	distrust: (idToken: string | null) => Promise<void>;
};

type Options = { fetchCredentials: FetchCredentials; now: () => number };
type Kept = { outcome: CredentialsOutcome; fetchedAt: number; until: number };

/** Amplify's. */
const validMs = 3_000_000;
/** What is handed out must live through the call it signs. */
const marginMs = 60_000;
/** A refusal is asked for again after this, and not by each call of an anonymous visitor. */
const refusedMs = 10_000;
/** A policy that forbids the call refuses new credentials too, and must not cost new ones for each call. */
const trustedMs = 60_000;
const mostKept = 500;
const joinedWaitMs = workDeadlineMs + 500;
const guestKey = "guest";

/** The isolate's memory of credentials. One isolate serves everybody, so each entry belongs to one id token. */
export function createCredentials({ fetchCredentials, now }: Options): CredentialsStore {
	const kept = new Map<string, Kept>();
	const calls = createSharedCalls<CredentialsOutcome>(joinedWaitMs);
	// Every GetId of a guest makes an identity in the pool, so the one there is gets used again.
	let guestIdentityId: string | null = null;

	function recall(key: string): CredentialsOutcome | null {
		const entry = kept.get(key);
		return entry && now() < entry.until ? entry.outcome : null;
	}

	function keep(key: string, outcome: CredentialsOutcome): void {
		const until = validUntil(outcome, now());
		kept.delete(key);
		if (until <= now()) return;
		for (const [oldest, entry] of kept) {
			if (kept.size < mostKept && now() < entry.until) break;
			kept.delete(oldest);
		}
		kept.set(key, { outcome, fetchedAt: now(), until });
	}

	async function start(key: string, idToken: string | null): Promise<CredentialsOutcome> {
		// A person never gets the guests' identity: the pool would merge everybody's into it.
		const knownIdentityId = idToken === null ? guestIdentityId : null;
		const outcome = await fetchCredentials({ idToken, knownIdentityId });
		if (idToken === null) guestIdentityId = identityAfter(outcome, guestIdentityId);
		keep(key, outcome);
		return outcome;
	}

	return {
		async get(idToken, keepAlive) {
			const key = await keyOf(idToken);
			return calls.run({ key, known: () => recall(key), start: () => start(key, idToken), keepAlive });
		},
		async distrust(idToken) {
			const key = await keyOf(idToken);
			const entry = kept.get(key);
			if (entry && now() - entry.fetchedAt >= trustedMs) kept.delete(key);
		},
	};
}

function validUntil(outcome: CredentialsOutcome, now: number): number {
	if (outcome.status === "failed") return outcome.isRefusal ? now + refusedMs : now;
	const { expiresAt } = outcome.credentials;
	return Math.min(now + validMs, (expiresAt ?? Number.POSITIVE_INFINITY) - marginMs);
}

/** An outage says nothing about the identity; one the pool no longer knows must be asked for anew. */
function identityAfter(outcome: CredentialsOutcome, identityId: string | null): string | null {
	if (outcome.status === "ready") return outcome.credentials.identityId;
	return outcome.isRefusal || outcome.name === "ResourceNotFoundException" ? null : identityId;
}

/** A hash, so that no token lies about in memory for longer than its request. */
async function keyOf(idToken: string | null): Promise<string> {
	if (idToken === null) return guestKey;
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(idToken));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
