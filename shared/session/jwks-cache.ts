import { KidNotFoundInJwksError } from "aws-jwt-verify/error";
import { assertIsJwks, findJwkInJwks, type Jwks, type JwksCache, type JwkWithKid } from "aws-jwt-verify/jwk";
import type { Json } from "aws-jwt-verify/safe-json-parse";
import { hourMs } from "../base/durations";

/** Rejects on every failure, within a few seconds. */
export type FetchJwks = (jwksUri: string) => Promise<unknown>;

const timeToLiveMs = hourMs;
const retryWaitMs = 10_000;

/** No keys are available; the token may be valid or not. */
export class JwksUnavailableError extends Error {
	constructor(jwksUri: string, cause: unknown) {
		super(`No signing keys from ${jwksUri}`, { cause });
		this.name = "JwksUnavailableError";
	}
}

type Entry = { jwks: Jwks; fetchedAt: number };

/**
 * Caches signing keys per JWKS URL for an hour, longer while fetching fails. State is values and timestamps only:
 * in workerd a timer or promise dies with its request, which would leave the library's back-off closed forever.
 */
export function createJwksCache(fetchJwks: FetchJwks, now: () => number): JwksCache {
	const entries = new Map<string, Entry>();
	const triedAt = new Map<string, number>();

	/** One fetch per ten seconds, also during an outage or with forged key ids. */
	function mayTry(jwksUri: string): boolean {
		return now() - (triedAt.get(jwksUri) ?? -retryWaitMs) >= retryWaitMs;
	}

	async function refetch(jwksUri: string): Promise<Entry> {
		triedAt.set(jwksUri, now());
		const jwks = (await fetchJwks(jwksUri)) as Json; // parsed from JSON, asserted on the next line
		assertIsJwks(jwks);
		const entry = { jwks, fetchedAt: now() };
		entries.set(jwksUri, entry);
		return entry;
	}

	async function fresh(jwksUri: string): Promise<Entry> {
		const known = entries.get(jwksUri);
		if (known && (now() - known.fetchedAt < timeToLiveMs || !mayTry(jwksUri))) return known;
		try {
			return await refetch(jwksUri);
		} catch (error) {
			if (known) return known;
			throw new JwksUnavailableError(jwksUri, error);
		}
	}

	function keyOrThrow(entry: Entry, kid: string): JwkWithKid {
		const jwk = findJwkInJwks(entry.jwks, kid);
		if (!jwk) throw new KidNotFoundInJwksError(`No signing key has the id ${kid}`);
		return jwk;
	}

	return {
		async getJwk(jwksUri, { header }) {
			const kid = header.kid ?? "";
			const entry = await fresh(jwksUri);
			const known = findJwkInJwks(entry.jwks, kid);
			if (known) return known;
			if (!mayTry(jwksUri)) {
				// Keys fetched at the last try do not include this id; older keys prove nothing.
				const isUpToDate = entry.fetchedAt >= (triedAt.get(jwksUri) ?? 0);
				if (isUpToDate) return keyOrThrow(entry, kid);
				throw new JwksUnavailableError(jwksUri, "waiting before the next try");
			}
			const renewed = await refetch(jwksUri).catch((error: unknown) => {
				throw new JwksUnavailableError(jwksUri, error);
			});
			return keyOrThrow(renewed, kid);
		},
		getCachedJwk(jwksUri, { header }) {
			const entry = entries.get(jwksUri);
			if (!entry) throw new JwksUnavailableError(jwksUri, undefined);
			return keyOrThrow(entry, header.kid ?? "");
		},
		addJwks(jwksUri, jwks) {
			entries.set(jwksUri, { jwks, fetchedAt: now() });
		},
		async getJwks(jwksUri) {
			return (await fresh(jwksUri)).jwks;
		},
	};
}
