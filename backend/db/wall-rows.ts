import { asc, isNotNull } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { deleteBy, findBy, insertInto, isOneOf, updateIn } from "./queries";
import { walls } from "./schema";

export type WallRow = typeof walls.$inferSelect;

export function listWalls(db: ReadDb): WallRow[] {
	return db.select().from(walls).orderBy(asc(walls.id)).all();
}

export function listEndingWalls(db: ReadDb): Pick<WallRow, "id" | "createdAt" | "expiresAt" | "warnedDays">[] {
	const { id, createdAt, expiresAt, warnedDays } = walls;
	return db
		.select({ id, createdAt, expiresAt, warnedDays })
		.from(walls)
		.where(isNotNull(walls.expiresAt))
		.orderBy(asc(walls.id))
		.all();
}

export const findWall = findBy(walls, walls.id);

export const insertWall = insertInto(walls);

export const deleteWall = deleteBy(walls, walls.id);

export const changeWall = updateIn(walls);

export function moveWalls(db: AccountDb, groupIds: readonly string[], intoId: string | null): void {
	const ofGroups = isOneOf(walls.groupId, groupIds);
	if (intoId === null) db.delete(walls).where(ofGroups).run();
	else db.update(walls).set({ groupId: intoId }).where(ofGroups).run();
}
