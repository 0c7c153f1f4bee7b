import * as z from "zod/mini";
import { atMostBytes } from "../base/input-bounds";
import { IngestResult, UploadRejection } from "./ingest";

/** Of one call; not among the limits, which are in the first load of every page. */
export const readingsPerCall = 5_000;

/** Each with `device`, its id or serial number, and `channel`, `at` and `value` as a logger sends them. */
export const SendReadings = z.object({
	readings: z.array(z.unknown()).check(z.minLength(1), z.maxLength(readingsPerCall), atMostBytes()),
});
export type SendReadings = z.infer<typeof SendReadings>;

/** Rejected as a whole: nothing is stored, and it may be sent again then. */
const RejectedReadings = z.object({ refusal: UploadRejection, retryAfterSeconds: z.number() });

export const SentResult = z.union([IngestResult, RejectedReadings]);
export type SentResult = z.infer<typeof SentResult>;
