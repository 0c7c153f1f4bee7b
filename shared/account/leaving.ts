import * as z from "zod/mini";
import { dayMs, minuteMs } from "../base/durations";
import { DataExportId } from "../base/ids";
import { lengthBeforeCleaning } from "../base/input-bounds";

/** How long a deletion can be taken back, while everything runs on. */
export const deletionGraceDays = 14;
export const deletionGraceMs = deletionGraceDays * dayMs;
/** From the end of the grace on: longer than anything that was begun before may still write. */
export const closingMs = 20 * minuteMs;
/** How long the files of an export stay. */
export const dataExportKeptMs = 7 * dayMs;
/** Of one archive, before it is packed: below 2 GiB, also where nothing packs. */
export const mostArchiveBytes = 2_000_000_000;

/** The account's name as a confirmation; the password is confirmed beside it. */
export const RequestDeletion = z.object({ companyName: z.string().check(lengthBeforeCleaning(64)) });
export type RequestDeletion = z.infer<typeof RequestDeletion>;

export const AccountDeletion = z.object({
	requestedBy: z.string(),
	requestedAt: z.date(),
	/** From then on everything of the account is deleted. */
	endsAt: z.date(),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const DataExportState = z.enum(["running", "ready", "canceled", "expired"]);
export type DataExportState = z.infer<typeof DataExportState>;

export const DataExport = z.object({
	id: DataExportId,
	state: DataExportState,
	requestedBy: z.string(),
	createdAt: z.date(),
	finishedAt: z.nullable(z.date()),
	/** Its files stay until then; null: there are none yet. */
	expiresAt: z.nullable(z.date()),
	/** Of devices, whose readings take most of the time. */
	devicesDone: z.number(),
	devices: z.number(),
	files: z.number(),
	/** Of all files, not packed. */
	bytes: z.number(),
	/** The last failure while it is made, which is tried again by itself. */
	error: z.nullable(z.string()),
	/** Of a ready one, in order. */
	archives: z.array(z.object({ files: z.number(), bytes: z.number() })),
});
export type DataExport = z.infer<typeof DataExport>;

export const DataExportTarget = z.object({ exportId: DataExportId });
export type DataExportTarget = z.infer<typeof DataExportTarget>;

/** Files of one archive, from a number on. */
export const GetArchiveFiles = z.object({
	exportId: DataExportId,
	archive: z.int().check(z.minimum(1), z.maximum(10_000)),
	after: z.int().check(z.minimum(-1)),
});
export type GetArchiveFiles = z.infer<typeof GetArchiveFiles>;

/**
 * `objects`: what a file is joined of, in order, with the bytes of the file that each holds; `packedBytes`: as it lies
 * there, where that is packed. Only for this backend's own use.
 */
export type ArchiveFile = {
	path: string;
	crc: number;
	bytes: number;
	objects: { key: string; bytes: number; packedBytes?: number }[];
};
export type ArchiveFiles = { name: string; files: ArchiveFile[]; next: number | null };

export const Leaving = z.object({
	deletion: z.nullable(AccountDeletion),
	/** Newest first. */
	exports: z.array(DataExport),
	/** What a user who deletes the account is reminded of. */
	hasSubscription: z.boolean(),
});
export type Leaving = z.infer<typeof Leaving>;
