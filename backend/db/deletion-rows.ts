import { and, asc, gte, isNotNull, lte, min, or, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import type { DeviceRow } from "./device-rows";
import { prepared } from "./queries";
import { devices } from "./schema";

export function isGone({ deletedFrom }: Pick<DeviceRow, "deletedFrom">, now: number): boolean {
	return deletedFrom !== null && deletedFrom.getTime() <= now;
}

const { id, name, deletedFrom } = devices;

/** Epoch ms; null: no device is being deleted. */
export function firstGoesAt(db: AccountDb): number | null {
	return firstOfAll(db).get()?.at?.getTime() ?? null;
}

// Matches the condition of the index: read at every write.
const firstOfAll = prepared((db) =>
	db
		.select({ at: min(deletedFrom) })
		.from(devices)
		.where(isNotNull(deletedFrom))
		.prepare(),
);

export function listGone(db: AccountDb, now: Date, limit: number): string[] {
	const isDue = and(isNotNull(deletedFrom), lte(deletedFrom, now));
	const rows = db.select({ id }).from(devices).where(isDue).orderBy(asc(deletedFrom), asc(id)).limit(limit).all();
	return rows.map((row) => row.id);
}

export function listGoneFrom(db: AccountDb, firstId: string, { now, limit }: { now: Date; limit: number }) {
	const first = db.select({ deletedFrom }).from(devices).where(sql`${id} = ${firstId}`).get();
	if (!first?.deletedFrom || first.deletedFrom.getTime() > now.getTime()) return [];
	const isLater = sql`${deletedFrom} > ${first.deletedFrom.getTime()}`;
	const isFromFirst = or(isLater, and(sql`${deletedFrom} = ${first.deletedFrom.getTime()}`, gte(id, firstId)));
	return db
		.select({ id, name })
		.from(devices)
		.where(and(isNotNull(deletedFrom), lte(deletedFrom, now), isFromFirst))
		.orderBy(asc(deletedFrom), asc(id))
		.limit(limit)
		.all();
}
