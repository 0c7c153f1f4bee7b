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
