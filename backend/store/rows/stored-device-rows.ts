import type { WatchedDevice } from "../../base/reading-store";

/** The newest reading of a channel and its upload; `at` is null without a reading. */
export type LatestReading = { id: string; at: number | null; value: number; seq: number };

export type StoredDeviceFacts = {
	deviceId: string;
	number: number;
	lastSeq: number;
	/** 0 if it has never uploaded. */
	lastReceivedAt: number;
	/** A channel's index here is its number in every block, and never another channel's. */
	latest: LatestReading[];
	/** Receipt of the tail's first upload, epoch ms; null if the tail is empty. */
	tailSince: number | null;
	tailFrom: number | null;
	tailTo: number | null;
	tailReadings: number;
};

/** Readings by UTC day of receipt, counted from the epoch. */
type Received = { received: Record<string, number> };

/** Immutable. `tail` holds uploads that are in no day yet; `watch` holds state of the alert engine. */
export type StoredDeviceRow = StoredDeviceFacts & Received & { watch: string | null; tail: Uint8Array };

export type StoredDeviceSize = StoredDeviceFacts & Received & { tailBytes: number };

type StoredFacts = Omit<StoredDeviceFacts, "latest"> & { latest: string };

type StoredWatch = Pick<StoredDeviceRow, "deviceId" | "lastReceivedAt" | "watch"> & { latest: string };

function idsOf(latest: string): string[] {
	const stored: StoredLatest[] = JSON.parse(latest);
	return stored.map(([id]) => id);
}

type StoredLatest = [id: string, at: number | null, value: number, seq: number];

const facts =
	"device_id AS deviceId, number, last_seq AS lastSeq, last_received_at AS lastReceivedAt, latest, " +
	"tail_since AS tailSince, tail_from AS tailFrom, tail_to AS tailTo, tail_readings AS tailReadings";

function parseFacts(row: StoredFacts, held: readonly string[] = []): StoredDeviceFacts {
	const { deviceId, number, lastSeq, lastReceivedAt, tailSince, tailFrom, tailTo, tailReadings } = row;
	const stored: StoredLatest[] = JSON.parse(row.latest);
	const latest = stored.map(([id, at, value, seq]) => {
		return { id: held.find((own) => own === id) ?? id, at, value, seq };
	});
	return { deviceId, number, lastSeq, lastReceivedAt, latest, tailSince, tailFrom, tailTo, tailReadings };
}

type StoredRow = StoredFacts & { received: string; watch: string | null; tail: ArrayBuffer };

function parseRow({ tail, watch, received, ...stored }: StoredRow): StoredDeviceRow {
	return { ...parseFacts(stored), received: JSON.parse(received), watch, tail: new Uint8Array(tail) };
}

function latestJson(latest: LatestReading[]): string {
	return JSON.stringify(latest.map(({ id, at, value, seq }): StoredLatest => [id, at, value, seq]));
}

export type StoredDeviceRows = ReturnType<typeof storedDeviceRows>;

