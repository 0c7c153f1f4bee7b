import { and, asc, desc, eq, gt, isNull, lt, max, or } from "drizzle-orm";
import { addTo } from "../../shared/base/multi-map";
import type { ReadingVerdict } from "../../shared/log/reading-verdicts";
import type { AccountDb } from "../base/context";
import type { Verdict } from "../base/reading-store";
import { cached } from "./cached-rows";
import { deleteAllBy, insertInto, isOneOf, prepared } from "./queries";
import { readingVerdicts } from "./schema";

export type ReadingVerdictRow = typeof readingVerdicts.$inferSelect;

const { seq, deviceId, channelId, from, to, verdict, createdAt, endedAt } = readingVerdicts;

/** The verdicts in force by device. Every read of the log needs them. */
const holding = cached([readingVerdicts], (db): ReadonlyMap<string, readonly Verdict[]> => {
	const rows = db
		.select({ deviceId, channelId, from, to, verdict, seq })
		.from(readingVerdicts)
		.where(isNull(endedAt))
		.orderBy(asc(seq))
		.all();
	const byDevice = new Map<string, Verdict[]>();
	for (const { deviceId, ...row } of rows) addTo(byDevice, deviceId, row);
	return byDevice;
});

const none: readonly Verdict[] = [];

export function holdingVerdicts(db: AccountDb, ofDevice: string): readonly Verdict[] {
	return holding(db).get(ofDevice) ?? none;
}

export function listVerdicts(
	db: AccountDb,
	{ deviceId: ofDevice, ...of }: { deviceId: string; channelId?: string | undefined },
	limit: number,
): ReadingVerdictRow[] {
	const isOfChannel = of.channelId === undefined ? undefined : eq(channelId, of.channelId);
	return db
		.select()
		.from(readingVerdicts)
		.where(and(eq(deviceId, ofDevice), isOfChannel))
		.orderBy(desc(isNull(endedAt)), desc(seq))
		.limit(limit)
		.all();
}

export function findVerdict(db: AccountDb, requested: { channelId: string; seq: number }): ReadingVerdictRow | null {
	const isIt = and(eq(seq, requested.seq), eq(channelId, requested.channelId));
	return db.select().from(readingVerdicts).where(isIt).get() ?? null;
}

export const insertVerdict = insertInto(readingVerdicts);

export function endVerdictRow(db: AccountDb, ended: { seq: number; endedAt: Date; endedBy: string }): void {
	const { endedAt, endedBy } = ended;
	db.update(readingVerdicts).set({ endedAt, endedBy }).where(eq(seq, ended.seq)).run();
}

export function listVerdictsSince(
	db: AccountDb,
	requested: { channelIds: string[]; since: Date; from: number; to: number },
): ReadingVerdictRow[] {
	const isChanged = or(gt(createdAt, requested.since), gt(endedAt, requested.since));
	const isWithin = and(lt(from, requested.to), gt(to, requested.from));
	return db
		.select()
		.from(readingVerdicts)
		.where(and(isOneOf(channelId, requested.channelIds), isChanged, isWithin))
		.all();
}

export const deleteVerdictsOf = deleteAllBy(readingVerdicts, deviceId);

export function highestVerdictSeq(db: AccountDb): number {
	return highest(db).get()?.seq ?? 0;
}

const highest = prepared((db) =>
	db
		.select({ seq: max(seq) })
		.from(readingVerdicts)
		.prepare(),
);

export function toReadingVerdict({ deviceId: _, ...row }: ReadingVerdictRow): ReadingVerdict {
	return { ...row, createdAt: row.createdAt.getTime(), endedAt: row.endedAt?.getTime() ?? null };
}
