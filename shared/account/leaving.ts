import * as z from "zod/mini";
import { dayMs, minuteMs } from "../base/durations";
import { DataExportId } from "../base/ids";
import { lengthBeforeCleaning } from "../base/input-bounds";

/** Days in which a deletion can be canceled; the account works as usual. */
export const deletionGraceDays = 14;
export const deletionGraceMs = deletionGraceDays * dayMs;
/** Wait after the grace period: longer than any call that began before it may still write. */
export const closingMs = 20 * minuteMs;
export const dataExportKeptMs = 7 * dayMs;
/** Unpacked bytes of one archive. Below 2 GiB, which also holds without compression. */
export const mostArchiveBytes = 2_000_000_000;

export const RequestDeletion = z.object({ companyName: z.string().check(lengthBeforeCleaning(64)) });
export type RequestDeletion = z.infer<typeof RequestDeletion>;

export const AccountDeletion = z.object({
	requestedBy: z.string(),
	requestedAt: z.date(),
	endsAt: z.date(),
});

export const DataExportState = z.enum(["running", "ready", "canceled", "expired"]);
export type DataExportState = z.infer<typeof DataExportState>;

export const DataExport = z.object({
	id: DataExportId,
	state: DataExportState,
	requestedBy: z.string(),
	createdAt: z.date(),
	finishedAt: z.nullable(z.date()),
	expiresAt: z.nullable(z.date()),
	devicesDone: z.number(),
	devices: z.number(),
	files: z.number(),
	bytes: z.number(),
	error: z.nullable(z.string()),
	archives: z.array(z.object({ files: z.number(), bytes: z.number() })),
});
export type DataExport = z.infer<typeof DataExport>;

export const DataExportTarget = z.object({ exportId: DataExportId });
export type DataExportTarget = z.infer<typeof DataExportTarget>;

export const GetArchiveFiles = z.object({
	exportId: DataExportId,
	archive: z.int().check(z.minimum(1), z.maximum(10_000)),
	after: z.int().check(z.minimum(-1)),
});
export type GetArchiveFiles = z.infer<typeof GetArchiveFiles>;

/** `objects` make up the file, in order. `packedBytes`: stored size if compressed. */
export type ArchiveFile = {
	path: string;
	crc: number;
	bytes: number;
	objects: { key: string; bytes: number; packedBytes?: number }[];
};
export type ArchiveFiles = { name: string; files: ArchiveFile[]; next: number | null };

export const Leaving = z.object({
	deletion: z.nullable(AccountDeletion),
	exports: z.array(DataExport),
	hasSubscription: z.boolean(),
});
export type Leaving = z.infer<typeof Leaving>;
