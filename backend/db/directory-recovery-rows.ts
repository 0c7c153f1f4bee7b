/** A restore of an account as the directory stores it. Times are epoch ms. */
export type DirectoryRecovery = {
	id: string;
	accountId: string;
	restoreTo: number;
	bookmark: string | null;
	begunAt: number | null;
	undoBookmark: string | null;
	heldAt: number | null;
	releaseAskedAt: number | null;
};

const columns =
	"id, account_id AS accountId, restore_to AS restoreTo, bookmark, begun_at AS begunAt, undo_bookmark AS undoBookmark, " +
	"held_at AS heldAt, release_asked_at AS releaseAskedAt";

export async function listOpenRecoveries(directory: D1Database, limit: number): Promise<DirectoryRecovery[]> {
	const isOpen = "released_at IS NULL AND failure IS NULL";
	const query = `SELECT ${columns} FROM account_recoveries WHERE ${isOpen} ORDER BY asked_at LIMIT ?`;
	const { results } = await directory.prepare(query).bind(limit).all<DirectoryRecovery>();
	return results;
}

/** An object that does not know one of these was restored. */
export async function listBegunRecoveries(directory: D1Database, accountId: string): Promise<DirectoryRecovery[]> {
	const isBegun = "begun_at IS NOT NULL AND failure IS NULL";
	const query = `SELECT ${columns} FROM account_recoveries WHERE account_id = ? AND ${isBegun} ORDER BY begun_at`;
	const { results } = await directory.prepare(query).bind(accountId).all<DirectoryRecovery>();
	return results;
}

/** False: an operator cancelled it. Afterwards it cannot be cancelled. Idempotent. */
export async function beginRecovery(directory: D1Database, id: string, now: number): Promise<boolean> {
	const update = "UPDATE account_recoveries SET begun_at = ? WHERE id = ? AND failure IS NULL";
	const { meta } = await directory.prepare(update).bind(now, id).run();
	return meta.changes > 0;
}

const changeable = {
	undoBookmark: "undo_bookmark",
	heldAt: "held_at",
	releasedAt: "released_at",
	failure: "failure",
} as const;

export async function changeRecovery(
	directory: D1Database,
	id: string,
	[name, value]: [name: keyof typeof changeable, value: number | string],
): Promise<void> {
	const update = `UPDATE account_recoveries SET ${changeable[name]} = ? WHERE id = ?`;
	await directory.prepare(update).bind(value, id).run();
}
