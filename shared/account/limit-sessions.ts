import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { recordOf } from "../base/plain-fields";
import { sessionLimitNames, sessionLimits } from "../session/session-limits";

/** Null: no limit. */
export const LimitSessions = z.object(
	recordOf(sessionLimitNames, (name) => {
		const { least, most } = sessionLimits[name];
		const error = errorKey("number.wholeOrEmpty", { least, most });
		return z.nullable(z.int(error).check(z.minimum(least, error), z.maximum(most, error)));
	}),
);
export type LimitSessions = z.infer<typeof LimitSessions>;
