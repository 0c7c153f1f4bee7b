import * as z from "zod/mini";
import type { FormerMembership } from "../../shared/account";
import { dayMs, minuteMs } from "../../shared/durations";
import { Role } from "../../shared/permissions";

const invitationColumns =
	"id, email, account_id AS accountId, company_name AS companyName, inviter_name AS inviterName, " +
	"role, expires_at AS expiresAt, ended_at AS endedAt";
/** Smaller moves are not written: the cron that reads the row runs no more often. */
const writtenEveryMs = 15 * minuteMs;
const formerMembersKeptMs = 90 * dayMs;

/** An index of the accounts' own invitations: it says which account to ask, and what to show until then. */
export const IndexedInvitation = z.object({
	id: z.string(),
	email: z.string(),
	accountId: z.string(),
	companyName: z.string(),
	inviterName: z.string(),
	role: Role,
	expiresAt: z.number(),
	endedAt: z.nullable(z.number()),
});
export type IndexedInvitation = z.infer<typeof IndexedInvitation>;

export async function findAccountId(directory: D1Database, sub: string): Promise<string | null> {
	const query = directory.prepare("SELECT account_id FROM members_directory WHERE sub = ?").bind(sub);
	return query.first<string>("account_id");
}

/** `strandedIn`: an account that does not know the person. */
type Claim = { sub: string; accountId: string; strandedIn?: string | null; now: number };

/** Sets a person's account, unless they have one other than `strandedIn`; returns their account from now on. */
export async function claimAccount(directory: D1Database, claim: Claim): Promise<string> {
	const { sub, accountId, strandedIn = null, now } = claim;
	await directory
		.prepare(
			"INSERT INTO members_directory (sub, account_id, created_at) VALUES (?, ?, ?) ON CONFLICT (sub) DO UPDATE SET " +
				"account_id = excluded.account_id, created_at = excluded.created_at WHERE account_id = ?",
		)
		.bind(sub, accountId, now, strandedIn)
		.run();
	const claimed = await findAccountId(directory, sub);
	if (claimed === null) throw new Error("A directory row was gone before it was read");
	return claimed;
}

/** Takes a claim back where it led to no membership: to the account before, or to none. */
export async function releaseClaim(directory: D1Database, { sub, accountId, strandedIn = null }: Claim): Promise<void> {
	const held = "sub = ? AND account_id = ?";
	await (strandedIn === null
		? directory.prepare(`DELETE FROM members_directory WHERE ${held}`).bind(sub, accountId)
		: directory.prepare(`UPDATE members_directory SET account_id = ? WHERE ${held}`).bind(strandedIn, sub, accountId)
	).run();
}

type Departed = { sub: string; accountId: string; former: FormerMembership & { at: Date } };

/** Forgets which account somebody belongs to, unless they have joined one since, and keeps whom they may ask. */
export async function forgetMember(directory: D1Database, { sub, accountId, former }: Departed): Promise<void> {
	const { companyName, owners, how } = former;
	const at = former.at.getTime();
	await directory.batch([
		directory
			.prepare("DELETE FROM members_directory WHERE sub = ? AND account_id = ? AND created_at <= ?")
			.bind(sub, accountId, at),
		directory
			.prepare("INSERT OR REPLACE INTO former_members VALUES (?, ?, ?, ?, ?)")
			.bind(sub, companyName, JSON.stringify(owners), how, at),
		directory.prepare("DELETE FROM former_members WHERE at < ?").bind(at - formerMembersKeptMs),
	]);
}

const FormerMember = z.object({
	companyName: z.string(),
	owners: z.array(z.string()),
	how: z.enum(["removed", "left"]),
	at: z.number(),
});

export async function findFormerMember(directory: D1Database, sub: string): Promise<FormerMembership | null> {
	const query = "SELECT company_name AS companyName, owners, how, at FROM former_members WHERE sub = ?";
	const row = await directory.prepare(query).bind(sub).first();
	if (!row) return null;
	const { at, ...former } = FormerMember.parse({ ...row, owners: JSON.parse(String(row.owners)) });
	return { ...former, at: new Date(at) };
}

export async function listOpenInvitations(
	directory: D1Database,
	{ email, now }: { email: string; now: number },
): Promise<IndexedInvitation[]> {
	const query = `SELECT ${invitationColumns} FROM invitations WHERE email = ? AND expires_at > ? AND ended_at IS NULL`;
	const { results } = await directory.prepare(`${query} ORDER BY id`).bind(email, now).all();
	return results.map((row) => IndexedInvitation.parse(row));
}

export async function findIndexedInvitation(directory: D1Database, id: string): Promise<IndexedInvitation | null> {
	const row = await directory.prepare(`SELECT ${invitationColumns} FROM invitations WHERE id = ?`).bind(id).first();
	return row && IndexedInvitation.parse(row);
}

/** One row per address and account: a later invitation takes the place of the former. */
export async function indexInvitation(directory: D1Database, invitation: IndexedInvitation): Promise<void> {
	const { id, email, accountId, companyName, inviterName, role, expiresAt, endedAt } = invitation;
	await directory
		.prepare(
			"INSERT INTO invitations (id, email, account_id, company_name, inviter_name, role, expires_at, ended_at) " +
				"VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email, account_id) DO UPDATE SET id = excluded.id, " +
				"company_name = excluded.company_name, inviter_name = excluded.inviter_name, role = excluded.role, " +
				"expires_at = excluded.expires_at, ended_at = excluded.ended_at",
		)
		.bind(id, email, accountId, companyName, inviterName, role, expiresAt, endedAt)
		.run();
}

export async function forgetInvitation(directory: D1Database, id: string): Promise<void> {
	await directory.prepare("DELETE FROM invitations WHERE id = ?").bind(id).run();
}

/** When an account is due next, epoch ms; null: never. Written only if it moved by much. */
export async function saveAccountDue(directory: D1Database, accountId: string, dueAt: number | null): Promise<void> {
	if (dueAt === null) {
		await directory.prepare("DELETE FROM account_due WHERE account_id = ?").bind(accountId).run();
		return;
	}
	await directory
		.prepare(
			"INSERT INTO account_due (account_id, due_at) VALUES (?1, ?2) ON CONFLICT (account_id) DO UPDATE SET " +
				"due_at = excluded.due_at WHERE abs(excluded.due_at - account_due.due_at) >= ?3",
		)
		.bind(accountId, dueAt, writtenEveryMs)
		.run();
}

export async function listAccountsDueBefore(
	directory: D1Database,
	{ before, limit }: { before: number; limit: number },
): Promise<string[]> {
	const query = "SELECT account_id AS accountId FROM account_due WHERE due_at < ? ORDER BY due_at LIMIT ?";
	const { results } = await directory.prepare(query).bind(before, limit).all<{ accountId: string }>();
	return results.map(({ accountId }) => accountId);
}
