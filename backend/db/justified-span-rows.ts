import { and, asc, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { JustifiedSpan } from "../../shared/report/justified-span";
import type { AccountDb } from "../base/context";
import { deleteAllBy, isOneOf } from "./queries";
import { justifiedSpans } from "./schema";

export type JustifiedSpanRow = typeof justifiedSpans.$inferSelect;

const { seq, deviceId, channelId, from, to, createdAt, endedAt } = justifiedSpans;

type Requested = { channelIds: string[]; from: number; to: number };

const isWithin = (requested: Requested) =>
	and(isOneOf(channelId, requested.channelIds), lt(from, requested.to), gt(to, requested.from));

/** Returns spans that are in force and overlap the time, in ascending order. */
export function listJustifiedSpans(db: AccountDb, requested: Requested): JustifiedSpanRow[] {
	return db
		.select()
		.from(justifiedSpans)
		.where(and(isWithin(requested), isNull(endedAt)))
		.orderBy(asc(from), asc(seq))
		.all();
}

export function listJustifiedSince(db: AccountDb, requested: Requested & { since: Date }): JustifiedSpanRow[] {
	const isChanged = or(gt(createdAt, requested.since), gt(endedAt, requested.since));
	return db
		.select()
		.from(justifiedSpans)
		.where(and(isWithin(requested), isChanged))
		.all();
}

/** Returns spans in force before ended ones, the newest first. */
export function listJustifiedOf(
	db: AccountDb,
	{ deviceId: ofDevice, ...of }: { deviceId: string; channelId?: string | undefined },
	limit: number,
): JustifiedSpanRow[] {
	const isOfChannel = of.channelId === undefined ? undefined : eq(channelId, of.channelId);
	return db
		.select()
		.from(justifiedSpans)
		.where(and(eq(deviceId, ofDevice), isOfChannel))
		.orderBy(desc(isNull(endedAt)), desc(seq))
		.limit(limit)
		.all();
}

export function findJustifiedSpan(db: AccountDb, of: { channelId: string; seq: number }): JustifiedSpanRow | null {
	const isIt = and(eq(seq, of.seq), eq(channelId, of.channelId));
	return db.select().from(justifiedSpans).where(isIt).get() ?? null;
}

/** Returns the row with its number, which is never given again while a later one is stored. */
export function insertJustifiedSpan(db: AccountDb, row: Omit<JustifiedSpanRow, "seq">): JustifiedSpanRow {
	return db.insert(justifiedSpans).values(row).returning().get();
}

export function endJustifiedSpanRow(db: AccountDb, ended: { seq: number; endedAt: Date; endedBy: string }): void {
	const change = { endedAt: ended.endedAt, endedBy: ended.endedBy };
	db.update(justifiedSpans).set(change).where(eq(seq, ended.seq)).run();
}

export const deleteJustifiedSpansOf = deleteAllBy(justifiedSpans, deviceId);

export function toJustifiedSpan({ deviceId: _, ...row }: JustifiedSpanRow): JustifiedSpan {
	return { ...row, createdAt: row.createdAt.getTime(), endedAt: row.endedAt?.getTime() ?? null };
}
