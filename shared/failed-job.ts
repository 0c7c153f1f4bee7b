import * as z from "zod/mini";

/** Work of the account that failed and waits to be tried again. */
export const FailedJob = z.object({
	/** `Sealing of Freezer 1`. */
	name: z.string(),
	work: z.string(),
	/** What was worked on, in words; null: the work as a whole. */
	subjectName: z.nullable(z.string()),
	attempts: z.number(),
	lastError: z.string(),
	nextAttemptAt: z.date(),
	/** Since when it is tried once a day only; null: it is tried again within the hour. */
	setAsideAt: z.nullable(z.date()),
});
export type FailedJob = z.infer<typeof FailedJob>;
