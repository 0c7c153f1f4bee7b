import { and, eq, isNull, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { deleteAllBy, prepared } from "./queries";
import { account, channels, sentUnits } from "./schema";

export type SentUnitRow = typeof sentUnits.$inferSelect;

const ofDevice = prepared((db) =>
	db
		.select()
		.from(sentUnits)
		.where(eq(sentUnits.deviceId, sql.placeholder("deviceId")))
		.prepare(),
);

export function listSentUnits(db: AccountDb, deviceId: string): SentUnitRow[] {
	return ofDevice(db).all({ deviceId });
}

export function insertSentUnit(db: AccountDb, row: SentUnitRow): void {
	db.insert(sentUnits).values(row).onConflictDoNothing().run();
}

type Decided = Pick<SentUnitRow, "channelId" | "spelling" | "channelUnit" | "meaning" | "decidedBy" | "decidedAt">;

export function saveUnitMeaning(db: AccountDb, { channelId, spelling, channelUnit, ...decided }: Decided): void {
	const isIt = and(
		eq(sentUnits.channelId, channelId),
		eq(sentUnits.spelling, spelling),
		eq(sentUnits.channelUnit, channelUnit),
	);
	db.update(sentUnits).set(decided).where(isIt).run();
}

const openIds = prepared((db) => {
	const isOfChannel = and(eq(channels.id, sentUnits.channelId), eq(channels.unit, sentUnits.channelUnit));
	return db
		.selectDistinct({ id: sentUnits.deviceId })
		.from(sentUnits)
		.innerJoin(channels, isOfChannel)
		.where(isNull(sentUnits.meaning))
		.prepare();
});

export function idsWithOpenUnits(db: AccountDb): Set<string> {
	return new Set(
		openIds(db)
			.all()
			.map(({ id }) => id),
	);
}

export const deleteSentUnits = deleteAllBy(sentUnits, sentUnits.deviceId);

/** Epoch ms of the first message from which on unknown units are questions. Sets it to `now` at the first call. */
export function unitsCheckedFrom(db: AccountDb, now: number): number {
	const known = checkedFrom(db).get()?.unitsCheckedFrom;
	if (known !== undefined && known !== null) return known;
	db.update(account).set({ unitsCheckedFrom: now }).run();
	return now;
}

const checkedFrom = prepared((db) => db.select({ unitsCheckedFrom: account.unitsCheckedFrom }).from(account).prepare());
