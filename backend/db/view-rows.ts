import { asc, eq, or } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { deleteBy, insertInto } from "./queries";
import { savedViews, users } from "./schema";

export type ViewRow = typeof savedViews.$inferSelect;

/** The user's own and shared views. `author` null: no longer exists. */
export function listViews(db: AccountDb, userId: string): (ViewRow & { author: string | null })[] {
	return db
		.select({ view: savedViews, author: users.name })
		.from(savedViews)
		.leftJoin(users, eq(users.id, savedViews.userId))
		.where(or(eq(savedViews.userId, userId), eq(savedViews.isShared, true)))
		.orderBy(asc(savedViews.name), asc(savedViews.id))
		.all()
		.map(({ view, author }) => ({ ...view, author }));
}

export const insertView = insertInto(savedViews);

export function saveView(db: AccountDb, { id, ...view }: ViewRow): void {
	db.update(savedViews).set(view).where(eq(savedViews.id, id)).run();
}

export const deleteView = deleteBy(savedViews, savedViews.id);

export function listOwnViewIds(db: AccountDb, userId: string): string[] {
	const rows = db.select().from(savedViews).where(eq(savedViews.userId, userId)).all();
	return rows.filter(({ isShared }) => !isShared).map(({ id }) => id);
}
