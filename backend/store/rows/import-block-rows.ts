import type { Span } from "../../base/reading-store";
import { dayOf } from "../utc-days";
import type { CountTotals } from "./device-total-rows";
import { type DayRange, type Direction, sqlOrder } from "./reading-tables";

export type ImportBlock = {
	device: number;
	day: number;
	importId: string;
	part: number;
	readings: number;
	firstAt: number;
	lastAt: number;
	block: Uint8Array;
};

type Stored = Omit<ImportBlock, "block"> & { block: ArrayBuffer };

const columns = "device, day, import_id AS importId, part, readings, first_at AS firstAt, last_at AS lastAt, block";

function parseRow({ block, ...row }: Stored): ImportBlock {
	return { ...row, block: new Uint8Array(block) };
}

export type ImportBlockRows = ReturnType<typeof importBlockRows>;

/** Ranges of days include both ends. Each write updates the device's totals. */
export function importBlockRows(sql: SqlStorage, count: CountTotals) {
	function totalsWhere(condition: string, ...values: (number | string)[]): { readings: number; bytes: number } {
		const query = `SELECT coalesce(sum(readings), 0) AS readings, coalesce(sum(length(block)), 0) AS bytes
			FROM import_block WHERE ${condition}`;
		return sql.exec<{ readings: number; bytes: number }>(query, ...values).one();
	}

	function deleteWhere(condition: string, device: number, ...values: (number | string)[]): void {
		if (hasNone()) return;
		const { readings, bytes } = totalsWhere(condition, device, ...values);
		if (bytes === 0) return;
		count(device, { readings: -readings, bytes: -bytes });
		sql.exec(`DELETE FROM import_block WHERE ${condition}`, device, ...values);
	}

	let mayHaveRows: boolean | null = null;

	function hasNone(): boolean {
		mayHaveRows ??= sql.exec("SELECT 1 FROM import_block LIMIT 1").toArray().length > 0;
		return !mayHaveRows;
	}

	return {
		find(device: number, day: number): ImportBlock[] {
			const query = `SELECT ${columns} FROM import_block WHERE device = ? AND day = ? ORDER BY import_id, part`;
			return sql.exec<Stored>(query, device, day).toArray().map(parseRow);
		},

		between(device: number, { from, to }: Span): ImportBlock[] {
			const query = `SELECT ${columns} FROM import_block
				WHERE device = ? AND day BETWEEN ? AND ? AND first_at < ? AND last_at >= ?`;
			return sql
				.exec<Stored>(query, device, dayOf(from), dayOf(to - 1), to, from)
				.toArray()
				.map(parseRow);
		},

		daysBetween(device: number, fromDay: number, toDay: number): number[] {
			const query = "SELECT DISTINCT day FROM import_block WHERE device = ? AND day BETWEEN ? AND ? ORDER BY day";
			return Array.from(sql.exec<{ day: number }>(query, device, fromDay, toDay), ({ day }) => day);
		},

		nextDays(ranges: DayRange[], direction: Direction): Map<number, number> {
			if (hasNone()) return new Map();
			const query = `SELECT requested.value ->> 0 AS device, (
					SELECT day FROM import_block
					WHERE device = requested.value ->> 0 AND day BETWEEN requested.value ->> 1 AND requested.value ->> 2
					ORDER BY day ${sqlOrder(direction)} LIMIT 1
				) AS found FROM json_each(?) AS requested WHERE found IS NOT NULL`;
			const rows = sql.exec<{ device: number; found: number }>(query, JSON.stringify(ranges));
			return new Map(Array.from(rows, ({ device, found }) => [device, found]));
		},

		firstDay(device: number, fromDay: number, toDay: number): number | null {
			const query = "SELECT day FROM import_block WHERE device = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT 1";
			return sql.exec<{ day: number }>(query, device, fromDay, toDay).toArray()[0]?.day ?? null;
		},

		/** The first days of one import. Scans the keys of all imports: few are unmerged at any time. */
		daysOf(importId: string, limit = 1_000_000): { device: number; day: number; readings: number }[] {
			const query = `SELECT device, day, sum(readings) AS readings FROM import_block WHERE import_id = ?
				GROUP BY device, day ORDER BY device, day LIMIT ?`;
			return sql.exec<{ device: number; day: number; readings: number }>(query, importId, limit).toArray();
		},

		keysBetween(device: number, fromDay: number, toDay: number): Pick<ImportBlock, "day" | "importId" | "part">[] {
			if (hasNone()) return [];
			const query = `SELECT day, import_id AS importId, part FROM import_block
				WHERE device = ? AND day BETWEEN ? AND ? ORDER BY day, import_id, part`;
			return sql.exec<Pick<ImportBlock, "day" | "importId" | "part">>(query, device, fromDay, toDay).toArray();
		},

		/** Requires a file without stored rows. */
		addFile(device: number, rows: Omit<ImportBlock, "device">[]): void {
			mayHaveRows = true;
			const sum = (subject: (row: Omit<ImportBlock, "device">) => number) =>
				rows.reduce((all, row) => all + subject(row), 0);
			count(device, { readings: sum(({ readings }) => readings), bytes: sum(({ block }) => block.length) });
			for (const { day, importId, part, readings, firstAt, lastAt, block } of rows) {
				const values = [device, day, importId, part, readings, firstAt, lastAt, block];
				sql.exec("INSERT INTO import_block VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ...values);
			}
		},

		delete({ device, day, importId }: Pick<ImportBlock, "device" | "day" | "importId">): void {
			deleteWhere("device = ? AND day = ? AND import_id = ?", device, day, importId);
		},

		deleteFile(device: number, importId: string): void {
			deleteWhere("device = ? AND import_id = ?", device, importId);
		},

		deleteBefore(device: number, day: number): void {
			deleteWhere("device = ? AND day < ?", device, day);
		},

		deleteDevice(device: number): void {
			deleteWhere("device = ?", device);
		},

		totalsBetween(device: number, fromDay: number, toDay: number): { readings: number; bytes: number } {
			return totalsWhere("device = ? AND day BETWEEN ? AND ?", device, fromDay, toDay);
		},

		countsBetween(devices: readonly number[], fromDay: number, toDay: number): Map<number, number> {
			if (hasNone()) return new Map();
			const query = `SELECT device, sum(readings) AS readings FROM json_each(?) AS requested
				CROSS JOIN import_block ON device = requested.value AND day BETWEEN ? AND ? GROUP BY device`;
			const rows = sql.exec<{ device: number; readings: number }>(query, JSON.stringify(devices), fromDay, toDay);
			return new Map(Array.from(rows, (row) => [row.device, row.readings]));
		},

		blocksBetween(device: number, fromDay: number, toDay: number): Uint8Array[] {
			const query = "SELECT block FROM import_block WHERE device = ? AND day BETWEEN ? AND ?";
			const rows = sql.exec<{ block: ArrayBuffer }>(query, device, fromDay, toDay);
			return Array.from(rows, ({ block }) => new Uint8Array(block));
		},
	};
}
