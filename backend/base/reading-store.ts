import type { Calibration } from "../../shared/device/calibration";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import type { Holding } from "../../shared/log/holding";
import type { Bounds, LimitSpan } from "../../shared/log/limit-spans";
import type { ReadingMark } from "../../shared/log/reading-marks";
import type { ReadingSummary } from "../../shared/log/reading-summary";
import type { Job } from "./job";

/** Readings of one device as columns of equal length. `channel` indexes `channelIds`. Times are epoch ms. */
export type UploadColumns = { channelIds: string[]; channel: number[]; at: number[]; value: number[] };

export type Upload = UploadColumns & {
	deviceId: string;
	/** The higher `seq` wins. If `storedUpTo` has passed it, the store assigns a new one. */
	seq: number;
	receivedAt: number;
	/** When each reading counts as received. Absent: with the upload. */
	slots?: UploadSlots;
	/** Rejects readings before this time, epoch ms. Absent: accepts all. */
	keptFrom?: number;
};

export type TakenReadings = Omit<UploadColumns, "channelIds"> & {
	/** All ids of the device with a number, in that order: channels, and their doubtful readings. */
	channelIds: readonly string[];
	receivedAt: number;
	receivedBefore: number | null;
	watch: string | null;
	/** The channel's newest time before this upload. Of a derived channel: until when it was decided. */
	newestBefore(channelId: string): number | null;
	/** Stored readings with `from <= at < to`, by time. Omits this upload, imports and the archive. */
	history(channelId: string, from: number, to: number): { at: number; value: number }[];
	/** Before calibration. Absent: the channels have none. */
	sent?: Pick<TakenReadings, "value" | "history">;
	/** Values of a derived channel that this upload adds or changes, by time. `after`: newest value before, epoch ms. */
	derivedSince(channelId: string, after: number | null): { at: number; value: number }[];
};

/** Runs in the transaction that stores an upload and must not await. Returns the state to store. */
export type EvaluateTaken = (taken: TakenReadings) => string | null;

/** `lastReceivedAt` null: no upload yet. */
export type WatchedDevice = {
	deviceId: string;
	watch: string | null;
	lastReceivedAt: number | null;
	channelIds: readonly string[];
};

/** Indexes of entries past the device's retention. */
export type AppendResult = { accepted: number; duplicates: number; expired: number[] };

/** `replaced` counts readings that replace a different value. */
export type ImportResult = AppendResult & { replaced: number };

/** Runs in the transaction that stores a file and must not await. If it throws, nothing is stored. */
export type RecordImport = (result: ImportResult) => void;

export type UndoneReadings = {
	removed: number;
	/** The previous value shows again. */
	restored: number;
	/** Another source also sent the value. `importId` null: an upload. */
	kept: { importId: string | null; readings: number }[];
	/** Removed and restored readings by id of the watched spans that have some. */
	within?: Record<string, number>;
};

/** Half-open, epoch ms. */
export type WatchedSpan = { id: string; from: number; to: number; channelIds: ReadonlySet<string> };

export type ReadBudget = {
	/** Decoding one reading costs one unit. Null: continue. The promise throws if the caller has read too much. */
	spent(units: number): Promise<void> | null;
};

type Paced = { budget?: ReadBudget | undefined };

/** Units of `ReadBudget`. */
export const unitsPerDay = 300;

export type ChannelRef = { deviceId: string; channelId: string };

export type Span = {
	/** Half-open, epoch ms: `from` inclusive, `to` exclusive. */
	from: number;
	to: number;
	/** Start of retention when the read began, epoch ms. Absent: the current retention. */
	keptFrom?: number | undefined;
};

export type SpanRequest = Span &
	Paced & {
		channels: ChannelRef[];
		limit: number;
		order: "newest-first" | "oldest-first";
		cursor?: string;
		/** Includes doubtful and excluded readings of the channels, and returns `mark`. */
		isMarked?: boolean;
	};

