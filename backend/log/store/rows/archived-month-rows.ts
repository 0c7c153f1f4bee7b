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

const dayMs = 24 * 60 * 60 * 1000;

/** The month a UTC day is in, as the table counts them. */
export function monthOfDay(day: number): number {
	const date = new Date(day * dayMs);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first UTC day of a month; of the month after it, the day the month ended before. */
export function firstDayOfMonth(month: number): number {
	return Date.UTC(Math.floor(month / 12), month % 12) / dayMs;
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
