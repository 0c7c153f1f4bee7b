import * as z from "zod/mini";
import { limits } from "../base/limits";

/** Body of `POST /api/ingest/v1/readings`. Entries are validated one by one. */
export const IngestBody = z.object({
	readings: z.array(z.unknown()).check(z.minLength(1), z.maxLength(limits.ingestReadings)),
});

export const RejectReason = z.enum([
	"not-an-object",
	"channel-missing",
	"unknown-channel",
	"derived-channel",
	"time-missing",
	"bad-time",
	"zone-missing",
	"future",
	"too-old",
	"bad-value",
	"same-time",
	"other-unit",
	"past-retention",
	"unknown-device",
]);
export type RejectReason = z.infer<typeof RejectReason>;

export const UploadRejection = z.enum([
	"unreadable-body",
	"invalid-body",
	"body-too-large",
	"wrong-media-type",
	"wrong-encoding",
	"too-many-uploads",
	"daily-quota",
	"storage-full",
]);
export type UploadRejection = z.infer<typeof UploadRejection>;

/** `accepted`: new and changed readings. `duplicates`: stored with the same value. */
export const IngestResult = z.object({
	accepted: z.number(),
	duplicates: z.number(),
	rejected: z.array(z.object({ index: z.number(), reason: RejectReason })),
});
export type IngestResult = z.infer<typeof IngestResult>;
