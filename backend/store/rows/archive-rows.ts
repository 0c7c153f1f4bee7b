import { totalsOf } from "./day-block-rows";

/** Where a day's readings stand in the month's object: bytes from `offset` on. */
export type ArchivedDay = [day: number, offset: number, length: number, readings: number];

/** The manifest of one device's month in the archive. */
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

/** SQL of the table `archived_month`. */
export function archivedMonthRows(sql: SqlStorage) {
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
			sql.exec("DELETE FROM archived_month WHERE device = ? AND month = ?", device, month);
		},

		deleteDevice(device: number): void {
			sql.exec("DELETE FROM archived_month WHERE device = ?", device);
		},

		/** Bytes in the archive, of each device that has some there, or of one. */
		usage(device?: number): { device: number; bytes: number }[] {
			return totalsOf(sql, "SELECT device, sum(bytes) AS bytes FROM archived_month", device);
		},
	};
}

/** A device's month that waits for the archive. `month` is year * 12 + month, counted from 0, in UTC. */
type QueuedMonth = { device: number; month: number; dueAt: number };

export type ArchiveQueueRows = ReturnType<typeof archiveQueueRows>;

/**
 * SQL of the table `archive_queue`: one row for each device's month with readings that are not in the archive. So
 * what is due is known without looking through every day.
 */
export function archiveQueueRows(sql: SqlStorage) {
	/** Of all rows; undefined: not read yet. */
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

export type UpkeepRows = ReturnType<typeof upkeepRows>;

/** SQL of the table `log_upkeep`: the UTC day on which a daily work was last through. */
export function upkeepRows(sql: SqlStorage) {
	/** Undefined: not read yet. */
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
