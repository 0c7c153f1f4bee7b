/** Limits that an account sets to its members' sessions. Null: none. */
export type SessionLimits = { idleMinutes: number | null; sessionHours: number | null };

export const shortestIdleMinutes = 5;
export const longestIdleMinutes = 480;
export const longestSessionHours = 720;
/** Apart from the other names, which every page loads first. */
export const sessionHeaders = {
	/** `ended` on an upstream 401: the backend has ended this session. */
	state: "x-session",
	/** A key of `accountEndings`, sent together with `state`. */
	reason: "x-session-reason",
	/** Whole minutes since the person's last act in this browser. Only between the console and its own backend. */
	idleMinutes: "x-idle-minutes",
	/** Seconds since the person's last act on the page. Absent: no act since the last call that reported one. */
	acted: "x-acted",
} as const;
/** A page warns its person so long before an idle session may end. */
export const warnedBeforeMinutes = 2;