/** Columns of equal length. `channel` indexes the requested channels. */
export type SpanPage = {
	readingAt: number[];
	receivedAt: number[];
	channel: number[];
	value: number[];
	sent?: (number | null)[];
	mark?: (ReadingMark | null)[];
	nextCursor: string | null;
};

export type ChannelSpan = Span & Paced & { channels: ChannelRef[] };

export type Series = { at: Float64Array; value: Float64Array; isSaturated?: Uint8Array };

export type BucketsRequest = Paced & {
	channels: ChannelRef[];
	/** Ascending, epoch ms. Bucket n holds readings with `edges[n] <= at < edges[n + 1]`. */
	edges: number[];
};

/** Non-empty buckets of one channel. `bucket` indexes the edges, ascending. */
export type Buckets = {
	/** `means`: values are computed from means, within `min` and `max`, which enclose all readings. Absent: of readings. */
	isOf?: "means";
	/** Whether values are computed at 100 % humidity; of means, whether the humidity was above. Absent: none. */
	isSaturated?: boolean[];
	bucket: number[];
	min: number[];
	max: number[];
	sum: number[];
	count: number[];
	first: number[];
	last: number[];
};

export type SummaryChannel = ChannelRef & {
	bounds: Bounds;
	/** Instead of `bounds`, if the limits change. */
	limits?: readonly LimitSpan[];
	/** Apply to the values, ascending. Absent: raw values. */
	calibrations?: readonly Calibration[];
	changesUntil?: number | null;
	silences?: Holding["silences"];
};

/** `holding` if requested: equal figures follow from the readings with it. */
export type ChannelSummary = ReadingSummary & { holding?: Holding };

export type ChangeQuestion = Span & { deviceId: string; seq: number };

/** `until`: the end of the period, or now, epoch ms. */
export type SummaryRequest = Span & Paced & { channels: SummaryChannel[]; until: number; withHolding?: boolean };

type LatestValue = { at: number; value: number; mark?: "saturated" };

export type DeviceLatest = {
	/** Null: its readings came from files only. */
	lastReceivedAt: number | null;
	lastReadingAt: number | null;
	values: Map<string, LatestValue>;
	/** Channels with readings, whether these count or not. */
	channelIds: ReadonlySet<string>;
};

export type StoredSums = { readings: number; bytes: number };

export type StoredWithin = { readings: number; bytes: number };

export type ChannelNumbers = { device: number; channel: number };

export type DeviceUsage = {
	deviceId: string;
	readings: number;
	usedBytes: number;
	oldestReadingAt: number | null;
	newestReadingAt: number | null;
	/** Averages the 30 days before `now`, by receipt. */
	growthBytesPerDay: number;
};

/** Removal skips devices that a long read uses at `now`, and retries them later. */
export type HeldDevices = (now: number) => (deviceId: string) => boolean;

/** A user's decision on the readings of a channel with `from <= at < to`, epoch ms. The highest `seq` decides. */
export type Verdict = {
	channelId: string;
	from: number;
	to: number;
	verdict: "excluded" | "counts";
	seq: number;
};

/**
 * Shares transactions with the account's tables: an upload with its alerts, an import with its record. Members without a
 * promise read rows of the account's object. Callers check the device's channels.
 */
