import * as z from "zod/mini";
import { Newcomer } from "../../shared/account/sso";
import { dayMs } from "../../shared/base/durations";
import type { StoredSsoOffer } from "../../shared/session/sso-offer";

/** How long a claim outlives its record. */
export const asleepAfterMs = 7 * dayMs;

/** Held, and its record was there lately. Parameters: a domain, and epoch ms before which a record must not be missing. */
const isAlive = "seen_at IS NOT NULL AND (missing_since IS NULL OR missing_since > ?2)";

/** The ready provider of the account that holds the domain. */
export function findSsoOffer(directory: D1Database, domain: string, now: number): Promise<StoredSsoOffer | null> {
	const query =
		"SELECT name AS provider, company_name AS company FROM domain_claims JOIN identity_providers USING (account_id) " +
		`WHERE domain = ?1 AND ${isAlive} AND ready_at IS NOT NULL`;
	return directory
		.prepare(query)
		.bind(domain, now - asleepAfterMs)
		.first<StoredSsoOffer>();
}

/** Null: no such provider, or it is not ready. */
export function findAccountOfProvider(directory: D1Database, name: string): Promise<string | null> {
	const query = "SELECT account_id AS accountId FROM identity_providers WHERE name = ? AND ready_at IS NOT NULL";
	return directory.prepare(query).bind(name).first<string>("accountId");
}

export type HeldDomain = { accountId: string; newcomer: Newcomer | null };

/** The account for which an address of this domain counts. */
export async function findHeldDomain(directory: D1Database, domain: string, now: number): Promise<HeldDomain | null> {
	const row = await directory
		.prepare(`SELECT account_id AS accountId, newcomer FROM domain_claims WHERE domain = ?1 AND ${isAlive}`)
		.bind(domain, now - asleepAfterMs)
		.first<{ accountId: string; newcomer: string | null }>();
	if (!row) return null;
	const newcomer = row.newcomer === null ? null : Newcomer.parse(JSON.parse(row.newcomer));
	return { accountId: row.accountId, newcomer };
}

const PersonSub = z.object({ person: z.string(), accountId: z.string(), provider: z.string() });
export type PersonSub = z.infer<typeof PersonSub>;

export async function findPersonSub(directory: D1Database, sub: string): Promise<PersonSub | null> {
	const query = "SELECT person, account_id AS accountId, provider FROM person_subs WHERE sub = ?";
	const row = await directory.prepare(query).bind(sub).first();
	return row && PersonSub.parse(row);
}

/** Keeps the first: an alias never moves to another person or account. */
export async function savePersonSub(
	directory: D1Database,
	{ sub, person, accountId, provider, now }: PersonSub & { sub: string; now: number },
): Promise<void> {
	await directory
		.prepare("INSERT OR IGNORE INTO person_subs VALUES (?, ?, ?, ?, ?)")
		.bind(sub, person, accountId, provider, now)
		.run();
}

const DomainClaim = z.object({
	domain: z.string(),
	accountId: z.string(),
	token: z.string(),
	seenAt: z.nullable(z.number()),
	missingSince: z.nullable(z.number()),
	lookedAt: z.nullable(z.number()),
	newcomer: z.nullable(z.string()),
	isTaken: z.number(),
});
export type DomainClaim = z.infer<typeof DomainClaim>;

const claimColumns =
	"domain, account_id AS accountId, token, seen_at AS seenAt, missing_since AS missingSince, looked_at AS lookedAt, " +
	"newcomer, EXISTS (SELECT 1 FROM domain_claims other WHERE other.domain = domain_claims.domain " +
	"AND other.account_id <> domain_claims.account_id AND other.seen_at IS NOT NULL) AS isTaken";

export async function listDomainClaims(directory: D1Database, accountId: string): Promise<DomainClaim[]> {
	const query = `SELECT ${claimColumns} FROM domain_claims WHERE account_id = ? ORDER BY domain`;
	const { results } = await directory.prepare(query).bind(accountId).all();
	return results.map((row) => DomainClaim.parse(row));
}

