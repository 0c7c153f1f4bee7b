import * as z from "zod/mini";
import { atMostBytes } from "../base/input-bounds";
import { IngestResult, UploadRejection } from "./ingest";

/** Not in `limits`, which every page loads first. */
export const readingsPerCall = 5_000;

/** Each has `device` (id or serial number), and `channel`, `at` and `value` as loggers send them. */
export const SendReadings = z.object({
	readings: z.array(z.unknown()).check(z.minLength(1), z.maxLength(readingsPerCall), atMostBytes()),
});
export type SendReadings = z.infer<typeof SendReadings>;

/** Nothing is stored. The call may be repeated after `retryAfterSeconds`. */
const RejectedReadings = z.object({ refusal: UploadRejection, retryAfterSeconds: z.number() });

export const SentResult = z.union([IngestResult, RejectedReadings]);
export type SentResult = z.infer<typeof SentResult>;
