import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { longestIdleMinutes, longestSessionHours, shortestIdleMinutes } from "../session/session-limits";

const idleError = errorKey("number.wholeOrEmpty", { least: shortestIdleMinutes, most: longestIdleMinutes });
const hoursError = errorKey("number.wholeOrEmpty", { least: 1, most: longestSessionHours });

/** Null: no limit. */
export const LimitSessions = z.object({
	idleMinutes: z.nullable(
		z.int(idleError).check(z.minimum(shortestIdleMinutes, idleError), z.maximum(longestIdleMinutes, idleError)),
	),
	sessionHours: z.nullable(
		z.int(hoursError).check(z.minimum(1, hoursError), z.maximum(longestSessionHours, hoursError)),
	),
});
export type LimitSessions = z.infer<typeof LimitSessions>;
