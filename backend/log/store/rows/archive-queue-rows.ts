/** A device's month that waits for the archive. `month` is year * 12 + month, counted from 0, in UTC. */
export type QueuedMonth = { device: number; month: number; dueAt: number };

export type ArchiveQueueRows = ReturnType<typeof archiveQueueRows>;

/**
 * SQL of the table `archive_queue`: one row for each device's month with readings that are not in the archive. So
 * what is due is known without looking through every day.
 */
export function archiveQueueRows(sql: SqlStorage) {
	/** Of all rows; undefined: not asked yet. */
	let first: number | null | undefined;

	return {
		/** Queues a month, or leaves it where it is due earlier already. */
		put({ device, month, dueAt }: QueuedMonth): void {
			const query = "SELECT due_at AS dueAt FROM archive_queue WHERE device = ? AND month = ?";
			const [known] = sql.exec<{ dueAt: number }>(query, device, month);
			if (known && known.dueAt <= dueAt) return;
			sql.exec("INSERT OR REPLACE INTO archive_queue VALUES (?, ?, ?)", device, month, dueAt);
			if (first !== undefined) first = Math.min(first ?? dueAt, dueAt);
		},

		nextDueAt(): number | null {
			first ??= sql.exec<{ dueAt: number | null }>("SELECT min(due_at) AS dueAt FROM archive_queue").one().dueAt;
			return first;
		},

		due(now: number, limit: number): QueuedMonth[] {
			const query = `SELECT device, month, due_at AS dueAt FROM archive_queue
				WHERE due_at <= ? ORDER BY due_at, device, month LIMIT ?`;
			return sql.exec<QueuedMonth>(query, now, limit).toArray();
		},

		/** Moves a month that is queued to a later time. */
		postpone(device: number, month: number, dueAt: number): void {
			sql.exec("UPDATE archive_queue SET due_at = ? WHERE device = ? AND month = ?", dueAt, device, month);
			first = undefined;
		},

		delete(device: number, month: number): void {
			sql.exec("DELETE FROM archive_queue WHERE device = ? AND month = ?", device, month);
			first = undefined;
		},

		/** Months before one. */
		deleteBefore(device: number, month: number): void {
			sql.exec("DELETE FROM archive_queue WHERE device = ? AND month < ?", device, month);
			first = undefined;
		},

		deleteDevice(device: number): void {
			sql.exec("DELETE FROM archive_queue WHERE device = ?", device);
			first = undefined;
		},

		/** What is known of the earliest is believed no more: a transaction was rolled back. */
		forget(): void {
			first = undefined;
		},
	};
}
