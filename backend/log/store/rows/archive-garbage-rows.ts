export type ArchiveGarbageRows = ReturnType<typeof archiveGarbageRows>;

/** SQL of the table `archive_garbage`: objects nothing points to any more, deleted once they are due (epoch ms). */
export function archiveGarbageRows(sql: SqlStorage) {
	return {
		put(objectKey: string, dueAt: number): void {
			sql.exec("INSERT OR REPLACE INTO archive_garbage VALUES (?, ?)", objectKey, dueAt);
		},

		nextDueAt(): number | null {
			return sql.exec<{ dueAt: number | null }>("SELECT min(due_at) AS dueAt FROM archive_garbage").one().dueAt;
		},

		due(now: number, limit: number): string[] {
			const query = "SELECT object_key AS objectKey FROM archive_garbage WHERE due_at <= ? ORDER BY due_at LIMIT ?";
			return Array.from(sql.exec<{ objectKey: string }>(query, now, limit), ({ objectKey }) => objectKey);
		},

		delete(objectKey: string): void {
			sql.exec("DELETE FROM archive_garbage WHERE object_key = ?", objectKey);
		},
	};
}
