import * as z from "zod/mini";
import { t } from "../words/made/lines";
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

export const rejectionLabels = Object.fromEntries(
	RejectionReason.options.map((reason) => [reason, t(`rejection.${reason}`)]),
) as Record<RejectionReason, string>; // every reason has its entry
