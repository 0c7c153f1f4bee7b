import type { CountTotals } from "./device-total-rows";
import {
	type DayRange,
	type Direction,
	isPositionBetween,
	placeableDay,
	positionSql,
	sqlOrder,
} from "./reading-tables";

export type DayFacts = {
	device: number;
	/** UTC days since the epoch. */
	day: number;
	/** A large day has several rows, split by time. An archived day has one, unless many readings came late. */
	part: number;
	/** Rises with every change of the row; at least the highest `seq` flushed into it. */
	version: number;
	isArchived: boolean;
	/** Readings in `block`; for an archived day, in the archive (in part 0; 0 in later parts). */
	readings: number;
	/** Readings in the `block` of an archived day; some may replace archived readings. */
	late: number;
	firstAt: number;
	lastAt: number;
};

export type DayBlock = DayFacts & {
	/** Set in part 0, for the whole day; for an archived day, for the archived readings. */
	quarters: Uint8Array | null;
	block: Uint8Array | null;
};

type StoredFacts = Omit<DayFacts, "isArchived"> & { archived: number };
type Stored = StoredFacts & { quarters: ArrayBuffer | null; block: ArrayBuffer | null };

const facts = "device, day, part, version, archived, readings, late, first_at AS firstAt, last_at AS lastAt";

function parseFacts({ archived, ...row }: StoredFacts): DayFacts {
	return { ...row, isArchived: archived === 1 };
}

function parseRow({ quarters, block, ...row }: Stored): DayBlock {
	return {
		...parseFacts(row),
		quarters: quarters && new Uint8Array(quarters),
		block: block && new Uint8Array(block),
	};
}

type StoredBlock = Pick<DayFacts, "device" | "day" | "part"> & { block: ArrayBuffer | null };

type StoredRollUp = Pick<DayFacts, "day" | "part" | "late"> & { quarters: ArrayBuffer | null };

export type RollUp = Omit<StoredRollUp, "quarters"> & Pick<DayBlock, "quarters">;

export type DayBlockRows = ReturnType<typeof dayBlockRows>;

const isWithinDays = isPositionBetween("place", ["?", "?", "?"]);

function daysOf(device: number, fromDay: number, toDay: number): number[] {
	return [device, placeableDay(fromDay), device, placeableDay(toDay)];
}

