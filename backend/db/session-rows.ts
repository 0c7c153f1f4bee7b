import { and, desc, eq, isNotNull, isNull, like, lt, ne, or, sql } from "drizzle-orm";
import { recordOf } from "../../shared/base/plain-fields";
import { type SessionLimits, sessionLimitNames } from "../../shared/session/session-limits";
import type { AccountDb, ReadDb } from "../base/context";
import type { UserRow } from "./account-rows";
import { cached } from "./cached-rows";
import { findBy, insertInto, prepared } from "./queries";
import { account, sessionBounds, sessions, users } from "./schema";

type SessionRow = typeof sessions.$inferSelect;
type SessionBounds = typeof sessionBounds.$inferSelect;

export type Caller = {
	user: UserRow;
	session: Pick<SessionRow, "id" | "lastSeenAt" | "endedAt" | "isByPasskey" | "hasSecondStep"> | null;
	bounds: Pick<SessionBounds, "validAfter" | "sparedSignIn"> | null;
	account: ({ secondStepFrom: Date | null; emergencyOwners: string[] | null } & SessionLimits) | null;
};

const listedSessions = 50;

/** One query, since every request starts with it. `signIn` null: the token does not identify its sign-in. */
export function findCaller(db: ReadDb, sub: string, signIn: string | null): Caller | null {
	return callerOf(db, JSON.stringify([sub, signIn]));
}

const callerOf = cached([users, sessions, sessionBounds, account], (db: ReadDb, requested): Caller | null => {
	const [sub, signIn]: [string, string | null] = JSON.parse(requested);
	return callerBySub(db).get({ sub, signIn }) ?? null;
});

const callerBySub = prepared((db: ReadDb) => {
	const isOfSignIn = and(eq(sessions.userId, users.id), eq(sessions.signIn, sql.placeholder("signIn")));
	return db
		.select({
			user: users,
			session: {
				id: sessions.id,
				lastSeenAt: sessions.lastSeenAt,
				endedAt: sessions.endedAt,
				isByPasskey: sessions.isByPasskey,
				hasSecondStep: sessions.hasSecondStep,
			},
			bounds: { validAfter: sessionBounds.validAfter, sparedSignIn: sessionBounds.sparedSignIn },
			// drizzle detects a missing row by its columns, so the id is included.
			account: {
				id: account.id,
				secondStepFrom: account.secondStepFrom,
				emergencyOwners: account.emergencyOwners,
				...recordOf(sessionLimitNames, (name) => account[name]),
			},
		})
		.from(users)
		.leftJoin(sessions, isOfSignIn)
		.leftJoin(sessionBounds, eq(sessionBounds.userId, users.id))
		.leftJoin(account, sql`true`)
		.where(eq(users.sub, sql.placeholder("sub")))
		.prepare();
});

export function findSession(db: AccountDb, userId: string, signIn: string): SessionRow | null {
	return sessionBySignIn(db).get({ userId, signIn }) ?? null;
}

const sessionBySignIn = prepared((db) => {
	const isTheirs = and(eq(sessions.userId, sql.placeholder("userId")), eq(sessions.signIn, sql.placeholder("signIn")));
	return db.select().from(sessions).where(isTheirs).prepare();
});

export function hasSignedInBy(db: ReadDb, provider: string): boolean {
	return db.select({ id: sessions.id }).from(sessions).where(eq(sessions.provider, provider)).get() !== undefined;
}

/** Ends the open sessions of every provider that the account has entered, also of a replaced one. */
export function endProviderSessions(db: AccountDb, endedAt: Date): void {
	db.update(sessions)
		.set({ endedAt })
		.where(and(like(sessions.provider, "sso-%"), isNull(sessions.endedAt)))
		.run();
}

export function listSessions(db: AccountDb, userId: string): SessionRow[] {
	return db
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
		.orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
		.limit(listedSessions)
		.all();
}

export const insertSession = insertInto(sessions);

export function markSessionSeen(db: AccountDb, id: string, lastSeenAt: Date): void {
	db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, id)).run();
}

type Owned = { userId: string; sessionId: string; endedAt: Date };

export function endOneSession(db: AccountDb, { userId, sessionId, endedAt }: Owned): boolean {
	const isTheirs = and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt));
	return db.update(sessions).set({ endedAt }).where(isTheirs).returning({ id: sessions.id }).all().length > 0;
}

type OfSignIn = { userId: string; signIn: string; endedAt: Date };

export function endSignIn(db: AccountDb, { userId, signIn, endedAt }: OfSignIn): void {
	const isTheirs = and(eq(sessions.userId, userId), eq(sessions.signIn, signIn), isNull(sessions.endedAt));
	db.update(sessions).set({ endedAt }).where(isTheirs).run();
}

/** Marks sessions that the user pool's clock puts after the bounds, and deletes the others. */
export function endSessionsBefore(db: AccountDb, bounds: SessionBounds, endedAt: Date): void {
	const { userId, validAfter, sparedSignIn } = bounds;
	const isEnded = and(
		eq(sessions.userId, userId),
		sparedSignIn === null ? undefined : ne(sessions.signIn, sparedSignIn),
	);
	db.transaction(() => {
		db.insert(sessionBounds)
			.values(bounds)
			.onConflictDoUpdate({ target: sessionBounds.userId, set: { validAfter, sparedSignIn } })
			.run();
		db.delete(sessions)
			.where(and(isEnded, or(isNull(sessions.authTime), lt(sessions.authTime, validAfter))))
			.run();
		db.update(sessions)
			.set({ endedAt })
			.where(and(isEnded, isNull(sessions.endedAt)))
			.run();
	});
}

export function deleteSessions(db: AccountDb, userId: string): void {
	db.delete(sessions).where(eq(sessions.userId, userId)).run();
	db.delete(sessionBounds).where(eq(sessionBounds.userId, userId)).run();
}

export const findBounds = findBy(sessionBounds, sessionBounds.userId);

type Pruned = { unseenSince: Date; endedBefore: Date };

export function pruneSessions(db: AccountDb, userId: string, { unseenSince, endedBefore }: Pruned): void {
	const isForgotten = and(isNull(sessions.endedAt), lt(sessions.lastSeenAt, unseenSince));
	const isOver = and(isNotNull(sessions.endedAt), lt(sessions.endedAt, endedBefore));
	db.delete(sessions)
		.where(and(eq(sessions.userId, userId), or(isForgotten, isOver)))
		.run();
}
