import { and, asc, count, eq, isNotNull, ne } from "drizzle-orm";
import type { User } from "../../shared/account/account";
import { pick } from "../../shared/base/plain-fields";
import { type DisplayFormats, formatNames } from "../../shared/formats/display-formats";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { changeIn, deleteBy, findBy, insertInto, prepared, updateIn } from "./queries";
import { account, users } from "./schema";

export type AccountRow = typeof account.$inferSelect;

export const findAccount: (db: ReadDb) => AccountRow | null = cached([account], (db: ReadDb) => {
	return db.select().from(account).get() ?? null;
});

export function accountOrThrow(db: ReadDb): AccountRow {
	const row = findAccount(db);
	if (!row) throw new Error("This object holds no account");
	return row;
}

/** The account is full and set to reject new readings. Runs at every upload. */
export function isStorageRejecting(db: AccountDb): boolean {
	return denying(db).get() !== undefined;
}

const denying = prepared((db) => {
	const isFull = and(eq(account.isQuotaBinding, true), eq(account.whenFull, "refuse"), isNotNull(account.fullSince));
	return db.select({ id: account.id }).from(account).where(isFull).prepare();
});

/** Default retention in days; null: for ever. */
export function findAccountRetention(db: ReadDb): number | null {
	return db.select({ days: account.retentionDays }).from(account).get()?.days ?? null;
}

export function changeAccount(db: AccountDb, change: Partial<AccountRow>): void {
	db.update(account).set(change).run();
}

export const insertAccount = insertInto(account);

export const saveAccount = changeIn(account);

/** Keeps the version: only for columns outside the company form. */
export const updateAccount = updateIn(account);

export function companyFormats(row: AccountRow): DisplayFormats {
	const formats = pick(row, formatNames);
	return Object.keys(row.units).length === 0 ? formats : { ...formats, units: row.units };
}

export type UserRow = typeof users.$inferSelect;

export const findUserBySub = findBy(users, users.sub);

export const findUser = findBy(users, users.id);

/** The oldest first. */
export function listUsersByEmail(db: ReadDb, email: string): UserRow[] {
	return db.select().from(users).where(eq(users.email, email)).orderBy(asc(users.createdAt)).all();
}

export function listUsers(db: AccountDb): User[] {
	return everyUser(db)
		.all()
		.map((row) => toUser(row));
}

const everyUser = prepared((db) => db.select().from(users).orderBy(asc(users.name), asc(users.id)).prepare());

export function countUsers(db: AccountDb): number {
	return db.select({ users: count() }).from(users).where(ne(users.status, "disabled")).get()?.users ?? 0;
}

/** Keeps an existing row, so that a disabled user stays disabled. */
export function insertUser(db: AccountDb, user: UserRow): void {
	db.insert(users).values(user).onConflictDoNothing({ target: users.sub }).run();
}

export const deleteUser = deleteBy(users, users.id);

export function listActiveOwners(db: ReadDb): UserRow[] {
	const isActiveOwner = and(eq(users.role, "owner"), eq(users.status, "active"));
	return db.select().from(users).where(isActiveOwner).orderBy(asc(users.name), asc(users.id)).all();
}

export function listActiveMembers(db: ReadDb): UserRow[] {
	return db.select().from(users).where(eq(users.status, "active")).orderBy(asc(users.name), asc(users.id)).all();
}

export const saveUserAccess = changeIn(users);

export function markSignedIn(db: AccountDb, id: string, lastSignInAt: Date): void {
	db.update(users).set({ lastSignInAt }).where(eq(users.id, id)).run();
}

export function saveSecondStep(db: AccountDb, id: string, secondStep: "on" | "off"): void {
	db.update(users).set({ secondStep }).where(eq(users.id, id)).run();
}

export function saveShownSecondStep(db: AccountDb, id: string, hasShownSecondStep: boolean): void {
	db.update(users).set({ hasShownSecondStep }).where(eq(users.id, id)).run();
}

export function markSeen(db: AccountDb, id: string, now: number): void {
	db.update(users)
		.set({ lastSeenAt: new Date(now) })
		.where(eq(users.id, id))
		.run();
}

type Renamed = Pick<UserRow, "id" | "name" | "email" | "secondStep" | "identityIssuedAt">;

export function renameUser(db: AccountDb, { id, ...changes }: Renamed): void {
	db.update(users).set(changes).where(eq(users.id, id)).run();
}

export function saveUserLanguage(db: AccountDb, userId: string, language: string | null): void {
	db.update(users).set({ language }).where(eq(users.id, userId)).run();
}

export function toUser(row: UserRow): User {
	const { sub: _, identityIssuedAt: __, language: ___, hasShownSecondStep: ____, ...user } = row;
	return { ...user, invitation: null };
}
