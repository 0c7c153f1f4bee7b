/** Lengths of time in milliseconds. A day is 24 hours: for days of a zone see `time-zones.ts`. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
