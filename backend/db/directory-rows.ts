import * as z from "zod/mini";
import { Scope } from "../../shared/account";
import { Role } from "../../shared/permissions";

const invitationColumns =
	"id, email, account_id AS accountId, company_name AS companyName, inviter_name AS inviterName, " +
	"role, scope, expires_at AS expiresAt";
/** Smaller moves are not written: the cron that reads the row runs no more often. */
const writtenEveryMs = 15 * 60 * 1000;

export const InvitationRow = z.object({
	id: z.string(),
	email: z.string(),
	accountId: z.string(),
	companyName: z.string(),
	inviterName: z.string(),
	role: Role,
	scope: Scope,
	expiresAt: z.number(),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

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

function parseInvitation(row: Record<string, unknown>): InvitationRow {
	return InvitationRow.parse({ ...row, scope: JSON.parse(String(row.scope)) });
}

type Addressee = { email: string; now: number };

export async function listInvitations(directory: D1Database, { email, now }: Addressee): Promise<InvitationRow[]> {
	const query = `SELECT ${invitationColumns} FROM invitations WHERE email = ? AND expires_at > ? ORDER BY id`;
	const { results } = await directory.prepare(query).bind(email, now).all();
	return results.map(parseInvitation);
}

export async function listInvitationsOfAccount(
	directory: D1Database,
	{ accountId, now }: { accountId: string; now: number },
): Promise<InvitationRow[]> {
	const query = `SELECT ${invitationColumns} FROM invitations WHERE account_id = ? AND expires_at > ? ORDER BY id`;
	const { results } = await directory.prepare(query).bind(accountId, now).all();
	return results.map(parseInvitation);
}

export async function findInvitation(
	directory: D1Database,
	{ id, email, now }: Addressee & { id: string },
): Promise<InvitationRow | null> {
	const query = `SELECT ${invitationColumns} FROM invitations WHERE id = ? AND email = ? AND expires_at > ?`;
	const row = await directory.prepare(query).bind(id, email, now).first();
	return row && parseInvitation(row);
}

/** One invitation per address and account: a later one keeps the id and replaces the rest. */
export async function renewInvitation(directory: D1Database, invitation: InvitationRow): Promise<void> {
	const { id, email, accountId, companyName, inviterName, role, scope, expiresAt } = invitation;
	await directory
		.prepare(
			"INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email, account_id) DO UPDATE SET " +
				"company_name = excluded.company_name, inviter_name = excluded.inviter_name, role = excluded.role, " +
				"scope = excluded.scope, expires_at = excluded.expires_at",
		)
		.bind(id, email, accountId, companyName, inviterName, role, JSON.stringify(scope), expiresAt)
		.run();
}

export async function deleteInvitation(directory: D1Database, id: string): Promise<void> {
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
