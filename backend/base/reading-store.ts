import type { Calibration } from "../../shared/device/calibration";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import type { Bounds, ReadingSummary } from "../../shared/log/reading-summary";
import type { Job } from "./job";

/** Readings of one device as equally long columns; `channel` indexes `channelIds`. Times are epoch ms. */
export type UploadColumns = { channelIds: string[]; channel: number[]; at: number[]; value: number[] };

export type Upload = UploadColumns & {
	deviceId: string;
	/**
	 * From `nextSeq`: of two values for one channel and time the higher one wins. What `storedUpTo` passed over gets
	 * another one as it is stored.
	 */
	seq: number;
	receivedAt: number;
	/** For a past that is written at once: when each reading counts as received. Absent: with the upload. */
	slots?: UploadSlots;
	/** Readings before this are past the device's retention and denied, epoch ms; absent: all are kept. */
	keptFrom?: number;
};

/** What an upload brings that was not known: columns as in `UploadColumns`, `channel` indexing `channelIds`. */
export type TakenReadings = Omit<UploadColumns, "channelIds"> & {
	/** All channels of the device that ever had a reading, in an order that stays. */
	channelIds: readonly string[];
	receivedAt: number;
	/** When the upload before was received; null: this is the first. */
	receivedBefore: number | null;
	/** As the last evaluation left it. */
	watch: string | null;
	/** What was known before, if nothing was evaluated: a channel's newest time, no later than its receipt allows. */
	newestBefore(channelId: string): number | null;
	/** Stored readings of a channel with `from <= at < to`, by time, without these and without files and the archive. */
	history(channelId: string, from: number, to: number): { at: number; value: number }[];
};

/** Runs in the transaction that stores an upload, and must not await. Returns what is kept with the device. */
export type EvaluateTaken = (taken: TakenReadings) => string | null;

/** What is kept with a device by `EvaluateTaken`; `lastReceivedAt` null: it never uploaded. */
export type WatchedDevice = {
	deviceId: string;
	watch: string | null;
	lastReceivedAt: number | null;
	channelIds: readonly string[];
};

/** `expired`: indexes of the upload's entries denied as past the device's retention. */
export type AppendResult = { accepted: number; duplicates: number; expired: number[] };

/** `replaced` counts readings that hide one of another value. */
export type ImportResult = AppendResult & { replaced: number };

/** Runs in the transaction that stores a file, and must not await. What it throws leaves nothing of the file stored. */
export type RecordImport = (result: ImportResult) => void;

/** Of the readings a file had brought: what undoing it leaves at their times. */
export type UndoneReadings = {
	/** Nothing. */
	removed: number;
	/** Another value than was shown. */
	restored: number;
	/** What was shown, because something else brought it too. `importId` null: it was uploaded. */
	kept: { importId: string | null; readings: number }[];
};

/** How a long read lets others in. */
export type ReadBudget = {
	/**
	 * Call after each part of the work. A unit is what it takes to decode a reading. Null: go on at once; else wait for
	 * the promise, which throws where the caller has read too much.
	 */
	spent(units: number): Promise<void> | null;
};

/** Absent: the read takes the time it needs. */
type Paced = { budget?: ReadBudget | undefined };

/** What it takes to find the readings of a device and a UTC day, in units of `ReadBudget`. */
export const unitsPerDay = 300;

export type ChannelRef = { deviceId: string; channelId: string };

export type Span = {
	/** Half-open, epoch ms: `from` inclusive, `to` exclusive. */
	from: number;
	to: number;
	/** From when on it is shown (epoch ms), for a read that began before retention moved; absent: as retention says now. */
	keptFrom?: number | undefined;
};

export type SpanRequest = Span &
	Paced & {
		channels: ChannelRef[];
		limit: number;
		order: "newest-first" | "oldest-first";
		cursor?: string;
	};

/** Equally long columns in the requested order; `channel` indexes the requested channels. */
export type SpanPage = {
	readingAt: number[];
	receivedAt: number[];
	channel: number[];
	value: number[];
	sent?: number[];
	/** Null on the last page. */
	nextCursor: string | null;
};

export type ChannelSpan = Span & Paced & { channels: ChannelRef[] };

export type Series = { at: Float64Array; value: Float64Array };

export type BucketsRequest = Paced & {
	channels: ChannelRef[];
	/** Ascending, at least two: bucket n holds readings from `edges[n]` to before `edges[n + 1]`. Epoch ms. */
	edges: number[];
};

/** The non-empty buckets of one channel as equally long columns; `bucket` indexes the edges, ascending. */
export type Buckets = {
	bucket: number[];
	min: number[];
	max: number[];
	sum: number[];
	count: number[];
	first: number[];
	last: number[];
};

/** `calibrations`: what the values are read by, ascending; absent: as sent. */
export type SummaryChannel = ChannelRef & { bounds: Bounds; calibrations?: readonly Calibration[] };

/** `seq`: an upload number; what came with a higher one is requested. */
export type ChangeQuestion = Span & { deviceId: string; seq: number };

