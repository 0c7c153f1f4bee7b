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

type Answered = Pick<SentUnitRow, "channelId" | "spelling" | "channelUnit" | "answer" | "answeredBy" | "answeredAt">;

export function saveSentUnitAnswer(db: AccountDb, { channelId, spelling, channelUnit, ...answer }: Answered): void {
	const isIt = and(
		eq(sentUnits.channelId, channelId),
		eq(sentUnits.spelling, spelling),
		eq(sentUnits.channelUnit, channelUnit),
	);
	db.update(sentUnits).set(answer).where(isIt).run();
}

const openIds = prepared((db) => {
	const isOfChannel = and(eq(channels.id, sentUnits.channelId), eq(channels.unit, sentUnits.channelUnit));
	return db
		.selectDistinct({ id: sentUnits.deviceId })
		.from(sentUnits)
		.innerJoin(channels, isOfChannel)
		.where(isNull(sentUnits.answer))
		.prepare();
});

/** Devices with an unanswered unit, for a channel that still has the unit it had. */
export function idsWithOpenUnits(db: AccountDb): Set<string> {
	return new Set(
		openIds(db)
			.all()
			.map(({ id }) => id),
	);
}

export const deleteSentUnits = deleteAllBy(sentUnits, sentUnits.deviceId);

/** Epoch ms of the first message after which unknown units are asked about. Sets it to `now` at the first call. */
export function unitsAskedFrom(db: AccountDb, now: number): number {
	const known = askedFrom(db).get()?.unitsAskedFrom;
	if (known !== undefined && known !== null) return known;
	db.update(account).set({ unitsAskedFrom: now }).run();
	return now;
}

const askedFrom = prepared((db) => db.select({ unitsAskedFrom: account.unitsAskedFrom }).from(account).prepare());
