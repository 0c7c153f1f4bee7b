import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { lengthBeforeCleaning } from "../base/input-bounds";
import { Instant } from "../base/instant";

/** Yesterday comes on top of the old days of a night. */
export const lakeLimits = {
	oldDaysPerNight: 60,
	rowsPerFile: 2_000_000,
	rowsPerGroup: 100_000,
	rowsPerPage: 20_000,
	daysPerPage: 14,
	/** Above this share of a binding quota no file is added, so that readings keep their room. */
	fullPercent: 90,
} as const;

/** A row is a reading that counts, in the order of the file's columns. */
export const lakeColumns = [
	"device_id",
	"serial",
	"channel_id",
	"channel",
	"unit",
	"at",
	"value",
	"sent",
	"received_at",
] as const;

/**
 * `altered`: the bucket returned other bytes than it was sent. `foreign`: another account writes to the same place.
 * `blocked`: the endpoint must not be reached.
 */
export const BucketOutcomeKind = z.enum([
	"ok",
	"denied",
	"notFound",
	"wrongRegion",
	"slow",
	"unreachable",
	"altered",
	"foreign",
	"blocked",
	"unexpected",
]);

export const BucketOutcome = z.object({ kind: BucketOutcomeKind, detail: z.string() });
export type BucketOutcome = z.infer<typeof BucketOutcome>;

/** `problem`: why days were left out although they were due. */
export const LakeNight = z.object({
	startedAt: z.number(),
	endedAt: z.number(),
	days: z.number(),
	rows: z.number(),
	bytes: z.number(),
	waitingDays: z.number(),
	failedDays: z.number(),
	problem: z.nullable(z.enum(["full", "manifest"])),
	copied: z.number(),
	bucket: z.nullable(BucketOutcome),
});
export type LakeNight = z.infer<typeof LakeNight>;

const text = (pattern: RegExp, complaint: string, most: number) =>
	z.string().check(lengthBeforeCleaning(most), z.trim(), z.regex(pattern, complaint), z.maxLength(most));

const place = {
	endpoint: text(/^https?:\/\/[^/?#\s]+\/?$/i, errorKey("lake.endpoint"), 300),
	bucket: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, errorKey("lake.bucket"), 63),
	/** Ends with a slash, or is empty. */
	prefix: text(/^([A-Za-z0-9_-][A-Za-z0-9_.=-]*\/)*$/, errorKey("lake.prefix"), 200),
	region: text(/^[a-z0-9-]+$/, errorKey("lake.region"), 40),
	keyId: text(/^[\x21-\x7e]+$/, errorKey("lake.key"), 200),
};

export const LakeBucket = z.object({ ...place, waitingFiles: z.number(), outcome: z.nullable(BucketOutcome) });
export type LakeBucket = z.infer<typeof LakeBucket>;

/** Absent secret: the stored one, which only the same endpoint gets. */
export const SaveLakeBucket = z.object({
	...place,
	secret: z.optional(text(/^[\x21-\x7e]+$/, errorKey("lake.key"), 200)),
});
export type SaveLakeBucket = z.infer<typeof SaveLakeBucket>;

export const Lake = z.object({
	isOn: z.boolean(),
	/** Start of a UTC day; null: from the first reading. */
	since: z.nullable(z.date()),
	nextNightAt: z.nullable(z.date()),
	isRunning: z.boolean(),
	days: z.number(),
	waitingDays: z.number(),
	rows: z.number(),
	bytes: z.number(),
	lastNight: z.nullable(LakeNight),
	bucket: z.nullable(LakeBucket),
});
export type Lake = z.infer<typeof Lake>;

export const SaveLake = z.object({ isOn: z.boolean(), since: z.nullable(Instant) });
export type SaveLake = z.infer<typeof SaveLake>;

export const SavedLakeBucket = z.object({ outcome: BucketOutcome, lake: Lake });
export type SavedLakeBucket = z.infer<typeof SavedLakeBucket>;

/** A UTC day since the epoch. */
const Day = z.int().check(z.minimum(0), z.maximum(100_000));

export const GetLakeDays = z.object({ before: z.optional(Day) });
export type GetLakeDays = z.infer<typeof GetLakeDays>;

export const LakeDays = z.object({
	days: z.array(
		z.object({
			day: z.number(),
			rows: z.number(),
			files: z.array(z.object({ part: z.string(), bytes: z.number() })),
		}),
	),
	hasMore: z.boolean(),
});
export type LakeDays = z.infer<typeof LakeDays>;

export const GetLakeFile = z.object({ day: Day, part: z.string().check(z.regex(/^[0-9a-f]{16}$/)) });
export type GetLakeFile = z.infer<typeof GetLakeFile>;

export function dayName(day: number): string {
	return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

const filePath = /^readings\/date=(\d{4}-\d{2}-\d{2})\/part-([0-9a-f]{16})\.parquet$/;

export function lakePath(day: number, part: string): string {
	return `readings/date=${dayName(day)}/part-${part}.parquet`;
}

/** Null: not the path of a file of a lake. */
export function readLakePath(path: string): { day: number; part: string } | null {
	const [, date = "", part = ""] = filePath.exec(path) ?? [];
	const at = Date.parse(date);
	return Number.isNaN(at) ? null : { day: at / 86_400_000, part };
}