export type DeviceState = {
	nextSeq(): number;
	/** Runs `write` in a transaction with a new number, under which changed reads see what it wrote. */
	decide<Result>(write: (seq: number) => Result): Result;
	lastSeq(): number;
	changedSince(question: ChangeQuestion): boolean;
	/** UTC days with readings that the archive may know already, until its next run merges them. */
	unmergedDays(deviceId: string, span: Span): ReadonlySet<number>;
	/** No row is stored at or below this number any more. Never falls, even after a restart of the object. */
	storedUpTo(): number;
	/** UTC days since the epoch, ascending, that may hold readings of uploads after `seq`. */
	changedDays(deviceId: string, seq: number): number[];
	/** Atomic, including what `evaluate` writes. Within one upload the later entry wins. */
	append(upload: Upload, evaluate?: EvaluateTaken): Promise<AppendResult>;
	watched(deviceIds: string[] | "all"): WatchedDevice[];
	/** Call in a transaction. */
	keepWatch(deviceId: string, watch: string | null): void;
	/** Gives channels their numbers before a reading has, and the device its row. Call last in a transaction. */
	reserve(deviceId: string, channelIds: readonly string[]): void;
	/** Upper bound of readings on the span's UTC days, by device in order. Costs a tenth of `estimate`. */
	mostStored(deviceIds: readonly string[], span: Span): number[];
	/** Null: the channel never had a reading, and its number was not reserved. */
	numbers(channels: ChannelRef[]): (ChannelNumbers | null)[];
	stored(deviceIds: string[] | "all"): StoredSums;
	hasReadings(deviceId: string): boolean;
	/** Counts whole UTC days. */
	storedWithin(deviceId: string, span: Span): StoredWithin;
	storedSince(deviceId: string, span: Span & { seq: number }): number;
	/** `before` is the start of a UTC day, epoch ms. Atomic. */
	removeBefore(deviceId: string, before: number): void;
	heldDevices: HeldDevices;
	/** Counts the UTC day of `at`, epoch ms. */
	receivedOn(deviceId: string, at: number): number;
	/** Atomic, including what `record` writes. Without a new reading it stores and records nothing. */
	appendImport(importId: string, upload: Upload, record?: RecordImport): Promise<ImportResult>;
	work: Job[];
};

/** Reads that may wait for an archive. They return readings that count; the id of doubtful readings returns these as stored. */
export type ReadingHistory = {
	/** Throws BadCursorError for a foreign cursor. */
	readSpan(request: SpanRequest): Promise<SpanPage>;
	/** Upper bound of readings for each requested channel, in order. Reads no readings. */
	estimate(request: ChannelSpan): Promise<number[]>;
	readSeries(request: ChannelSpan): Promise<Series[]>;
	/** Edges on UTC quarters of an hour use roll-ups. */
	readBuckets(request: BucketsRequest): Promise<Buckets[]>;
	summaries(request: SummaryRequest): Promise<ChannelSummary[]>;
	/** Omits devices without a reading or upload. */
	latest(deviceIds: string[]): Promise<Map<string, DeviceLatest>>;
	newestBefore(channels: ChannelRef[], before: number): Promise<number | null>;
	usage(now: number): Promise<DeviceUsage[]>;
	deviceUsage(deviceId: string, now: number): Promise<DeviceUsage | null>;
	deleteDevice(deviceId: string): Promise<void>;
	tryImport(upload: Upload): Promise<ImportResult>;
	/** Null: unknown, without new readings, or already merged. */
	undoImport(importId: string, watched?: readonly WatchedSpan[]): Promise<UndoneReadings | null>;
	/** Merges an import's readings into the device's own. Idempotent. */
	mergeImport(importId: string): Promise<void>;
};

/** A layer that computes values passes these on. A further read of `ReadingHistory` does not compile until the layer computes it. */
export type WithoutValues = DeviceState &
	Pick<ReadingHistory, "usage" | "deviceUsage" | "deleteDevice" | "tryImport" | "undoImport" | "mergeImport">;

/** A different value with a higher `seq` replaces the stored one. */
export type ReadingStore = DeviceState & ReadingHistory;

export type ReadingStoreOptions = {
	storage: DurableObjectStorage;
	/** Null means no limit. */
	retentionDays: (deviceId: string) => number | null;
	/** Up to `limit` device ids after `after`, ascending. */
	devicesWithRetention: (after: string, limit: number) => string[];
	/** The verdicts in force on a device's readings. Absent: none. */
	verdicts?: (deviceId: string) => readonly Verdict[];
	/** Lower bound of upload numbers, so that they never fall when a device is deleted. */
	seqAtLeast: () => number;
	heldDevices: HeldDevices;
	nextTurn: () => Promise<void>;
	now: () => number;
};

export class BadCursorError extends Error {
	constructor() {
		super("Not a cursor of this query");
		this.name = "BadCursorError";
	}
}
