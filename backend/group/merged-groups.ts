import { eq } from "drizzle-orm";
import type { AccountDb } from "../context";
import { mergedGroups } from "../schema";
import { isOneOf } from "../sql-lists";

/** Keeps where the devices of merged groups are now, of groups that were merged into one of them before too. */
export function noteMerged(db: AccountDb, { fromIds, intoId }: { fromIds: string[]; intoId: string }): void {
	db.update(mergedGroups).set({ intoId }).where(isOneOf(mergedGroups.intoId, fromIds)).run();
	for (const id of fromIds) db.insert(mergedGroups).values({ id, intoId }).run();
}

/** Group ids that were kept somewhere as they are called now: in their order, and each once. */
export function currentGroupIds(db: AccountDb, groupIds: string[]): string[] {
	return [...new Set(groupIds.map((id) => currentGroupId(db, id)))];
}

function currentGroupId(db: AccountDb, id: string): string {
	const { intoId } = mergedGroups;
	return db.select({ intoId }).from(mergedGroups).where(eq(mergedGroups.id, id)).get()?.intoId ?? id;
}
