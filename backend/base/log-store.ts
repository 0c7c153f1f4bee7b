import type { UploadSlots } from "../../shared/upload-slots";
import type { DueWork } from "./due-work";

/** Readings of one device as equally long columns; `channel` indexes `channelIds`. Times are epoch ms. */
export type UploadColumns = { channelIds: string[]; channel: number[]; at: number[]; value: number[] };

export type Upload = UploadColumns & {
	deviceId: string;
	/** From `nextSeq`: decides which of two values for one channel and time was received last. */
	seq: number;
	receivedAt: number;
	/** Of a past that is written at once: when its readings are to count as received. Absent: with the upload. */
	slots?: UploadSlots;
	/** Readings before this instant are past the device's retention and are refused; absent: everything is kept. */
	keptFrom?: number;
};

/** `expired`: places in the upload that were refused as past the device's retention. */
export type AppendResult = { accepted: number; duplicates: number; expired: number[] };

/** Of a file that is kept apart: `replaced` counts readings that hide one of another value. */
export type ImportResult = AppendResult & { replaced: number };

export type ChannelRef = { deviceId: string; channelId: string };

export type Span = {
	/** Half-open, epoch ms: `from` inclusive, `to` exclusive. */
	from: number;
	to: number;
};

export type SpanRequest = Span & {
	channels: ChannelRef[];
	limit: number;
	order: "newest-first" | "oldest-first";
	/** As answered in `nextCursor`, for the same channels, span and order. */
	cursor?: string;
};

/** Equally long columns in the requested order; `channel` indexes the requested channels. */
export type SpanPage = {
	readingAt: number[];
	receivedAt: number[];
	channel: number[];
	value: number[];
	/** Where values are calibrated: what was sent. */
	sent?: number[];
	/** Null on the last page. */
	nextCursor: string | null;
};

export type ChannelSpan = Span & { channels: ChannelRef[] };

/** Readings of one channel, ascending. */
export type Series = { at: Float64Array; value: Float64Array };

export type BucketsRequest = {
	channels: ChannelRef[];
	/** Ascending, at least two: bucket n holds the readings from `edges[n]` up to `edges[n + 1]`. Epoch ms. */
	edges: number[];
};

/** One channel's buckets that hold a reading, as equally long columns; `bucket` indexes the edges, ascending. */
export type Buckets = {
	bucket: number[];
	min: number[];
	max: number[];
	sum: number[];
	count: number[];
	first: number[];
	last: number[];
};

type LatestValue = { at: number; value: number };

export type DeviceLatest = {
	/** Null: its readings came in files only. */
	lastReceivedAt: number | null;
	lastReadingAt: number | null;
	/** By channel id: the reading with the newest reading time. */
	values: Map<string, LatestValue>;
};

export type DeviceUsage = {
	deviceId: string;
	readings: number;
	usedBytes: number;
	oldestReadingAt: number | null;
	newestReadingAt: number | null;
	/** Of the readings received in the 30 days before `now`. */
	growthBytesPerDay: number;
};

/**
 * The readings of one account. A reading is known by (device, channel, reading time): the same
 * value again is a duplicate and is not stored; another value replaces it and counts as accepted;
 * of two uploads the one with the higher `seq` wins, whichever was appended first. Ids are
 * believed: whoever calls has checked that the channels are the device's. A device's retention
 * and everything that takes time are in `work`, for the one alarm.
 */
export type LogStore = {
	/** The next number in the order in which uploads came in. */
	nextSeq(): number;
	/** Stores an upload, all of it or nothing. Within one upload the later entry is the later received. */
	append(upload: Upload): Promise<AppendResult>;
	/** Readings of channels within a span, a page at a time. Throws BadCursorError for a cursor it did not make. */
	readSpan(request: SpanRequest): Promise<SpanPage>;
	/** For each requested channel, in order: at least as many readings as the span holds, estimated without reading them. */
	estimate(request: ChannelSpan): Promise<number[]>;
	/** For each requested channel, in order: its readings within the span. */
	readSeries(request: ChannelSpan): Promise<Series[]>;
	/** For each requested channel, in order. Edges on UTC quarters of an hour are answered from roll-ups. */
	readBuckets(request: BucketsRequest): Promise<Buckets[]>;
	/** By device id; a device that the log has never had a reading or an upload of is absent. */
	latest(deviceIds: string[]): Promise<Map<string, DeviceLatest>>;
	/** Reading time of the newest reading before an instant, or null. */
	newestBefore(channels: ChannelRef[], before: number): Promise<number | null>;
	/** One entry for each device that ever uploaded. */
	usage(now: number): Promise<DeviceUsage[]>;
	/** The entry of one device, without reading those of the others; null: it never uploaded. */
	deviceUsage(deviceId: string, now: number): Promise<DeviceUsage | null>;
	/** How many readings a device has sent on the UTC day of an instant, epoch ms: what its quota counts. */
	receivedOn(deviceId: string, at: number): number;
	/** Removes a device's readings and everything derived from them. */
	deleteDevice(deviceId: string): Promise<void>;

	/** Stores a file's readings apart: every read sees them, `undoImport` takes them away and leaves what was there. */
	appendImport(importId: string, upload: Upload): Promise<ImportResult>;
	/** What `appendImport` would answer; nothing is stored. */
	tryImport(upload: Upload): Promise<ImportResult>;
	/** Takes an import away. Null: it is not there, or no longer apart. */
	undoImport(importId: string): Promise<{ removed: number } | null>;
	/** Makes an import's readings like any other. Idempotent. */
	settleImport(importId: string): Promise<void>;

	/** Sealing, archiving, retention and sweeping, each due at its time. In order of urgency. */
	work: DueWork[];
};

export class BadCursorError extends Error {
	constructor() {
		super("Not a cursor of this query");
		this.name = "BadCursorError";
	}
}
