import { asc, eq, min, sql, sum } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { deleteAllBy, isOneOf, prepared } from "./queries";
import { reportFiles } from "./report-schema";
import { devices, retentionShortenings } from "./schema";

export type ShorteningRow = typeof retentionShortenings.$inferSelect;

/** Devices whose retention has changed since it was last settled, with what waits for them. */
export function listUnsettled(db: AccountDb) {
	return everyUnsettled(db).all();
}

const everyUnsettled = prepared((db) => {
	const { id, retentionDays, keptDays } = devices;
	return (
		db
			.select({ id, retentionDays, keptDays, waiting: retentionShortenings })
			.from(devices)
			.leftJoin(retentionShortenings, eq(retentionShortenings.deviceId, id))
			// As the index has it.
			.where(sql`${sql.identifier("retention_days")} IS NOT ${sql.identifier("settled_days")}`)
			.orderBy(asc(id))
			.prepare()
	);
});

export function saveShortening(db: AccountDb, row: ShorteningRow): void {
	const { deviceId, ...values } = row;
	db.insert(retentionShortenings)
		.values(row)
		.onConflictDoUpdate({ target: retentionShortenings.deviceId, set: values })
		.run();
	db.update(devices).set({ settledDays: row.days }).where(eq(devices.id, deviceId)).run();
}

/** From now on reads and removal go by `days`. */
export function applyRetention(db: AccountDb, deviceId: string, days: number | null): void {
	deleteShortenings(db, [deviceId]);
	db.update(devices).set({ keptDays: days, settledDays: days }).where(eq(devices.id, deviceId)).run();
}

export const deleteShortenings = deleteAllBy(retentionShortenings, retentionShortenings.deviceId);

export function firstShorteningDueAt(db: ReadDb): number | null {
	return firstShortening(db).get()?.at ?? null;
}

const firstShortening = prepared((db: ReadDb) =>
	db
		.select({ at: min(retentionShortenings.dueAt) })
		.from(retentionShortenings)
		.prepare(),
);

export function listShorteningsDue(db: AccountDb, now: number): string[] {
	return db
		.select({ id: retentionShortenings.deviceId })
		.from(retentionShortenings)
		.where(sql`${retentionShortenings.dueAt} <= ${now}`)
		.orderBy(asc(retentionShortenings.dueAt), asc(retentionShortenings.deviceId))
		.all()
		.map(({ id }) => id);
}

/** By when they apply. */
export function listWaiting(db: AccountDb, ids: string[] | "all") {
	const { name, keptDays, version } = devices;
	const { deviceId, days, decidedAt, decidedSeq, dueAt } = retentionShortenings;
	return db
		.select({ deviceId, name, version, keptDays, days, decidedAt, decidedSeq, dueAt })
		.from(retentionShortenings)
		.innerJoin(devices, eq(devices.id, deviceId))
		.where(ids === "all" ? undefined : isOneOf(deviceId, ids))
		.orderBy(asc(dueAt), asc(name), asc(deviceId))
		.all();
}

/** As they are kept now, and what waits. */
export function listKept(db: AccountDb, ids: string[]) {
	const { id, name, inherits, retentionDays, keptDays, measuredLoggingSeconds, measuredUploadSeconds } = devices;
	const facts = { id, name, inherits, retentionDays, keptDays, measuredLoggingSeconds, measuredUploadSeconds };
	return db
		.select({ ...facts, waiting: retentionShortenings })
		.from(devices)
		.leftJoin(retentionShortenings, eq(retentionShortenings.deviceId, id))
		.where(isOneOf(id, ids))
		.orderBy(asc(id))
		.all();
}

/** Of reports, until they are gone. */
export function countReportFileBytes(db: ReadDb): number {
	return Number(
		db
			.select({ bytes: sum(reportFiles.bytes) })
			.from(reportFiles)
			.get()?.bytes ?? 0,
	);
}