/** Returns the claims last looked at before `before`, the oldest first. */
export async function listDomainClaimsDue(
	directory: D1Database,
	{ before, limit }: { before: number; limit: number },
): Promise<DomainClaim[]> {
	const query =
		`SELECT ${claimColumns} FROM domain_claims WHERE looked_at IS NULL OR looked_at < ? ` +
		"ORDER BY looked_at, domain, account_id LIMIT ?";
	const { results } = await directory.prepare(query).bind(before, limit).all();
	return results.map((row) => DomainClaim.parse(row));
}

type Claimed = { domain: string; accountId: string };

/** Keeps the token of an earlier claim. */
export async function insertDomainClaim(
	directory: D1Database,
	{ domain, accountId, token, now }: Claimed & { token: string; now: number },
): Promise<void> {
	await directory
		.prepare("INSERT OR IGNORE INTO domain_claims (domain, account_id, token, claimed_at) VALUES (?, ?, ?, ?)")
		.bind(domain, accountId, token, now)
		.run();
}

/** The account holds the domain, unless another does whose record is still there. */
export async function markDomainSeen(
	directory: D1Database,
	{ domain, accountId }: Claimed,
	now: number,
): Promise<void> {
	await directory.batch([
		directory
			.prepare(
				"UPDATE domain_claims SET seen_at = NULL, missing_since = NULL WHERE domain = ? AND account_id <> ? " +
					"AND missing_since <= ?",
			)
			.bind(domain, accountId, now - asleepAfterMs),
		directory
			.prepare(
				"UPDATE domain_claims SET looked_at = ?1, missing_since = NULL, seen_at = CASE WHEN EXISTS (SELECT 1 FROM " +
					"domain_claims other WHERE other.domain = ?2 AND other.account_id <> ?3 AND other.seen_at IS NOT NULL) " +
					"THEN seen_at ELSE ?1 END WHERE domain = ?2 AND account_id = ?3",
			)
			.bind(now, domain, accountId),
	]);
}

export async function markDomainMissing(
	directory: D1Database,
	{ domain, accountId }: Claimed,
	now: number,
): Promise<void> {
	await directory
		.prepare(
			"UPDATE domain_claims SET looked_at = ?1, missing_since = CASE WHEN seen_at IS NULL THEN NULL " +
				"ELSE coalesce(missing_since, ?1) END WHERE domain = ?2 AND account_id = ?3",
		)
		.bind(now, domain, accountId)
		.run();
}

export function findMissingSince(directory: D1Database, { domain, accountId }: Claimed): Promise<number | null> {
	const query = "SELECT missing_since AS since FROM domain_claims WHERE domain = ? AND account_id = ?";
	return directory.prepare(query).bind(domain, accountId).first<number>("since");
}

export async function saveNewcomerOf(
	directory: D1Database,
	{ domain, accountId, newcomer }: Claimed & { newcomer: Newcomer | null },
): Promise<void> {
	await directory
		.prepare("UPDATE domain_claims SET newcomer = ? WHERE domain = ? AND account_id = ?")
		.bind(newcomer && JSON.stringify(newcomer), domain, accountId)
		.run();
}

export async function deleteDomainClaim(directory: D1Database, { domain, accountId }: Claimed): Promise<void> {
	await directory
		.prepare("DELETE FROM domain_claims WHERE domain = ? AND account_id = ?")
		.bind(domain, accountId)
		.run();
}

const ProviderRow = z.object({
	name: z.string(),
	request: z.string(),
	createdAt: z.number(),
	readyAt: z.nullable(z.number()),
	endsAt: z.nullable(z.number()),
});
export type ProviderRow = z.infer<typeof ProviderRow>;

