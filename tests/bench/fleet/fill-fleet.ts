import type { AccountDb } from "../../../backend/base/context";
import type { ReadingStore } from "../../../backend/base/reading-store";
import * as schema from "../../../backend/db/schema";
import { digestSecret } from "../../../backend/keys/ingest-keys";
import { positionSql } from "../../../backend/store/rows/reading-tables";
import { idPrefixes } from "../../../shared/base/ids";

const dayMs = 24 * 60 * 60 * 1000;

export const readingsEach = 15;
export const uploadIntervalSeconds = 900;
export const deviceSecret = "bench";

const channels = [
	{ name: "Air", nameKey: "air", quantity: "temperature", unit: "°C", decimals: 1 },
	{ name: "Humidity", nameKey: "humidity", quantity: "humidity", unit: "%", decimals: 0 },
] as const;

export const channelNames = channels.map(({ name }) => name);

export function fleetDeviceId(position: number): string {
	return `${idPrefixes.device}_${String(position).padStart(26, "0")}`;
}

function channelId(index: number, position: number): string {
	return `${idPrefixes.channel}_${String(index * channels.length + position).padStart(26, "0")}`;
}

export function fleetReadings(place: number, { until, everyMs }: { until: number; everyMs: number }) {
	const times = Array.from({ length: readingsEach }, (_, index) => until - (readingsEach - 1 - index) * everyMs);
	return {
		channelIds: channels.map((_, position) => channelId(place, position)),
		channel: times.flatMap(() => channels.map((_, position) => position)),
		at: times.flatMap((at) => channels.map(() => at)),
		value: times.flatMap((at) => channels.map((_, position) => valueAt(place + position, at))),
	};
}

function valueAt(position: number, at: number): number {
	return Math.round(500 + 400 * Math.sin(at / 4_000_000 + position)) / 100;
}

type Filled = { db: AccountDb; sql: SqlStorage; readingStore: ReadingStore; now: number };

/** Places from `from` to `to`, without `to`. Fill the first place first: the others copy its days. */
export type FleetPart = { from: number; to: number; days: number };

/** Adds devices with two channels, an upload of 15 readings each up to `now`, and a row for each earlier day. */
export async function fillFleet({ db, sql, readingStore, now }: Filled, { from, to, days }: FleetPart): Promise<void> {
	const keyDigest = await digestSecret(deviceSecret);
	db.transaction(() => {
		for (let position = from; position < to; position += 1)
			insertDevice(db, position, { keyDigest, createdAt: now - days * dayMs });
	});
	if (from === 0) await fillDays(readingStore, { days, now });
	// Ends before the uploads of `openFleet`, so that none of them arrives late.
	const until = now - 2_000 * uploadIntervalSeconds;
	for (let position = from; position < to; position += 1) {
		const columns = fleetReadings(position, { until, everyMs: 60_000 });
		const receivedAt = until + (position % 600) * 1_000;
		await readingStore.append({
			deviceId: fleetDeviceId(position),
			seq: readingStore.nextSeq(),
			receivedAt,
			...columns,
		});
	}
	const [first, last] = [fleetDeviceId(Math.max(from, 1)), fleetDeviceId(to - 1)];
	const copied = "day, part, version, archived, readings, late, first_at, last_at, quarters, block";
	const others = "device_log AS other ON other.device_id BETWEEN ? AND ?";
	const source = `day_block AS own JOIN device_log AS source ON source.device_id = ? AND own.device = source.number`;
	sql.exec(
		`INSERT OR IGNORE INTO day_block SELECT ${positionSql("other.number", "day", "part")}, other.number, ${copied}
			FROM ${source} CROSS JOIN ${others}`,
		...[fleetDeviceId(0), first, last],
	);
	sql.exec(
		`INSERT OR REPLACE INTO device_total SELECT other.number, readings, bytes, archived_bytes, NULL FROM device_total
			AS own JOIN device_log AS source ON source.device_id = ? AND own.device = source.number CROSS JOIN ${others}`,
		...[fleetDeviceId(0), first, last],
	);
}

async function fillDays(readingStore: ReadingStore, { days, now }: { days: number; now: number }): Promise<void> {
	const today = Math.floor(now / dayMs) * dayMs;
	for (let day = days; day > 0; day -= 1) {
		const until = today - (day - 1) * dayMs - 60_000;
		const columns = fleetReadings(0, { until, everyMs: 90 * 60_000 });
		await readingStore.append({
			deviceId: fleetDeviceId(0),
			seq: readingStore.nextSeq(),
			receivedAt: until,
			...columns,
		});
		for (const work of readingStore.work.filter(({ name }) => name === "seal")) {
			for (const subject of work.due(now, 20)) await work.run(subject, now);
		}
	}
}

function insertDevice(db: AccountDb, index: number, made: { keyDigest: string; createdAt: number }): void {
	const id = fleetDeviceId(index);
	db.insert(schema.devices)
		.values({
			id,
			name: `Store ${index + 1}`,
			serialNumber: `AQL-${index}`,
			serialKey: `aql${index}`,
			timezoneOffset: -420,
			timeZoneRule: 0,
			loggingIntervalSeconds: 60,
			uploadIntervalSeconds,
			keyDigest: made.keyDigest,
			createdAt: new Date(made.createdAt),
			createdBy: "bench",
		})
		.run();
	const rows = channels.map((channel, position) => {
		return { id: channelId(index, position), deviceId: id, position, ...channel };
	});
	db.insert(schema.channels).values(rows).run();
}
