import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import type { User } from "../../shared/account";
import type { AccountDb, ReadDb } from "../base/context";
import { prepared } from "./queries";
import { account, users } from "./schema";

export type AccountRow = typeof account.$inferSelect;

export function findAccount(db: ReadDb): AccountRow | null {
	return db.select().from(account).get() ?? null;
}

/** Throws if the account was never made: no member could have called. */
export function accountOrThrow(db: ReadDb): AccountRow {
	const row = findAccount(db);
	if (!row) throw new Error("This object holds no account");
	return row;
}

export function insertAccount(db: AccountDb, row: AccountRow): void {
	db.insert(account).values(row).run();
}

export type UserRow = typeof users.$inferSelect;

export function findUserBySub(db: ReadDb, sub: string): UserRow | null {
	return userBySub(db).get({ sub }) ?? null;
}

const userBySub = prepared((db: ReadDb) =>
	db
		.select()
		.from(users)
		.where(eq(users.sub, sql.placeholder("sub")))
		.prepare(),
);

export function findUser(db: AccountDb, id: string): UserRow | null {
	return userById(db).get({ id }) ?? null;
}

const userById = prepared((db) =>
	db
		.select()
		.from(users)
		.where(eq(users.id, sql.placeholder("id")))
		.prepare(),
);

export function listUsers(db: AccountDb): User[] {
	return everyUser(db)
		.all()
		.map((row) => toUser(row));
}

const everyUser = prepared((db) => db.select().from(users).orderBy(asc(users.name), asc(users.id)).prepare());

export function countUsers(db: AccountDb): number {
	return db.select({ users: count() }).from(users).where(ne(users.status, "disabled")).get()?.users ?? 0;
}

/** Leaves an existing user unchanged: a disabled user stays disabled. */
export function insertUser(db: AccountDb, user: UserRow): void {
	db.insert(users).values(user).onConflictDoNothing({ target: users.sub }).run();
}

export function deleteUser(db: AccountDb, id: string): void {
	db.delete(users).where(eq(users.id, id)).run();
}

export function listActiveOwners(db: ReadDb): UserRow[] {
	const isActiveOwner = and(eq(users.role, "owner"), eq(users.status, "active"));
	return db.select().from(users).where(isActiveOwner).orderBy(asc(users.name), asc(users.id)).all();
}

type Access = Partial<Pick<UserRow, "role" | "scope" | "status">>;

/** Raises the version, so that an open form does not restore what was before. */
export function saveUserAccess(db: AccountDb, id: string, access: Access): void {
	db.update(users)
		.set({ ...access, version: sql`${users.version} + 1` })
		.where(eq(users.id, id))
		.run();
}

export function markSignedIn(db: AccountDb, id: string, lastSignInAt: Date): void {
	db.update(users).set({ lastSignInAt }).where(eq(users.id, id)).run();
}

export function markSeen(db: AccountDb, id: string, now: number): void {
	db.update(users)
		.set({ lastSeenAt: new Date(now) })
		.where(eq(users.id, id))
		.run();
}

type Renamed = Pick<UserRow, "id" | "name" | "email" | "identityIssuedAt">;

export function renameUser(db: AccountDb, { id, ...changes }: Renamed): void {
	db.update(users).set(changes).where(eq(users.id, id)).run();
}

export function toUser({ sub: _, identityIssuedAt: __, ...user }: UserRow): User {
	return { ...user, invitation: null };
}
