type LatestColumn = { id: string; at: number | null; value: number };

export type StoredDeviceRow = {
	deviceId: string;
	/** The device's number in every reading's row: an integer takes a twentieth of an id. */
	number: number;
	lastSeq: number;
	lastReceivedAt: number;
	oldestReadingAt: number | null;
	readings: number;
	latest: LatestColumn[];
	received: Record<string, number>;
};

type Stored = Omit<StoredDeviceRow, "latest" | "received"> & { latest: string; received: string };

const columns =
	"device_id AS deviceId, number, last_seq AS lastSeq, last_received_at AS lastReceivedAt, " +
	"oldest_reading_at AS oldestReadingAt, readings, latest, received";

function parseRow({ latest, received, ...row }: Stored): StoredDeviceRow {
	return { ...row, latest: JSON.parse(latest), received: JSON.parse(received) };
}

export function storedDeviceRows(sql: SqlStorage) {
	sql.exec(`CREATE TABLE IF NOT EXISTS device_logs (
		device_id TEXT PRIMARY KEY, number INTEGER NOT NULL, last_seq INTEGER NOT NULL,
		last_received_at INTEGER NOT NULL, oldest_reading_at INTEGER, readings INTEGER NOT NULL,
		latest TEXT NOT NULL, received TEXT NOT NULL
	) WITHOUT ROWID`);

	return {
		lastSeq(): number {
			return sql.exec<{ seq: number | null }>("SELECT max(last_seq) AS seq FROM device_logs").one().seq ?? 0;
		},

		find(deviceId: string): StoredDeviceRow | null {
			const [row] = sql.exec<Stored>(`SELECT ${columns} FROM device_logs WHERE device_id = ?`, deviceId);
			return row ? parseRow(row) : null;
		},

		findMany(deviceIds: string[]): Map<string, StoredDeviceRow> {
			const query = `SELECT ${columns} FROM device_logs WHERE device_id IN (SELECT value FROM json_each(?))`;
			const rows = sql.exec<Stored>(query, JSON.stringify(deviceIds)).toArray();
			return new Map(rows.map((row) => [row.deviceId, parseRow(row)]));
		},

		all(): StoredDeviceRow[] {
			return sql.exec<Stored>(`SELECT ${columns} FROM device_logs`).toArray().map(parseRow);
		},

		create(deviceId: string): StoredDeviceRow {
			const query = "SELECT coalesce(max(number), 0) + 1 AS number FROM device_logs";
			const { number } = sql.exec<{ number: number }>(query).one();
			return {
				deviceId,
				number,
				lastSeq: 0,
				lastReceivedAt: 0,
				oldestReadingAt: null,
				readings: 0,
				latest: [],
				received: {},
			};
		},

		save(row: StoredDeviceRow): void {
			sql.exec(
				"INSERT OR REPLACE INTO device_logs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
				row.deviceId,
				row.number,
				row.lastSeq,
				row.lastReceivedAt,
				row.oldestReadingAt,
				row.readings,
				JSON.stringify(row.latest),
				JSON.stringify(row.received),
			);
		},

		delete(deviceId: string): void {
			sql.exec("DELETE FROM device_logs WHERE device_id = ?", deviceId);
		},
	};
}
