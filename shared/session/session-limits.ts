/** Limits that an account sets to its members' sessions. Null: none. */
export type SessionLimits = { idleMinutes: number | null; sessionHours: number | null };

export const shortestIdleMinutes = 5;
export const longestIdleMinutes = 480;
export const longestSessionHours = 720;
/** A page warns its person so long before an idle session may end. */
export const warnedBeforeMinutes = 2;
