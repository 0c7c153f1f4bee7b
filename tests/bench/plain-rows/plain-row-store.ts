import type { ChannelRef, Span, SpanRequest, Upload } from "../../../backend/base/log-store";
import { type DeviceLogRow, deviceLogRows } from "./device-log-rows";
import { readSpan } from "./read-span";
import { readingRows } from "./reading-rows";
import { readingWriter } from "./reading-writer";

/** The layout that blocks are compared with: one row per reading, and one per device with what is asked for most. */
export function createPlainRowStore(storage: DurableObjectStorage) {
	const deviceLogs = deviceLogRows(storage.sql);
	const readings = readingRows(storage.sql);
	let lastSeq = deviceLogs.lastSeq();

	function store(upload: Upload) {
		const log = deviceLogs.find(upload.deviceId) ?? deviceLogs.create(upload.deviceId);
		const result = { accepted: 0, duplicates: 0, expired: [] };
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
		deviceLogs.save(log);
		return result;
	}

	return {
		nextSeq: () => {
			lastSeq += 1;
			return lastSeq;
		},
		append: async (upload: Upload) => storage.transactionSync(() => store(upload)),
		/** One channel's readings in buckets of an even length. */
		buckets({ channel, ...request }: Span & { channel: ChannelRef; ms: number }) {
			const log = deviceLogs.find(channel.deviceId);
			const place = log?.latest.findIndex(({ id }) => id === channel.channelId) ?? -1;
			return log ? readings.buckets({ ...request, device: log.number, channel: place }) : [];
		},
		readSpan: async (request: SpanRequest) => {
			const logs = deviceLogs.findMany([...new Set(request.channels.map(({ deviceId }) => deviceId))]);
			const devices = [...logs].map(([deviceId, { number, latest }]) => {
				const indexByNumber = new Map<number, number>();
				for (const [index, channel] of request.channels.entries()) {
					if (channel.deviceId !== deviceId) continue;
					indexByNumber.set(
						latest.findIndex(({ id }) => id === channel.channelId),
						index,
					);
				}
				return { device: number, known: latest.length, indexByNumber };
			});
			return readSpan(readings, devices, request);
		},
	};
}

/** A channel's place in its device's row, given at its first reading. */
function channelNumber(log: DeviceLogRow, channelId: string): number {
	const known = log.latest.findIndex((channel) => channel.id === channelId);
	if (known >= 0) return known;
	return log.latest.push({ id: channelId, at: null, value: 0 }) - 1;
}

function countReading(
	log: DeviceLogRow,
	{ at, channel, value }: { at: number; channel: number; value: number },
	isNew: boolean,
): void {
	const latest = log.latest[channel];
	if (latest && (latest.at === null || at >= latest.at)) Object.assign(latest, { at, value });
	if (!isNew) return;
	log.readings += 1;
	log.oldestReadingAt = Math.min(log.oldestReadingAt ?? at, at);
}
