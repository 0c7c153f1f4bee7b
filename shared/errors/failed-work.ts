import * as z from "zod/mini";
import { DeviceId } from "../base/ids";
import { SaidData } from "../words/said-data";

/** One piece of background work. `subject` empty: the work as a whole. */
export const FailedWorkTarget = z.object({
	work: z.string().check(z.minLength(1), z.maxLength(60)),
	subject: z.string().check(z.maxLength(200)),
});
export type FailedWorkTarget = z.infer<typeof FailedWorkTarget>;

export const FailedWork = z.extend(FailedWorkTarget, {
	title: z.string(),
	titleSaid: z.optional(z.nullable(SaidData)),
	subjectName: z.nullable(z.string()),
	deviceId: z.nullable(DeviceId),
	attempts: z.int(),
	failingSince: z.nullable(z.date()),
	nextAttemptAt: z.date(),
	isSetAside: z.boolean(),
	error: z.string(),
});
export type FailedWork = z.infer<typeof FailedWork>;
