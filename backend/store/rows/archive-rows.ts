import { dayMs } from "../../../shared/base/durations";
import type { CountTotals } from "./device-total-rows";

export type ArchivedDay = [day: number, offset: number, length: number, readings: number];

export type ArchivedMonth = {
	device: number;
	/** Year * 12 + month, counted from 0, in UTC. */
	month: number;
	generation: number;
	objectKey: string;
	bytes: number;
	/** SHA-256 of the object, as hex. */
	checksum: string;
	readings: number;
	firstAt: number;
	lastAt: number;
	days: ArchivedDay[];
};

type Stored = Omit<ArchivedMonth, "days"> & { days: string };

const columns =
	"device, month, generation, object_key AS objectKey, bytes, checksum, readings, " +
	"first_at AS firstAt, last_at AS lastAt, days";

function parseRow({ days, ...row }: Stored): ArchivedMonth {
	return { ...row, days: JSON.parse(days) };
}

export type ArchivedMonthRows = ReturnType<typeof archivedMonthRows>;

export function archivedMonthRows(sql: SqlStorage, count: CountTotals) {
	function bytesOf(device: number, month: number): number {
		const query = "SELECT bytes FROM archived_month WHERE device = ? AND month = ?";
		return sql.exec<{ bytes: number }>(query, device, month).toArray()[0]?.bytes ?? 0;
	}

	return {
		find(device: number, month: number): ArchivedMonth | null {
			const [row] = sql.exec<Stored>(
				`SELECT ${columns} FROM archived_month WHERE device = ? AND month = ?`,
				device,
				month,
			);
			return row ? parseRow(row) : null;
		},

		list(device: number): ArchivedMonth[] {
			const query = `SELECT ${columns} FROM archived_month WHERE device = ? ORDER BY month`;
			return sql.exec<Stored>(query, device).toArray().map(parseRow);
		},

		put(row: ArchivedMonth): void {
			count(row.device, { archivedBytes: row.bytes - bytesOf(row.device, row.month) });
			sql.exec(
				"INSERT OR REPLACE INTO archived_month VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
				row.device,
				row.month,
				row.generation,
				row.objectKey,
				row.bytes,
				row.checksum,
				row.readings,
				row.firstAt,
				row.lastAt,
				JSON.stringify(row.days),
			);
		},

		delete(device: number, month: number): void {
			count(device, { archivedBytes: -bytesOf(device, month) });
			sql.exec("DELETE FROM archived_month WHERE device = ? AND month = ?", device, month);
		},

		deleteDevice(device: number): void {
			sql.exec("DELETE FROM archived_month WHERE device = ?", device);
		},

		bytes(device: number): number {
			const query = "SELECT coalesce(sum(bytes), 0) AS bytes FROM archived_month WHERE device = ?";
			return sql.exec<{ bytes: number }>(query, device).one().bytes;
		},
	};
}

type QueuedMonth = { device: number; month: number; dueAt: number };

/** A month is due at midnight; a late change is due at another time. */
const isOnTime = `due_at % ${dayMs} = 0`;

export type ArchiveQueueRows = ReturnType<typeof archiveQueueRows>;

/** A row per device and month with unarchived readings, so that due months are known without a scan. */
export function archiveQueueRows(sql: SqlStorage) {
	let first: number | null | undefined;

	return {
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

		/** Moves months forward by `earlierMs`, but not late changes, which are gathered for an hour. */
		nextDueAtEarly(earlierMs: number): number | null {
			const query = `SELECT min(due_at - CASE WHEN ${isOnTime} THEN ? ELSE 0 END) AS dueAt FROM archive_queue`;
			return sql.exec<{ dueAt: number | null }>(query, earlierMs).one().dueAt;
		},

		due(now: number, limit: number, earlierMs = 0): QueuedMonth[] {
			const query = `SELECT device, month, due_at AS dueAt FROM archive_queue
				WHERE due_at <= ? + CASE WHEN ${isOnTime} THEN ? ELSE 0 END ORDER BY due_at, device, month LIMIT ?`;
			return sql.exec<QueuedMonth>(query, now, earlierMs, limit).toArray();
		},

		postpone(device: number, month: number, dueAt: number): void {
			sql.exec("UPDATE archive_queue SET due_at = ? WHERE device = ? AND month = ?", dueAt, device, month);
			first = undefined;
		},

		delete(device: number, month: number): void {
			sql.exec("DELETE FROM archive_queue WHERE device = ? AND month = ?", device, month);
			first = undefined;
		},

		deleteBefore(device: number, month: number): void {
			sql.exec("DELETE FROM archive_queue WHERE device = ? AND month < ?", device, month);
			first = undefined;
		},

		deleteDevice(device: number): void {
			sql.exec("DELETE FROM archive_queue WHERE device = ?", device);
			first = undefined;
		},

		forget(): void {
			first = undefined;
		},
	};
}

export type ArchiveGarbageRows = ReturnType<typeof archiveGarbageRows>;

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

export type UpkeepRows = ReturnType<typeof upkeepRows>;

export function upkeepRows(sql: SqlStorage) {
	let doneOn: number | null | undefined;

	return {
		retentionDoneOn(): number | null {
			if (doneOn === undefined) {
				const query = "SELECT done_on AS doneOn FROM log_upkeep WHERE work = 'retention'";
				doneOn = sql.exec<{ doneOn: number }>(query).toArray()[0]?.doneOn ?? null;
			}
			return doneOn;
		},

		setRetentionDoneOn(day: number): void {
			sql.exec("INSERT OR REPLACE INTO log_upkeep VALUES ('retention', ?)", day);
			doneOn = day;
		},
	};
}
