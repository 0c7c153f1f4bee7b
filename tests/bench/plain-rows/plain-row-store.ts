import type { ChannelRef, Span, SpanRequest, Upload } from "../../../backend/base/reading-store";
import { type StoredDeviceRow, storedDeviceRows } from "./device-log-rows";
import { readSpan } from "./read-span";
import { readingRows } from "./reading-rows";
import { readingWriter } from "./reading-writer";

/** The layout that blocks are compared with: one row per reading, and one per device. */
export function createPlainRowStore(storage: DurableObjectStorage) {
	const deviceLogs = storedDeviceRows(storage.sql);
	const readings = readingRows(storage.sql);
	let lastSeq = deviceLogs.lastSeq();

	function store(upload: Upload) {
		const readingStore = deviceLogs.find(upload.deviceId) ?? deviceLogs.create(upload.deviceId);
		const result = { accepted: 0, duplicates: 0, expired: [] };
		const numbers = upload.channelIds.map((channelId) => channelNumber(readingStore, channelId));
		const writer = readingWriter(readings);
		for (const [index, at] of upload.at.entries()) {
			const channel = numbers[upload.channel[index] ?? -1];
			const value = upload.value[index];
			if (channel === undefined || value === undefined) throw new Error("Upload columns differ in length");
			const reading = {
				device: readingStore.number,
				at,
				channel,
				value,
				receivedAt: upload.receivedAt,
				seq: upload.seq,
			};
			const outcome = writer.store(reading, readingStore.latest[channel]?.at ?? null);
			if (outcome === "duplicate") result.duplicates += 1;
			else {
				result.accepted += 1;
				countReading(readingStore, reading, outcome === "new");
			}
		}
		writer.flush();
		readingStore.lastSeq = Math.max(readingStore.lastSeq, upload.seq);
		readingStore.lastReceivedAt = Math.max(readingStore.lastReceivedAt, upload.receivedAt);
		deviceLogs.save(readingStore);
		return result;
	}

	return {
		nextSeq: () => {
			lastSeq += 1;
			return lastSeq;
		},
		append: async (upload: Upload) => storage.transactionSync(() => store(upload)),
		buckets({ channel, ...request }: Span & { channel: ChannelRef; ms: number }) {
			const readingStore = deviceLogs.find(channel.deviceId);
			const position = readingStore?.latest.findIndex(({ id }) => id === channel.channelId) ?? -1;
			return readingStore ? readings.buckets({ ...request, device: readingStore.number, channel: position }) : [];
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

function channelNumber(readingStore: StoredDeviceRow, channelId: string): number {
	const known = readingStore.latest.findIndex((channel) => channel.id === channelId);
	if (known >= 0) return known;
	return readingStore.latest.push({ id: channelId, at: null, value: 0 }) - 1;
}

function countReading(
	readingStore: StoredDeviceRow,
	{ at, channel, value }: { at: number; channel: number; value: number },
	isNew: boolean,
): void {
	const latest = readingStore.latest[channel];
	if (latest && (latest.at === null || at >= latest.at)) Object.assign(latest, { at, value });
	if (!isNew) return;
	readingStore.readings += 1;
	readingStore.oldestReadingAt = Math.min(readingStore.oldestReadingAt ?? at, at);
}
