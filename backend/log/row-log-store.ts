import { type DeviceLogRow, deviceLogRows } from "./device-log-rows";
import type { AppendResult, ChannelRef, DeviceLatest, DeviceUsage, LogStore, SpanRequest, Upload } from "./log-store";
import { readSpan } from "./read-span";
import { readingRows } from "./reading-rows";
import { readingWriter } from "./reading-writer";

const dayMs = 24 * 60 * 60 * 1000;
const growthDays = 30;

/** Measured size of a row of integers and one double, WITHOUT ROWID. */
const bytesPerReading = 32;

/** A log of plain rows: one per reading, and one per device with what is asked for most. */
export function createRowLogStore(storage: DurableObjectStorage): LogStore {
	const deviceLogs = deviceLogRows(storage.sql);
	const readings = readingRows(storage.sql);
	let lastSeq = deviceLogs.lastSeq();

	function store(upload: Upload): AppendResult {
		const log = deviceLogs.find(upload.deviceId) ?? deviceLogs.create(upload.deviceId);
		const result = { accepted: 0, duplicates: 0 };
		const numbers = upload.channelIds.map((channelId) => channelNumber(log, channelId));
		const writer = readingWriter(readings);
		for (const [index, at] of upload.at.entries()) {
			const channel = numbers[upload.channel[index] ?? -1];
			const value = upload.value[index];
			if (channel === undefined || value === undefined) throw new Error("Upload columns differ in length");
			const reading = { device: log.number, at, channel, value, receivedAt: upload.receivedAt, seq: upload.seq };
			const outcome = writer.store(reading, log.latest[channel]?.at ?? null);
			if (outcome === "duplicate") result.duplicates += 1;
			else {
				result.accepted += 1;
				countReading(log, reading, outcome === "new");
			}
		}
		writer.flush();
		log.lastSeq = Math.max(log.lastSeq, upload.seq);
		log.lastReceivedAt = Math.max(log.lastReceivedAt, upload.receivedAt);
		log.received = recentDays(log.received, upload.receivedAt);
		deviceLogs.save(log);
		return result;
	}

	function numberedChannels(channels: ChannelRef[]) {
		const logs = deviceLogs.findMany([...new Set(channels.map(({ deviceId }) => deviceId))]);
		const byDevice = new Map<string, { device: number; known: number; indexByNumber: Map<number, number> }>();
		for (const [index, { deviceId, channelId }] of channels.entries()) {
			const log = logs.get(deviceId);
			const number = log?.latest.findIndex((channel) => channel.id === channelId) ?? -1;
			if (!log || number < 0) continue;
			const entry = byDevice.get(deviceId) ?? {
				device: log.number,
				known: log.latest.length,
				indexByNumber: new Map(),
			};
			entry.indexByNumber.set(number, index);
			byDevice.set(deviceId, entry);
		}
		return [...byDevice.values()];
	}

	return {
		nextSeq: () => {
			lastSeq += 1;
			return lastSeq;
		},

		append: async (upload) => {
			lastSeq = Math.max(lastSeq, upload.seq);
			return storage.transactionSync(() => store(upload));
		},

		readSpan: async (request: SpanRequest) => readSpan(readings, numberedChannels(request.channels), request),

		latest: async (deviceIds) => {
			const logs = deviceLogs.findMany(deviceIds);
			return new Map([...logs].map(([deviceId, log]) => [deviceId, toLatest(log)]));
		},

		newestBefore: async (channels, before) => {
			const newest = numberedChannels(channels).map(({ device, indexByNumber }) =>
				readings.newestBefore({ device, channels: [...indexByNumber.keys()], before }),
			);
			return newest.reduce((a, b) => (b === null || (a !== null && a > b) ? a : b), null);
		},

		usage: async (now) => [...deviceLogs.all()].map((log) => toUsage(log, now)),

		deleteDevice: async (deviceId) => {
			storage.transactionSync(() => {
				const log = deviceLogs.find(deviceId);
				if (!log) return;
				readings.deleteDevice(log.number);
				deviceLogs.delete(deviceId);
			});
		},
	};
}

/** A channel's place in its device's row, given at its first reading. */
function channelNumber(log: DeviceLogRow, channelId: string): number {
	const known = log.latest.findIndex((channel) => channel.id === channelId);
	if (known >= 0) return known;
	return log.latest.push({ id: channelId, at: null, value: 0 }) - 1;
}

type Counted = { at: number; channel: number; value: number; receivedAt: number };

function countReading(log: DeviceLogRow, { at, channel, value, receivedAt }: Counted, isNew: boolean): void {
	const latest = log.latest[channel];
	if (latest && (latest.at === null || at >= latest.at)) Object.assign(latest, { at, value });
	if (!isNew) return;
	log.readings += 1;
	log.oldestReadingAt = Math.min(log.oldestReadingAt ?? at, at);
	const day = String(Math.floor(receivedAt / dayMs));
	log.received[day] = (log.received[day] ?? 0) + 1;
}

/** What was received longer ago than any average asks for is forgotten. */
function recentDays(received: Record<string, number>, receivedAt: number): Record<string, number> {
	const oldest = Math.floor(receivedAt / dayMs) - growthDays;
	return Object.fromEntries(Object.entries(received).filter(([day]) => Number(day) >= oldest));
}

function newestReadingAt(log: DeviceLogRow): number | null {
	return log.latest.reduce<number | null>(
		(newest, { at }) => (at === null ? newest : Math.max(newest ?? at, at)),
		null,
	);
}

function toLatest(log: DeviceLogRow): DeviceLatest {
	const values = new Map(log.latest.flatMap(({ id, at, value }) => (at === null ? [] : [[id, { at, value }]])));
	return { lastReceivedAt: log.lastReceivedAt, lastReadingAt: newestReadingAt(log), values };
}

function toUsage(log: DeviceLogRow, now: number): DeviceUsage {
	const today = Math.floor(now / dayMs);
	const recent = Object.entries(log.received).filter(([day]) => Number(day) > today - growthDays);
	const counted = recent.reduce((sum, [, readings]) => sum + readings, 0);
	// A device that began last week grows by its own days, not by a month it did not have.
	const days = recent.reduce((most, [day]) => Math.max(most, today - Number(day) + 1), 1);
	return {
		deviceId: log.deviceId,
		readings: log.readings,
		usedBytes: log.readings * bytesPerReading,
		oldestReadingAt: log.oldestReadingAt,
		newestReadingAt: newestReadingAt(log),
		growthBytesPerDay: (counted * bytesPerReading) / days,
	};
}
