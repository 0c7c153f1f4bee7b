import * as z from "zod/mini";
import { Role } from "../../shared/account/permissions";
import { minuteMs } from "../../shared/base/durations";

const invitationColumns =
	"id, email, account_id AS accountId, company_name AS companyName, inviter_name AS inviterName, " +
	"role, expires_at AS expiresAt, ended_at AS endedAt";
/** Smaller changes are not written: the cron that reads the row runs no more often. */
const writtenEveryMs = 15 * minuteMs;

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

/** Next due time, epoch ms; null: never. Skips small changes. */
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
