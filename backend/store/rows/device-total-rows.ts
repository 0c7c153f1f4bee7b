import { dayMs } from "../../../shared/base/durations";
import { isPositionBetween, placeableDay } from "./reading-tables";

/** Totals of rows and archive, without the tail. */
export type StoredTotals = { readings: number; bytes: number; archivedBytes: number };

export type DeviceTotals = StoredTotals & { device: number; firstAt: number | null };

export type CountTotals = (device: number, change: Partial<StoredTotals>) => void;

const firstDay = String(placeableDay(Number.NEGATIVE_INFINITY));
const lastDay = String(placeableDay(Number.POSITIVE_INFINITY));

const firstAtSql = `(SELECT min(at) FROM (
	SELECT (SELECT first_at FROM day_block WHERE ${isPositionBetween("place", ["total.device", firstDay, lastDay])}
		ORDER BY place LIMIT 1) AS at
	UNION ALL SELECT min(first_at) FROM import_block WHERE device = total.device
		AND day = (SELECT min(day) FROM import_block WHERE device = total.device)))`;

const columns = "device, readings, bytes, archived_bytes AS archivedBytes";

export type DeviceTotalRows = ReturnType<typeof deviceTotalRows>;

/** Running totals in `device_total`. `changed_on` is the UTC day of the first change that was not yet compared. */
export function deviceTotalRows(sql: SqlStorage, now: () => number) {
	return {
		count(device: number, { readings = 0, bytes = 0, archivedBytes = 0 }: Partial<StoredTotals>): void {
			sql.exec(
				`INSERT INTO device_total VALUES (?, ?, ?, ?, ?) ON CONFLICT (device) DO UPDATE SET
				readings = readings + excluded.readings, bytes = bytes + excluded.bytes,
				archived_bytes = archived_bytes + excluded.archived_bytes,
				changed_on = coalesce(changed_on, excluded.changed_on)`,
				...[device, readings, bytes, archivedBytes, Math.floor(now() / dayMs)],
			);
		},

		find(device: number): DeviceTotals | null {
			const query = `SELECT ${columns}, ${firstAtSql} AS firstAt FROM device_total AS total WHERE device = ?`;
			return sql.exec<DeviceTotals>(query, device).toArray()[0] ?? null;
		},

		of(devices: number[]): DeviceTotals[] {
			const query = `SELECT ${columns}, ${firstAtSql} AS firstAt FROM device_total AS total
				WHERE device IN (SELECT value FROM json_each(?))`;
			return sql.exec<DeviceTotals>(query, JSON.stringify(devices)).toArray();
		},

		delete(device: number): void {
			sql.exec("DELETE FROM device_total WHERE device = ?", device);
		},

		firstChangedOn(): number | null {
			const query = "SELECT min(changed_on) AS day FROM device_total WHERE changed_on IS NOT NULL";
			return sql.exec<{ day: number | null }>(query).one().day;
		},

		changedBefore(day: number, limit: number): number[] {
			const query = "SELECT device FROM device_total WHERE changed_on < ? ORDER BY changed_on, device LIMIT ?";
			return Array.from(sql.exec<{ device: number }>(query, day, limit), ({ device }) => device);
		},

		/** Sets compared totals and clears `changed_on`. */
		put(device: number, { readings, bytes, archivedBytes }: StoredTotals): void {
			const query = "INSERT OR REPLACE INTO device_total VALUES (?, ?, ?, ?, NULL)";
			sql.exec(query, device, readings, bytes, archivedBytes);
		},
	};
}
