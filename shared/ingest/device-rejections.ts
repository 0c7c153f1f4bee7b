import * as z from "zod/mini";
import { RejectReason, UploadRejection } from "./ingest";

/** `means-no-value`: of files before such numbers were stored as doubtful. */
export const RejectionReason = z.enum([...RejectReason.options, "means-no-value", ...UploadRejection.options]);
export type RejectionReason = z.infer<typeof RejectionReason>;

/** One line, truncated; null: none. `at` and `value` quote texts: `"23.5"` differs from `23.5`. */
export const RejectedSample = z.object({
	channel: z.nullable(z.string()),
	at: z.nullable(z.string()),
	value: z.nullable(z.string()),
});
export type RejectedSample = z.infer<typeof RejectedSample>;

/** Times are epoch ms. */
export const DeviceRejections = z.object({
	since: z.number(),
	at: z.number(),
	/** Entries in the last upload. Null: rejected as a whole, unread. */
	sent: z.nullable(z.number()),
	refused: z.number(),
	reasons: z.array(z.object({ reason: RejectionReason, count: z.number() })),
	sample: z.nullable(RejectedSample),
});
export type DeviceRejections = z.infer<typeof DeviceRejections>;

export const rejectionLabels: Record<RejectionReason, string> = {
	"not-an-object": "the entry is not a JSON object",
	"channel-missing": "no channel is named",
	"unknown-channel": "the channel does not exist",
	"derived-channel": "the channel is computed from others, so it takes no readings",
	"time-missing": "there is no time",
	"bad-time": "the time cannot be read",
	"zone-missing": "the time does not say its offset from UTC",
	future: "the time is more than a day ahead",
	"too-old": "the time is before the year 2000",
	"bad-value": "the value is not a number within ±1e100",
	"other-unit": "its unit cannot be the channel's",
	"past-retention": "older than the device keeps readings",
	"unknown-device": "no device has this serial number",
	"same-time": "there is another value of this channel at this time",
	"means-no-value": "a number that loggers write for “no value”",
	"unreadable-body": "the body cannot be read",
	"invalid-body": "the body has another shape than readings have",
	"body-too-large": "the body is too large",
	"wrong-media-type": "the body is not sent as JSON",
	"wrong-encoding": "the body is packed in another way than gzip",
	"too-many-uploads": "too many uploads within a minute",
	"daily-quota": "too many readings on one UTC day",
	"storage-full": "the account's storage is full",
};
