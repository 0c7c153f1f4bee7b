import { dayMs } from "../../shared/durations";

/**
 * How long an object in R2 stays that no row names any more. An account's object can be set back to any moment of the
 * last 30 days, and then names it again; readers of the moment have long left by then.
 */
export const unnamedKeptMs = 35 * dayMs;
