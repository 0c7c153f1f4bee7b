import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { type AccountEnding, accountEndings } from "../../shared/session/session-endings";
import { type SessionLimitName, type SessionLimits, sessionHeaders } from "../../shared/session/session-limits";
import type { AccountDb, CallOrigin, RowStore, SignIn } from "../base/context";
import { trpcErrorResponse } from "../base/errors";
import { addressOf, callerRequestIdOf } from "../base/internal-headers";
import { findAccount, markSignedIn, type UserRow } from "../db/account-rows";
import {
	type Caller,
	findBounds,
	findSession,
	insertSession,
	markSessionSeen,
	pruneSessions,
} from "../db/session-rows";

const seenEveryMs = 15 * minuteMs;
const unseenForMs = 60 * dayMs;
/** The longest life of a Cognito refresh token: an end must be stored until its tokens expire. */
const rememberedForMs = 3_650 * dayMs;

const longestRead = 512;

type Seen = {
	caller: Pick<Caller, "user" | "session">;
	signIn: SignIn;
	browser: string;
	provider?: string | null;
	secondStep?: ProvenStep | null;
};

export type ProvenStep = "code" | "passkey";

/** Returns the id of a session that was not known. */
export function recordSession(
	{ db, now, newId }: RowStore,
	{ caller, signIn, browser, provider = null, secondStep = null }: Seen,
): string | null {
	const key = signInKey(signIn);
	if (key === null) return null;
	const { session } = caller;
	const seenAt = new Date(now);
	if (session) {
		if (now - session.lastSeenAt.getTime() >= seenEveryMs) markSessionSeen(db, session.id, seenAt);
		return null;
	}
	const userId = caller.user.id;
	markSignedIn(db, userId, signIn.authTime === null ? seenAt : new Date(signIn.authTime * 1000));
	pruneSessions(db, userId, { unseenSince: new Date(now - unseenForMs), endedBefore: new Date(now - rememberedForMs) });
	const id = newId("session");
	insertSession(db, {
		id,
		userId,
		signIn: key,
		authTime: signIn.authTime,
		browser,
		provider,
		isByPasskey: secondStep === "passkey",
		hasSecondStep: secondStep === "code",
		firstSeenAt: seenAt,
		lastSeenAt: seenAt,
		endedAt: null,
	});
	return id;
}

type Member = Pick<UserRow, "id" | "role" | "status">;
type AccountRules = SessionLimits & { emergencyOwners: string[] | null };
type SignInCaller = Pick<Caller, "session" | "bounds"> & { user: Member; account: AccountRules | null };

/**
 * An emergency owner needs the second step of this very sign-in: a stored one may be out of date, and a person who knows
 * the password alone could set one up. A token that does not name its sign-in has none.
 */
function isSsoRequiredOf({ user, session, account }: SignInCaller): boolean {
	const emergencyOwners = account?.emergencyOwners ?? null;
	if (emergencyOwners === null || user.status !== "active") return false;
	return !(user.role === "owner" && emergencyOwners.includes(user.id) && isProven(session));
}

export function isProven(session: Caller["session"]): boolean {
	return session !== null && (session.hasSecondStep || session.isByPasskey);
}

type Circumstances = { now: number; idleMinutes?: number | null | undefined };

export function isSessionEnded(db: AccountDb, user: Member, signIn: SignIn, now: number): boolean {
	const key = signInKey(signIn);
	const session = key === null ? null : findSession(db, user.id, key);
	const caller = { user, session, bounds: findBounds(db, user.id), account: findAccount(db) };
	return endingOf(caller, signIn, { now }) !== null;
}

/** Why the account ends the sign-in; null: it continues. A token without `auth_time` counts as older. */
export function endingOf(
	caller: SignInCaller,
	signIn: SignIn,
	{ now, idleMinutes = null }: Circumstances,
): AccountEnding | null {
	if (isEnded(caller, signIn)) return "endedByBackend";
	if (caller.account === null) return null;
	if (!signIn.provider && isSsoRequiredOf(caller)) return "onlySso";
	const limits = limitsOf(caller.account, signIn);
	const past = limitNames.find((name) => {
		const limit = limits[name];
		return limit !== null && limitEnds[name].isPast(limit, { now, idleMinutes, authTime: signIn.authTime });
	});
	return past ? limitEnds[past].ending : null;
}

type LimitEnd = {
	ending: AccountEnding;
	isPast(limit: number, at: { now: number; idleMinutes: number | null; authTime: number | null }): boolean;
};

const limitEnds: Record<SessionLimitName, LimitEnd> = {
	sessionHours: {
		ending: "tooOld",
		isPast: (hours, { now, authTime }) => authTime === null || authTime * 1_000 + hours * hourMs <= now,
	},
	idleMinutes: {
		ending: "idle",
		isPast: (minutes, { idleMinutes }) => idleMinutes !== null && idleMinutes > minutes,
	},
};
const limitNames = Object.keys(limitEnds) as SessionLimitName[]; // it has an entry for each and no other

/**
 * Hours that hold where an account sets none. At its own provider a company removes people, of whom the user pool never
 * hears: the next sign-in finds out.
 */
const defaultHours: { pool: number | null; provider: number | null } = { pool: null, provider: 12 };

export function limitsOf(limits: SessionLimits, { provider }: Pick<SignIn, "provider">): SessionLimits {
	return { ...limits, sessionHours: limits.sessionHours ?? defaultHours[provider ? "provider" : "pool"] };
}

function isEnded({ session, bounds }: Pick<Caller, "session" | "bounds">, signIn: SignIn): boolean {
	if (session?.endedAt) return true;
	if (!bounds) return false;
	const key = signInKey(signIn);
	if (key !== null && key === bounds.sparedSignIn) return false;
	return signIn.authTime === null || signIn.authTime < bounds.validAfter;
}

/** First second (epoch) of valid sign-ins. Tokens have whole seconds, so the current second is valid for a new sign-in. */
export function validAfter(now: number): number {
	return Math.floor(now / 1000);
}

export function sessionEndedResponse(requestId: string, why: AccountEnding = "endedByBackend"): Response {
	return marked(trpcErrorResponse(accountEndings[why], "Session ended", requestId), why);
}

/** The console ends the session by these headers. */
export function marked(response: Response, why: AccountEnding): Response {
	response.headers.set(sessionHeaders.state, "ended");
	response.headers.set(sessionHeaders.reason, why);
	return response;
}

/** Null if unknown. Cognito omits `origin_jti` without token revocation: then the second of the sign-in is the key. */
export function signInKey({ originJti, authTime }: SignIn): string | null {
	if (originJti !== null) return originJti;
	return authTime === null ? null : `auth_time:${authTime}`;
}

export function originOf(headers: Headers, requestId: string): CallOrigin {
	return {
		address: addressOf(headers),
		browser: browserLabel(headers.get("user-agent")),
		requestId,
		callerRequestId: callerRequestIdOf(headers),
	};
}

/** First match wins: most browsers also name their ancestors. */
const browsers: [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, "Edge"],
	[/\bOPR\/|\bOpera\b/, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\bVivaldi\//, "Vivaldi"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
	[/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b|\bMacintosh\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];

/** `Firefox on Windows`: known names only, so that no client text is shown. */
export function browserLabel(userAgent: string | null): string {
	const text = (userAgent ?? "").slice(0, longestRead);
	const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
	const [browser, system] = [nameIn(browsers), nameIn(systems)];
	if (browser === undefined && system === undefined) return "Unknown browser";
	return system === undefined ? (browser ?? "") : `${browser ?? "A browser"} on ${system}`;
}
