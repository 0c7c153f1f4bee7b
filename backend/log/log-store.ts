/** Readings of one device as equally long columns; `channel` indexes `channelIds`. Times are epoch ms. */
export type UploadColumns = { channelIds: string[]; channel: number[]; at: number[]; value: number[] };

export type Upload = UploadColumns & {
	deviceId: string;
	/** From `nextSeq`: decides which of two values for one channel and time was received last. */
	seq: number;
	receivedAt: number;
};

export type AppendResult = { accepted: number; duplicates: number };

export type ChannelRef = { deviceId: string; channelId: string };

export type SpanRequest = {
	channels: ChannelRef[];
	/** Half-open, epoch ms: `from` inclusive, `to` exclusive. */
	from: number;
	to: number;
	limit: number;
	/** As answered in `nextCursor`, for the same channels and span. */
	cursor?: string;
};

/** Equally long columns, newest first; `channel` indexes the channels asked for. */
export type SpanPage = {
	readingAt: number[];
	receivedAt: number[];
	channel: number[];
	value: number[];
	/** Null on the last page. */
	nextCursor: string | null;
};

export type LatestValue = { at: number; value: number };

export type DeviceLatest = {
	lastReceivedAt: number;
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
 * believed: whoever calls has checked that the channels are the device's.
 */
export type LogStore = {
	/** The next number in the order in which uploads came in. */
	nextSeq(): number;
	/** Stores an upload, all of it or nothing. Within one upload the later entry is the later received. */
	append(upload: Upload): Promise<AppendResult>;
	/** Readings of channels within a span, newest first. Throws BadCursorError for a cursor it did not make. */
	readSpan(request: SpanRequest): Promise<SpanPage>;
	/** By device id; a device that never uploaded is absent. */
	latest(deviceIds: string[]): Promise<Map<string, DeviceLatest>>;
	/** Reading time of the newest reading before an instant, or null. */
	newestBefore(channels: ChannelRef[], before: number): Promise<number | null>;
	/** One entry for each device that ever uploaded. */
	usage(now: number): Promise<DeviceUsage[]>;
	/** Removes a device's readings and everything derived from them. */
	deleteDevice(deviceId: string): Promise<void>;
};

export class BadCursorError extends Error {
	constructor() {
		super("Not a cursor of this query");
		this.name = "BadCursorError";
	}
}
