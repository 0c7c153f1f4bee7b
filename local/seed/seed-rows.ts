/** Stored, because the backend shows a key only once. */
type DeviceKey = { key: string; postedUntil: number | null };

type DeviceKeyRow = { device_key: string; posted_until: number | null };

export function createSeedTables(sql: SqlStorage): void {
	sql.exec(`
		CREATE TABLE IF NOT EXISTS device_keys (
			serial_number TEXT PRIMARY KEY, device_key TEXT NOT NULL, posted_until INTEGER
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS story (started_at INTEGER NOT NULL);
	`);
}

export function findDeviceKey(sql: SqlStorage, serialNumber: string): DeviceKey | null {
	const [row] = sql
		.exec<DeviceKeyRow>("SELECT device_key, posted_until FROM device_keys WHERE serial_number = ?", serialNumber)
		.toArray();
	return row ? { key: row.device_key, postedUntil: row.posted_until } : null;
}

export function setDeviceKey(sql: SqlStorage, serialNumber: string, key: string): void {
	sql.exec("INSERT OR REPLACE INTO device_keys VALUES (?, ?, NULL)", serialNumber, key);
}

export function setPostedUntil(sql: SqlStorage, serialNumber: string, at: number): void {
	sql.exec(
		"UPDATE device_keys SET posted_until = max(coalesce(posted_until, 0), ?) WHERE serial_number = ?",
		at,
		serialNumber,
	);
}

export function ensureStoryStart(sql: SqlStorage, now: number): number {
	sql.exec("INSERT INTO story SELECT ? WHERE NOT EXISTS (SELECT 1 FROM story)", now);
	return findStoryStart(sql) ?? now;
}

export function findStoryStart(sql: SqlStorage): number | null {
	const [row] = sql.exec<{ started_at: number }>("SELECT started_at FROM story").toArray();
	return row?.started_at ?? null;
}