export async function findProviderOf(directory: D1Database, accountId: string): Promise<ProviderRow | null> {
	const query =
		"SELECT name, request, created_at AS createdAt, ready_at AS readyAt, ends_at AS endsAt FROM identity_providers " +
		"LEFT JOIN provider_ends USING (name) WHERE identity_providers.account_id = ?";
	const row = await directory.prepare(query).bind(accountId).first();
	return row && ProviderRow.parse(row);
}

/** `endsAt`: epoch ms. */
export type ProviderEnd = { name: string; accountId: string; endsAt: number };

/** A new end notifies owners again. Null deletes it. */
export async function saveProviderEndOf(
	directory: D1Database,
	{ name, accountId, endsAt }: Omit<ProviderEnd, "endsAt"> & { endsAt: number | null },
): Promise<void> {
	await directory
		.prepare(
			endsAt === null
				? "DELETE FROM provider_ends WHERE name = ?1 AND account_id = ?2"
				: "INSERT OR REPLACE INTO provider_ends VALUES (?1, ?2, ?3, NULL)",
		)
		.bind(...(endsAt === null ? [name, accountId] : [name, accountId, endsAt]))
		.run();
}

/** Returns the ends within `days` of providers in use. Omits an end that owners heard of at this step or a later one. */
export async function listProviderEndsDue(
	directory: D1Database,
	{ now, days, limit }: { now: number; days: number; limit: number },
): Promise<ProviderEnd[]> {
	const query =
		"SELECT name, provider_ends.account_id AS accountId, ends_at AS endsAt FROM provider_ends " +
		"JOIN identity_providers USING (name) WHERE ends_at > ?1 AND ends_at <= ?2 " +
		"AND (told_days IS NULL OR told_days > ?3) ORDER BY ends_at LIMIT ?4";
	const { results } = await directory
		.prepare(query)
		.bind(now, now + days * dayMs, days, limit)
		.all<ProviderEnd>();
	return results;
}

export async function markProviderEndNotified(
	directory: D1Database,
	{ name, days }: { name: string; days: number },
): Promise<void> {
	await directory.prepare("UPDATE provider_ends SET told_days = ? WHERE name = ?").bind(days, name).run();
}

type NewProvider = {
	name: string;
	accountId: string;
	companyName: string;
	request: string;
	sealedSecret: string | null;
	now: number;
};

/** A provider has another name each time: the pool keeps the former one's people under the former name. */
export async function replaceProvider(directory: D1Database, provider: NewProvider): Promise<void> {
	const { name, accountId, companyName, request, sealedSecret, now } = provider;
	await directory.batch([
		directory.prepare("DELETE FROM identity_providers WHERE account_id = ?").bind(accountId),
		directory
			.prepare("INSERT INTO identity_providers VALUES (?, ?, ?, ?, ?, ?, NULL)")
			.bind(name, accountId, companyName, request, sealedSecret, now),
	]);
}

export async function deleteProviderOf(directory: D1Database, accountId: string): Promise<void> {
	await directory.prepare("DELETE FROM identity_providers WHERE account_id = ?").bind(accountId).run();
}

type SeededSso = {
	domain: string;
	token: string;
	provider: string;
	accountId: string;
	companyName: string;
	now: number;
};

/** Local runs call it. It keeps what is there. */
export async function ensureSso(directory: D1Database, seeded: SeededSso): Promise<void> {
	const { domain, token, provider, accountId, companyName, now } = seeded;
	const newcomer = JSON.stringify({ role: "viewer", scope: "all" } satisfies Newcomer);
	const request = JSON.stringify({ kind: "oidc", address: `https://id.${domain}`, clientId: "local" });
	await directory.batch([
		directory
			.prepare("INSERT OR IGNORE INTO domain_claims VALUES (?, ?, ?, ?, ?, NULL, ?, ?)")
			.bind(domain, accountId, token, now, now, now, newcomer),
		directory
			.prepare("INSERT OR IGNORE INTO identity_providers VALUES (?, ?, ?, ?, NULL, ?, ?)")
			.bind(provider, accountId, companyName, request, now, now),
	]);
}