function everyDayOf(device: number): number[] {
	return daysOf(device, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

const noTotals = { readings: 0, bytes: 0 };
const sizeSql = `coalesce(sum(readings + late), 0) AS readings,
	coalesce(sum(coalesce(length(quarters), 0) + coalesce(length(block), 0)), 0) AS bytes`;

type OnChange = { forget: (device: number) => void; count: CountTotals };

/** Days are UTC days since the epoch; ranges include both ends. Each write updates the device's totals. */
export function dayBlockRows(sql: SqlStorage, { forget, count }: OnChange) {
	function totalsWhere(condition: string, ...values: number[]): { readings: number; bytes: number } {
		const query = `SELECT ${sizeSql} FROM day_block WHERE ${condition}`;
		return sql.exec<{ readings: number; bytes: number }>(query, ...values).one();
	}

	let writes = 0;

	function changed(device: number, before: typeof noTotals, after: typeof noTotals): void {
		writes += 1;
		forget(device);
		const [readings, bytes] = [after.readings - before.readings, after.bytes - before.bytes];
		if (readings !== 0 || bytes !== 0) count(device, { readings, bytes });
	}

	function deleteWhere(device: number, condition: string, ...values: number[]): void {
		changed(device, totalsWhere(condition, ...values), noTotals);
		sql.exec(`DELETE FROM day_block WHERE ${condition}`, ...values);
	}

	return {
		writes: () => writes,

		find(device: number, day: number): DayBlock[] {
			const query = `SELECT ${facts}, quarters, block FROM day_block WHERE ${isWithinDays} ORDER BY place`;
			return sql
				.exec<Stored>(query, ...daysOf(device, day, day))
				.toArray()
				.map(parseRow);
		},

		facts(device: number, day: number): DayFacts[] {
			const query = `SELECT ${facts} FROM day_block WHERE ${isWithinDays} ORDER BY place`;
			return sql
				.exec<StoredFacts>(query, ...daysOf(device, day, day))
				.toArray()
				.map(parseFacts);
		},

		block(device: number, day: number, part: number): Uint8Array | null {
			const query = `SELECT block FROM day_block WHERE place = ${positionSql("?", "?", "?")}`;
			const [row] = sql.exec<{ block: ArrayBuffer | null }>(query, device, day, part);
			return row?.block ? new Uint8Array(row.block) : null;
		},

		blocks(rows: DayFacts[]): { device: number; day: number; part: number; block: Uint8Array | null }[] {
			const query = `SELECT device, day, part, block FROM json_each(?) AS requested CROSS JOIN day_block
				ON place = ${positionSql("(requested.value ->> 0)", "(requested.value ->> 1)", "(requested.value ->> 2)")}`;
			const keys = JSON.stringify(rows.map(({ device, day, part }) => [device, day, part]));
			return Array.from(sql.exec<StoredBlock>(query, keys), ({ block, ...key }) => {
				return { ...key, block: block && new Uint8Array(block) };
			});
		},

		/** Per device, the rows of its first day in a range, in one direction; by part, without blobs. */
		nextFacts(ranges: DayRange[], direction: Direction): DayFacts[] {
			const within = isPositionBetween("place", [
				"(requested.value ->> 0)",
				"(requested.value ->> 1)",
				"(requested.value ->> 2)",
			]);
			const query = `SELECT ${facts} FROM (
					SELECT requested.value ->> 0 AS requested_device, (
						SELECT day FROM day_block WHERE ${within}
						ORDER BY place ${sqlOrder(direction)} LIMIT 1
					) AS next_day FROM json_each(?) AS requested
				) CROSS JOIN day_block ON ${isPositionBetween("place", ["requested_device", "next_day", "next_day"])}`;
			const requested = ranges.map(([device, fromDay, toDay]) => [device, placeableDay(fromDay), placeableDay(toDay)]);
			const rows = sql.exec<StoredFacts>(query, JSON.stringify(requested)).toArray().map(parseFacts);
			return rows.sort((one, other) => one.part - other.part);
		},

		factsBetween(device: number, fromDay: number, toDay: number): DayFacts[] {
			const query = `SELECT ${facts} FROM day_block WHERE ${isWithinDays} ORDER BY place`;
			return sql
				.exec<StoredFacts>(query, ...daysOf(device, fromDay, toDay))
				.toArray()
				.map(parseFacts);
		},

		rollUpsBetween(device: number, fromDay: number, toDay: number): RollUp[] {
			const query = `SELECT day, part, late, quarters FROM day_block WHERE ${isWithinDays} ORDER BY place`;
			const rows = sql.exec<StoredRollUp>(query, ...daysOf(device, fromDay, toDay));
			return Array.from(rows, ({ day, part, late, quarters }) => {
				return { day, part, late, quarters: quarters && new Uint8Array(quarters) };
			});
		},

		firstDay(device: number, fromDay: number, toDay: number): number | null {
			const query = `SELECT day FROM day_block WHERE ${isWithinDays} ORDER BY place LIMIT 1`;
			return sql.exec<{ day: number }>(query, ...daysOf(device, fromDay, toDay)).toArray()[0]?.day ?? null;
		},

		put(row: DayBlock): void {
			const bytes = (row.quarters?.length ?? 0) + (row.block?.length ?? 0);
			const before = totalsWhere(`place = ${positionSql("?", "?", "?")}`, row.device, row.day, row.part);
			changed(row.device, before, { readings: row.readings + row.late, bytes });
			sql.exec(
				`INSERT OR REPLACE INTO day_block VALUES (${positionSql("?", "?", "?")}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				row.device,
				row.day,
				row.part,
				row.device,
				row.day,
				row.part,
				row.version,
				row.isArchived ? 1 : 0,
				row.readings,
				row.late,
				row.firstAt,
				row.lastAt,
				row.quarters,
				row.block,
			);
		},

		/** Deletes parts from `fromPart` on; 0 means the whole day. */
		deleteParts(device: number, day: number, fromPart: number): void {
			deleteWhere(device, `${isWithinDays} AND part >= ?`, ...daysOf(device, day, day), fromPart);
		},

		deleteBefore(device: number, day: number): void {
			deleteWhere(device, isWithinDays, ...daysOf(device, Number.NEGATIVE_INFINITY, day - 1));
		},

		deleteDevice(device: number): void {
			deleteWhere(device, isWithinDays, ...everyDayOf(device));
		},

		totalsBetween(device: number, fromDay: number, toDay: number): { readings: number; bytes: number } {
			return totalsWhere(isWithinDays, ...daysOf(device, fromDay, toDay));
		},

		/** Readings by device number; omits devices without rows. */
		countsBetween(devices: readonly number[], fromDay: number, toDay: number): Map<number, number> {
			const within = isPositionBetween("place", ["requested.value", "?", "?"]);
			const query = `SELECT requested.value AS device, sum(readings + late) AS readings FROM json_each(?) AS requested
				CROSS JOIN day_block ON ${within} GROUP BY requested.value`;
			const days = [placeableDay(fromDay), placeableDay(toDay)];
			const rows = sql.exec<{ device: number; readings: number }>(query, JSON.stringify(devices), ...days);
			return new Map(Array.from(rows, ({ device, readings }) => [device, readings]));
		},

		/** Rows that may hold readings of an upload after `seq`. */
		changedSince(device: number, [fromDay, toDay]: [number, number], seq: number): DayFacts[] {
			const query = `SELECT ${facts} FROM day_block WHERE ${isWithinDays} AND version > ? ORDER BY place`;
			return sql
				.exec<StoredFacts>(query, ...daysOf(device, fromDay, toDay), seq)
				.toArray()
				.map(parseFacts);
		},
	};
}
