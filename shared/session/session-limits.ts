/** Limits that an account can set to its members' sessions, with their bounds. */
export const sessionLimits = {
	idleMinutes: { least: 5, most: 480 },
	sessionHours: { least: 1, most: 720 },
};
export type SessionLimitName = keyof typeof sessionLimits;
/** Null: none. */
export type SessionLimits = Record<SessionLimitName, number | null>;

export const sessionLimitNames = Object.keys(sessionLimits) as SessionLimitName[]; // its keys are its keyof

export const shortestIdleMinutes = sessionLimits.idleMinutes.least;
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
