import * as z from "zod/mini";
import { errorKey } from "../base/error-key";

/** `YYYY-MM-DD` of a day that exists. */
export const DayText = z.string().check(
	z.regex(/^20\d\d-\d\d-\d\d$/, errorKey("time.choose")),
	// Date.parse would turn 30 February into 2 March.
	z.refine((day) => !day.endsWith("-00") && new Date(Date.parse(day) || 0).toISOString().startsWith(day), {
		error: errorKey("time.choose"),
	}),
);
