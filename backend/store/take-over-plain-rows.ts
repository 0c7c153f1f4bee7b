import type { Readings } from "./block/readings";
import { sortUpload } from "./block/sort-upload";
import { mergeIntoDay } from "./seal-tail";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

type OldDevice = {
	deviceId: string;
	number: number;
	lastSeq: number;
	lastReceivedAt: number;
	latest: string;
	received: string;
};
type OldReading = { at: number; channel: number; value: number; receivedAt: number; seq: number };
type OldLatest = { id: string; at: number | null; value: number };

/**
 * Takes over a log of one row per reading, as the first version kept it, and drops its tables. Once, a day in memory
 * at a time, all of it or nothing: such logs are of weeks.
 */
export function takeOverPlainRows(parts: StoreParts): void {
	const { sql } = parts.storage;
	const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('readings', 'device_logs')";
	if (sql.exec(tables).toArray().length < 2) return;
	parts.transaction(() => {
		const devices = `SELECT device_id AS deviceId, number, last_seq AS lastSeq, last_received_at AS lastReceivedAt,
			latest, received FROM device_logs`;
		for (const device of sql.exec<OldDevice>(devices).toArray()) takeOverDevice(parts, device);
		sql.exec("DROP TABLE readings");
		sql.exec("DROP TABLE device_logs");
	});
}

function takeOverDevice(parts: StoreParts, { latest, received, ...device }: OldDevice): void {
	const channels: OldLatest[] = JSON.parse(latest);
	parts.tails.put({
		...parts.tails.create(device.deviceId),
		...device,
		latest: channels.map((channel) => ({ ...channel, seq: 0 })),
		received: JSON.parse(received),
	});
	for (let day = firstDay(parts, device.number, null); day !== null; day = firstDay(parts, device.number, day)) {
		mergeIntoDay(parts, { device: device.number, day }, readingsOf(parts, device.number, day));
	}
}

/** The first day after another that has readings. */
function firstDay({ storage }: StoreParts, device: number, after: number | null): number | null {
	const from = after === null ? Number.MIN_SAFE_INTEGER : (after + 1) * dayMs;
	const query = "SELECT at FROM readings WHERE device = ? AND at >= ? ORDER BY at LIMIT 1";
	const [row] = storage.sql.exec<{ at: number }>(query, device, from);
	return row ? Math.floor(row.at / dayMs) : null;
}

/** A day's readings, each upload's by itself. */
function readingsOf({ storage }: StoreParts, device: number, day: number): Readings[] {
	const query = `SELECT at, channel, value, received_at AS receivedAt, seq FROM readings
		WHERE device = ? AND at >= ? AND at < ?`;
	const uploads = new Map<number, OldReading[]>();
	for (const row of storage.sql.exec<OldReading>(query, device, day * dayMs, (day + 1) * dayMs)) {
		const known = uploads.get(row.seq);
		if (known) known.push(row);
		else uploads.set(row.seq, [row]);
	}
	return [...uploads].map(([seq, rows]) =>
		sortUpload({
			seq,
			receivedAt: rows[0]?.receivedAt ?? 0,
			channel: rows.map(({ channel }) => channel),
			at: rows.map(({ at }) => at),
			value: rows.map(({ value }) => value),
		}),
	);
}