export function storedDeviceRows(sql: SqlStorage, heldIds: (deviceId: string) => readonly string[]) {
	return {
		lastSeq(): number {
			return sql.exec<{ seq: number | null }>("SELECT max(last_seq) AS seq FROM device_log").one().seq ?? 0;
		},

		find(deviceId: string): StoredDeviceRow | null {
			const query = `SELECT ${facts}, received, watch, tail FROM device_log WHERE device_id = ?`;
			const [row] = sql.exec<StoredRow>(query, deviceId);
			return row ? parseRow(row) : null;
		},

		findMany(deviceIds: string[]): StoredDeviceRow[] {
			const query = `SELECT ${facts}, received, watch, tail FROM device_log WHERE device_id IN (SELECT value FROM json_each(?))`;
			return Array.from(sql.exec<StoredRow>(query, JSON.stringify(deviceIds)), parseRow);
		},

		facts(deviceIds: string[]): StoredDeviceFacts[] {
			const query = `SELECT ${facts} FROM device_log WHERE device_id IN (SELECT value FROM json_each(?))`;
			const rows = sql.exec<StoredFacts>(query, JSON.stringify(deviceIds)).toArray();
			// Not for single rows: storing many definitions reads a row after each, and they would all be read again.
			return rows.map((row) => parseFacts(row, heldIds(row.deviceId)));
		},

		watches(deviceIds: string[] | "all"): WatchedDevice[] {
			const query = "SELECT device_id AS deviceId, last_received_at AS lastReceivedAt, latest, watch FROM device_log";
			const rows =
				deviceIds === "all"
					? sql.exec<StoredWatch>(query)
					: sql.exec<StoredWatch>(
							`${query} WHERE device_id IN (SELECT value FROM json_each(?))`,
							JSON.stringify(deviceIds),
						);
			return Array.from(rows, ({ deviceId, lastReceivedAt, watch, latest }) => ({
				deviceId,
				lastReceivedAt: lastReceivedAt === 0 ? null : lastReceivedAt,
				watch,
				// Parsed lazily: a start of the object reads every device and uses few.
				get channelIds() {
					return idsOf(latest);
				},
			}));
		},

		sizesAfter(deviceId: string, limit: number): StoredDeviceSize[] {
			const query = `SELECT ${facts}, received, length(tail) AS tailBytes FROM device_log
				WHERE device_id > ? ORDER BY device_id LIMIT ?`;
			const rows = sql.exec<StoredFacts & { received: string; tailBytes: number }>(query, deviceId, limit);
			return Array.from(rows, ({ tailBytes, received, ...stored }) => {
				return { ...parseFacts(stored), received: JSON.parse(received), tailBytes };
			});
		},

		/** Scans every device, because an index would be written at each upload. Use seldom. */
		idsByNumber(numbers: number[]): Map<number, string> {
			const query = `SELECT number, device_id AS deviceId FROM device_log
				WHERE number IN (SELECT value FROM json_each(?))`;
			const rows = sql.exec<{ number: number; deviceId: string }>(query, JSON.stringify(numbers));
			return new Map(Array.from(rows, ({ number, deviceId }) => [number, deviceId]));
		},

		deviceIds(): string[] {
			const query = "SELECT device_id AS deviceId FROM device_log ORDER BY device_id";
			return Array.from(sql.exec<{ deviceId: string }>(query), ({ deviceId }) => deviceId);
		},

		/** Never reuses the number of a deleted device, which a running read or archiving may still use. */
		nextNumber(): number {
			const query = `SELECT max(coalesce((SELECT max(number) FROM device_log), 0),
				coalesce((SELECT max(number) FROM deleted_number), 0)) + 1 AS number`;
			return sql.exec<{ number: number }>(query).one().number;
		},

		openTails(): { tailSince: number }[] {
			const query = "SELECT tail_since AS tailSince FROM device_log WHERE tail_since IS NOT NULL";
			return sql.exec<{ tailSince: number }>(query).toArray();
		},

		tailsBefore(before: number, limit: number): string[] {
			const query = "SELECT device_id AS deviceId FROM device_log WHERE tail_since < ? ORDER BY tail_since LIMIT ?";
			return Array.from(sql.exec<{ deviceId: string }>(query, before, limit), ({ deviceId }) => deviceId);
		},

		put(row: StoredDeviceRow): void {
			sql.exec(
				"INSERT OR REPLACE INTO device_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
				row.deviceId,
				row.number,
				row.lastSeq,
				row.lastReceivedAt,
				JSON.stringify(row.received),
				latestJson(row.latest),
				row.tailSince,
				row.tailFrom,
				row.tailTo,
				row.tailReadings,
				row.watch,
				row.tail,
			);
		},

		delete(deviceId: string): void {
			sql.exec("INSERT INTO deleted_number SELECT number FROM device_log WHERE device_id = ?", deviceId);
			sql.exec("DELETE FROM deleted_number WHERE number < (SELECT max(number) FROM deleted_number)");
			sql.exec("DELETE FROM device_log WHERE device_id = ?", deviceId);
		},
	};
}
