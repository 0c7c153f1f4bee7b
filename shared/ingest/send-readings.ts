import * as z from "zod/mini";
import { atMostBytes } from "../base/input-bounds";
import { IngestResult, UploadRefusal } from "./ingest";

/** Of one call; not among the limits, which are in the first load of every page. */
export const readingsPerCall = 5_000;

/** Each with `device`, its id or serial number, and `channel`, `at` and `value` as a logger sends them. */
export const SendReadings = z.object({
	readings: z.array(z.unknown()).check(z.minLength(1), z.maxLength(readingsPerCall), atMostBytes()),
});
export type SendReadings = z.infer<typeof SendReadings>;

/** Refused as a whole: nothing is stored, and it may be sent again then. */
const RefusedReadings = z.object({ refusal: UploadRefusal, retryAfterSeconds: z.number() });

export const SentResult = z.union([IngestResult, RefusedReadings]);
export type SentResult = z.infer<typeof SentResult>;