/** `until`: up to when a last reading may hold, epoch ms. */
export type SummaryRequest = Span & Paced & { channels: SummaryChannel[]; until: number };

type LatestValue = { at: number; value: number };

export type DeviceLatest = {
	/** Null: its readings came in files only. */
	lastReceivedAt: number | null;
	lastReadingAt: number | null;
	/** By channel id, by newest reading time. */
	values: Map<string, LatestValue>;
};

/** Of devices together, counted with every change. */
export type StoredSums = { readings: number; bytes: number };

export type StoredWithin = { readings: number; bytes: number };

/** Devices count from the account's first; channels from the device's first, in the order of their first readings. */
export type ChannelNumbers = { device: number; channel: number };

export type DeviceUsage = {
	deviceId: string;
	readings: number;
	usedBytes: number;
	oldestReadingAt: number | null;
	newestReadingAt: number | null;
	/** From readings received in the 30 days before `now`. */
	growthBytesPerDay: number;
};

/** At `now`, whose readings must stay, as a long work reads them: what removes any passes over these devices and comes back. */
export type HeldDevices = (now: number) => (deviceId: string) => boolean;

/**
 * The readings of one account, identified by device, channel and reading time. The same value again is a duplicate;
 * another value replaces it if its `seq` is higher. Callers check that channels are the device's. `work` holds
 * retention and slow work, for the alarm.
 */
export type ReadingStore = {
	/** The next upload number, in order of receipt. */
	nextSeq(): number;
	/** The highest upload number by now. */
	lastSeq(): number;
	changedSince(question: ChangeQuestion): boolean;
	/** Never falls, and nothing is stored with this number or a lower one any more, also once the object is opened anew. */
	storedUpTo(): number;
	/** UTC days since the epoch, ascending, that may hold something of an upload after `seq`. */
	changedDays(deviceId: string, seq: number): number[];
	/** Atomic, with what `evaluate` writes. Within one upload the later entry counts as received later. */
	append(upload: Upload, evaluate?: EvaluateTaken): Promise<AppendResult>;
	/** What evaluations keep; a device without any upload is absent. */
	watched(deviceIds: string[] | "all"): WatchedDevice[];
	/** Call within a transaction. */
	keepWatch(deviceId: string, watch: string | null): void;
	/** Throws BadCursorError for a foreign cursor. */
	readSpan(request: SpanRequest): Promise<SpanPage>;
	/** Per requested channel, in order: an upper bound of readings in the span, without reading them. */
	estimate(request: ChannelSpan): Promise<number[]>;
	/** Per device, in order: at least its readings on the UTC days of the span. A tenth of what `estimate` takes. */
	mostStored(deviceIds: readonly string[], span: Span): number[];
	readSeries(request: ChannelSpan): Promise<Series[]>;
	/** Per requested channel, in order. Edges on UTC quarters of an hour are answered from roll-ups. */
	readBuckets(request: BucketsRequest): Promise<Buckets[]>;
	/** Per requested channel, in order, from roll-ups and from days partly out of bounds. */
	summaries(request: SummaryRequest): Promise<ReadingSummary[]>;
	/** By device id; a device without any reading or upload is absent. */
	latest(deviceIds: string[]): Promise<Map<string, DeviceLatest>>;
	newestBefore(channels: ChannelRef[], before: number): Promise<number | null>;
	/** Per requested channel, in order: its numbers, which it keeps for life. Null: it never sent anything. */
	numbers(channels: ChannelRef[]): (ChannelNumbers | null)[];
	usage(now: number): Promise<DeviceUsage[]>;
	stored(deviceIds: string[] | "all"): StoredSums;
	deviceUsage(deviceId: string, now: number): Promise<DeviceUsage | null>;
	hasReadings(deviceId: string): boolean;
	/** Of whole UTC days, counted from rows. */
	storedWithin(deviceId: string, span: Span): StoredWithin;
	/** How many of them came with uploads and files after `seq`. */
	storedSince(deviceId: string, span: Span & { seq: number }): number;
	/** Removes what is older than the start of a UTC day, epoch ms. Atomic. */
	removeBefore(deviceId: string, before: number): void;
	heldDevices: HeldDevices;
	/** Readings sent on the UTC day of `at` (epoch ms), for the daily quota. */
	receivedOn(deviceId: string, at: number): number;
	deleteDevice(deviceId: string): Promise<void>;

	/**
	 * Stores a file's readings separately: all reads include them, `undoImport` removes them. Atomic, with what `record`
	 * writes. Nothing new: stores and records nothing. Others have the thread in between.
	 */
	appendImport(importId: string, upload: Upload, record?: RecordImport): Promise<ImportResult>;
	/** What `appendImport` would return; stores nothing. */
	tryImport(upload: Upload): Promise<ImportResult>;
	/** Null: unknown, without news, or already merged. */
	undoImport(importId: string): Promise<UndoneReadings | null>;
	/** Merges an import's readings into the device's own. Idempotent. */
	mergeImport(importId: string): Promise<void>;

	work: Job[];
};

export class BadCursorError extends Error {
	constructor() {
		super("Not a cursor of this query");
		this.name = "BadCursorError";
	}
}
