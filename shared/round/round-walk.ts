import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { Round, RoundSinceLast } from "./round";

/** The language tag of the page. */
export const GetRoundWalk = z.object({
	language: z.string().check(z.regex(/^[A-Za-z0-9-]{1,35}$/, errorKey("choose.one"))),
});
export type GetRoundWalk = z.infer<typeof GetRoundWalk>;

/** All that the page at `/rounds/` shows without a network, for 72 hours. `now` is epoch ms. */
export const RoundWalk = z.object({
	now: z.number(),
	canDo: z.boolean(),
	rounds: z.array(Round),
	since: z.record(z.string(), RoundSinceLast),
	words: z.record(z.string(), z.string()),
	/** A restore of the account removed what it received then. */
	restored: z.optional(z.array(z.object({ from: z.number(), until: z.number() }))),
});
export type RoundWalk = z.infer<typeof RoundWalk>;
