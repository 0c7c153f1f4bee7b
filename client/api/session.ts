import { headerNames, requestedByValue } from "../../shared/base/header-names";
import type { SessionCheck, SessionUser } from "../../shared/session/session";
import { anySignal } from "../base/any-signal";
import { appConstants } from "../base/app-constants";
import { type Connection, connection } from "./connection";
import { earlyOr } from "./early-responses";
import { tabsMemory } from "./tabs-memory";

/** `unanswered`: no response came; `lastUser` is from the last check with one. */
export type SessionResponse =
	| { outcome: "signed-in"; user: SessionUser }
	/** `user` has replaced the page's user. */
	| { outcome: "other-person"; user: SessionUser }
	/** `hasEnded`: a user was signed in on this page and did not sign out on it. */
	| { outcome: "signed-out"; hasEnded: boolean }
	| { outcome: "unanswered"; lastUser: SessionUser | null };

type SessionDependencies = {
	fetch: (signal: AbortSignal) => Promise<SessionCheck>;
	now: () => number;
	/** Runs `work` while no other tab runs its own. */
	inTurn: <T>(work: () => Promise<T>) => Promise<T>;
	connection: Pick<Connection, "reached" | "lost">;
	tabsMemory: Pick<typeof tabsMemory, "refreshDue" | "keep">;
};

type CallKind = "read" | "write";

const ignore = () => undefined;

/** Holds no token. A page belongs to its first user for its whole life: another user's sign-in opens a new page. */
export function createSession(dependencies: SessionDependencies) {
	const { fetch, now, inTurn, connection: line, tabsMemory: memory } = dependencies;
	let inFlight: Promise<SessionResponse> | null = null;
	let respondedAt = Number.NEGATIVE_INFINITY;
	let person: SessionUser | null = null;
	let isSignedOut = false;
	let hasLeft = false;
	let expiresAt = memory.refreshDue();
	const leavingListeners = new Set<(isLeaving: boolean) => void>();
	const writes = new Set<Promise<unknown>>();
	let reads = new AbortController();
	let calls = new AbortController();

	async function send<T>(kind: CallKind, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
		reads.signal.throwIfAborted();
		if (kind === "read") return call(reads.signal);
		const writing = call(calls.signal);
		const settled = writing.then(ignore, ignore);
		writes.add(settled);
		void settled.then(() => writes.delete(settled));
		return writing;
	}

	function announce(isLeaving: boolean): void {
		for (const listener of leavingListeners) listener(isLeaving);
	}

	/** Waits for pending writes: no one could see whether an aborted write was saved. */
	async function quiet(): Promise<void> {
		announce(true);
		reads.abort();
		inFlight = null;
		const timeout = new Promise((resolve) => setTimeout(resolve, appConstants.session.respondWithinMs));
		await Promise.race([Promise.all(writes), timeout]);
		calls.abort();
	}

	function responseOf(check: SessionCheck): SessionResponse {
		if (!check.isAuthenticated) return { outcome: "signed-out", hasEnded: !hasLeft && person !== null };
		const { user } = check;
		hasLeft = false;
		if (person !== null && person.sub !== user.sub) return { outcome: "other-person", user };
		person = user;
		return { outcome: "signed-in", user };
	}

	async function fetchOnce(): Promise<SessionResponse> {
		try {
			const check = await send("read", fetch);
			line.reached();
			expiresAt = check.isAuthenticated ? now() + check.expiresInMs : Number.POSITIVE_INFINITY;
			memory.keep(check.isAuthenticated ? check.user.sub : null, expiresAt, check.ending);
			isSignedOut = !check.isAuthenticated;
			return responseOf(check);
		} catch {
			if (!reads.signal.aborted) line.lost();
			return { outcome: "unanswered", lastUser: isSignedOut ? null : person };
		}
	}

	const isNearExpiry = () => expiresAt - now() < appConstants.session.turnsWithinMs;

	return {
		/** Callers share one check while it is pending and for a second after. A check without a response is repeated. */
		check(): Promise<SessionResponse> {
			if (inFlight && now() - respondedAt < appConstants.session.sharedForMs) return inFlight;
			const requested = isNearExpiry() ? inTurn(fetchOnce) : fetchOnce();
			inFlight = requested;
			respondedAt = Number.POSITIVE_INFINITY;
			void requested.then((response) => {
				if (inFlight !== requested) return;
				if (response.outcome === "unanswered") inFlight = null;
				else respondedAt = now();
			});
			return requested;
		},
		/** Await before a call, so that tabs do not refresh one token at the same time. */
		async beforeCall(): Promise<void> {
			if (isNearExpiry()) await this.check();
		},
		forget(): void {
			inFlight = null;
			isSignedOut = false;
		},
		/** Every call with session cookies uses this: a late response would set them again. */
		send,
		/** Waits for all other calls and denies new ones until the sign-out has its response. */
		async leave<T>(signOut: () => Promise<T>): Promise<T> {
			await quiet();
			const goOn = () => {
				[reads, calls] = [new AbortController(), new AbortController()];
			};
			const result = await signOut().catch((error: unknown) => {
				goOn();
				announce(false);
				throw error;
			});
			goOn();
			hasLeft = true;
			memory.keep(null, 0, "signedOut");
			return result;
		},
		isLeaving: () => reads.signal.aborted,
		person: () => person,
		sub: () => person?.sub ?? null,
		/** Runs before a sign-out is sent, and again if it gets no response. */
		onLeaving(listener: (isLeaving: boolean) => void): () => void {
			leavingListeners.add(listener);
			return () => void leavingListeners.delete(listener);
		},
		isKnownSignedOut: () => isSignedOut,
	};
}

function isSessionCheck(value: unknown): value is SessionCheck {
	if (typeof value !== "object" || value === null || !("isAuthenticated" in value)) return false;
	return value.isAuthenticated === false || ("user" in value && "expiresInMs" in value);
}

/**
 * `header`: set by the code that watches a person's acts, which loads after the screen. `idleMinutes`: at the last check;
 * undefined: not measured, or signed out.
 */
export const acted: { header?: () => Record<string, string>; idleMinutes?: number | undefined } = {};

async function fetchSession(leaving: AbortSignal): Promise<SessionCheck> {
	const path = "/api/isAuthenticated";
	const signal = anySignal([leaving, AbortSignal.timeout(appConstants.session.respondWithinMs)]);
	const headers = { accept: "application/json", [headerNames.requestedBy]: requestedByValue, ...acted.header?.() };
	const request = () => fetch(path, { credentials: "same-origin", headers, signal });
	const returned = connection.awaitResult();
	try {
		const { response, answeredAt: respondedAt } = await earlyOr(path, signal, request);
		const body: unknown = response.ok ? await response.json() : null;
		if (!isSessionCheck(body)) throw new Error("No answer");
		acted.idleMinutes = body.idleMinutes;
		return body.isAuthenticated ? { ...body, expiresInMs: body.expiresInMs - (Date.now() - respondedAt) } : body;
	} finally {
		returned();
	}
}

export const session = createSession({
	fetch: fetchSession,
	now: Date.now,
	// Web Locks exist in secure contexts only; a plain-http intranet address has none.
	inTurn: async (work) => (navigator.locks ? navigator.locks.request(appConstants.session.lockName, work) : work()),
	connection,
	tabsMemory,
});

export function personHeader(): Record<string, string> {
	const sub = session.sub();
	return sub === null ? {} : { [headerNames.person]: sub, ...acted.header?.() };
}
