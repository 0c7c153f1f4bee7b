import * as z from "zod/mini";
import type { FormerMembership } from "../../shared/account/account";
import { dayMs } from "../../shared/base/durations";

const formerMembersKeptMs = 90 * dayMs;

/** Returns the default account first, then the others by join time. */
export async function listAccountIds(directory: D1Database, sub: string): Promise<string[]> {
	const query =
		"SELECT account_id AS accountId, 0 AS place, created_at AS at FROM members_directory WHERE sub = ?1 UNION ALL " +
		"SELECT account_id, 1, created_at FROM memberships WHERE sub = ?1 ORDER BY place, at, accountId";
	const { results } = await directory.prepare(query).bind(sub).all<{ accountId: string }>();
	return [...new Set(results.map(({ accountId }) => accountId))];
}

export async function isAccountKnown(directory: D1Database, accountId: string): Promise<boolean> {
	const query =
		"SELECT 1 FROM memberships WHERE account_id = ?1 UNION ALL SELECT 1 FROM members_directory WHERE account_id = ?1";
	return (await directory.prepare(query).bind(accountId).first()) !== null;
}

/** `strandedIn`: an account that does not know the user. */
type Claim = { sub: string; accountId: string; strandedIn?: string | null; now: number };

/** Sets the default account, unless the user has one other than `strandedIn`. Returns the default account. */
export async function claimAccount(directory: D1Database, claim: Claim): Promise<string> {
	const { sub, accountId, strandedIn = null, now } = claim;
	const results = await directory.batch<{ accountId: string }>([
		setDefault(directory, claim),
		directory
			.prepare("INSERT OR IGNORE INTO memberships SELECT sub, account_id, ? FROM members_directory WHERE sub = ?")
			.bind(now, sub),
		...(strandedIn === null || strandedIn === accountId ? [] : [forgetStranded(directory, sub, strandedIn)]),
		directory.prepare("SELECT account_id AS accountId FROM members_directory WHERE sub = ?").bind(sub),
	]);
	const [claimed] = results.at(-1)?.results ?? [];
	if (!claimed) throw new Error("A directory row was gone before it was read");
	return claimed.accountId;
}

function setDefault(directory: D1Database, { sub, accountId, strandedIn = null, now }: Claim): D1PreparedStatement {
	return directory
		.prepare(
			"INSERT INTO members_directory (sub, account_id, created_at) VALUES (?, ?, ?) ON CONFLICT (sub) DO UPDATE SET " +
				"account_id = excluded.account_id, created_at = excluded.created_at WHERE account_id = ?",
		)
		.bind(sub, accountId, now, strandedIn);
}

function forgetStranded(directory: D1Database, sub: string, strandedIn: string): D1PreparedStatement {
	const isDefault = "SELECT 1 FROM members_directory WHERE sub = ?1 AND account_id = ?2";
	return directory
		.prepare(`DELETE FROM memberships WHERE sub = ?1 AND account_id = ?2 AND NOT EXISTS (${isDefault})`)
		.bind(sub, strandedIn);
}

/** `lostIn`: an account that disabled or does not know the user; it stops being the default. */
type Joined = { sub: string; accountId: string; lostIn: string | null; now: number };

/** `isNew`: the user was not a member before. */
export async function addMembership(
	directory: D1Database,
	{ sub, accountId, lostIn, now }: Joined,
): Promise<{ isNew: boolean }> {
	const [added] = await directory.batch([
		directory.prepare("INSERT OR IGNORE INTO memberships VALUES (?, ?, ?)").bind(sub, accountId, now),
		setDefault(directory, { sub, accountId, strandedIn: lostIn, now }),
	]);
	return { isNew: (added?.meta.changes ?? 0) > 0 };
}

/** Keeps a membership that began after `until`, epoch ms. */
type Left = { sub: string; accountId: string; until: number };

/** The oldest remaining account becomes the default. */
export async function removeMembership(directory: D1Database, left: Left): Promise<void> {
	await directory.batch(removal(directory, left));
}

function removal(directory: D1Database, { sub, accountId, until }: Left): D1PreparedStatement[] {
	const statements = [
		"UPDATE members_directory SET account_id = other.account_id, created_at = other.created_at FROM (SELECT " +
			"account_id, created_at FROM memberships WHERE sub = ?1 AND account_id <> ?2 ORDER BY created_at, account_id " +
			"LIMIT 1) AS other WHERE sub = ?1 AND members_directory.account_id = ?2 AND members_directory.created_at <= ?3",
		"DELETE FROM members_directory WHERE sub = ?1 AND account_id = ?2 AND created_at <= ?3",
		"DELETE FROM memberships WHERE sub = ?1 AND account_id = ?2 AND created_at <= ?3",
	];
	return statements.map((statement) => directory.prepare(statement).bind(sub, accountId, until));
}

type Departed = { sub: string; accountId: string; former: FormerMembership & { at: Date } };

/** Deletes the membership unless the user rejoined, and stores the owners a former member can contact. */
export async function forgetMember(directory: D1Database, { sub, accountId, former }: Departed): Promise<void> {
	const { companyName, owners, how } = former;
	const at = former.at.getTime();
	await directory.batch([
		...removal(directory, { sub, accountId, until: at }),
		directory
			.prepare("INSERT OR REPLACE INTO former_members VALUES (?, ?, ?, ?, ?)")
			.bind(sub, companyName, JSON.stringify(owners), how, at),
		directory.prepare("INSERT OR REPLACE INTO former_accounts VALUES (?, ?, ?)").bind(sub, accountId, at),
		...["former_members", "former_accounts"].map((table) =>
			directory.prepare(`DELETE FROM ${table} WHERE at < ?`).bind(at - formerMembersKeptMs),
		),
	]);
}

const FormerMember = z.object({
	companyName: z.string(),
	owners: z.array(z.string()),
	how: z.enum(["removed", "left"]),
	at: z.number(),
	accountId: z.nullable(z.string()),
});

type Former = { former: FormerMembership; accountId: string | null };

/** Returns the company name and owners as they were when the user left. */
export async function findFormerMember(directory: D1Database, sub: string): Promise<Former | null> {
	const query =
		"SELECT company_name AS companyName, owners, how, at, account_id AS accountId FROM former_members " +
		"LEFT JOIN former_accounts USING (sub, at) WHERE sub = ?";
	const row = await directory.prepare(query).bind(sub).first();
	if (!row) return null;
	const { at, accountId, ...former } = FormerMember.parse({ ...row, owners: JSON.parse(String(row.owners)) });
	return { former: { ...former, at: new Date(at) }, accountId };
}
