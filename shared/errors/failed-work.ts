import * as z from "zod/mini";
import { DeviceId } from "../base/ids";

/** One piece of background work; an empty `subject` is the work as a whole. */
export const FailedWorkTarget = z.object({
	work: z.string().check(z.minLength(1), z.maxLength(60)),
	subject: z.string().check(z.maxLength(200)),
});
export type FailedWorkTarget = z.infer<typeof FailedWorkTarget>;

export const FailedWork = z.extend(FailedWorkTarget, {
	title: z.string(),
	/** `Freezer 1`; null: the work as a whole. */
	subjectName: z.nullable(z.string()),
	/** Null: it concerns the account. */
	deviceId: z.nullable(DeviceId),
	attempts: z.int(),
	/** Null: longer than this is recorded. */
	failingSince: z.nullable(z.date()),
	nextAttemptAt: z.date(),
	/** Failed so often that it is tried once a day only. */
	isSetAside: z.boolean(),
	/** One line, without secrets. */
	error: z.string(),
});
export type FailedWork = z.infer<typeof FailedWork>;
