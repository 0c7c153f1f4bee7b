/** Moves of less than this are not written: the cron that reads the row comes no more often. */
const writtenEveryMs = 15 * 60 * 1000;

/** Keeps when an account next has something to do, epoch ms; null: nothing. Written only where it moved by much. */
export async function noteAccountDue(directory: D1Database, accountId: string, dueAt: number | null): Promise<void> {
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

/** Accounts that were due before an instant, epoch ms; the longest due first. */
export async function listAccountsDueBefore(
	directory: D1Database,
	{ before, limit }: { before: number; limit: number },
): Promise<string[]> {
	const query = "SELECT account_id AS accountId FROM account_due WHERE due_at < ? ORDER BY due_at LIMIT ?";
	const { results } = await directory.prepare(query).bind(before, limit).all<{ accountId: string }>();
	return results.map(({ accountId }) => accountId);
}
