/** When this state was first seeded, epoch ms: what befalls the fleet counts from there. */
export function ensureStoryStart(sql: SqlStorage, now: number): number {
	sql.exec("INSERT INTO story SELECT ? WHERE NOT EXISTS (SELECT 1 FROM story)", now);
	return findStoryStart(sql) ?? now;
}

/** Null before the first seed. */
export function findStoryStart(sql: SqlStorage): number | null {
	const [row] = sql.exec<{ started_at: number }>("SELECT started_at FROM story").toArray();
	return row?.started_at ?? null;
}
