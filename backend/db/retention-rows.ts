import { asc, eq, getTableColumns, min, sql, sum } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteAllBy, isOneOf, placeholdersOf, prepared } from "./queries";
import { reportFiles } from "./report-schema";
import { devices, retentionShortenings } from "./schema";

export type ShorteningRow = typeof retentionShortenings.$inferSelect;

export function listUnsettled(db: AccountDb, limit: number) {
	return firstUnsettled(db).all({ limit });
}

const firstUnsettled = prepared((db) => {
	const { id, retentionDays, keptDays } = devices;
	return (
		db
			.select({ id, retentionDays, keptDays, waiting: retentionShortenings })
			.from(devices)
			.leftJoin(retentionShortenings, eq(retentionShortenings.deviceId, id))
			// Matches the index.
			.where(sql`${sql.identifier("retention_days")} IS NOT ${sql.identifier("settled_days")}`)
			.orderBy(asc(id))
			.limit(sql.placeholder("limit"))
			.prepare()
	);
});

export function saveShortenings(db: AccountDb, rows: readonly ShorteningRow[]): void {
	for (const row of rows) saveShortening(db).run(row);
	for (const [settledDays, alike] of Map.groupBy(rows, ({ days }) => days)) {
		const ids = alike.map(({ deviceId }) => deviceId);
		db.update(devices).set({ settledDays }).where(isOneOf(devices.id, ids)).run();
	}
}

const saveShortening = prepared((db) => {
	const values = placeholdersOf(retentionShortenings);
	const { deviceId: target, ...columns } = getTableColumns(retentionShortenings);
	const set = Object.fromEntries(Object.entries(columns).map(([name, { name: column }]) => [name, excluded(column)]));
	return db.insert(retentionShortenings).values(values).onConflictDoUpdate({ target, set }).prepare();
});

function excluded(column: string) {
	return sql`excluded.${sql.identifier(column)}`;
}

export function applyRetention(db: AccountDb, deviceIds: string[], days: number | null): void {
	deleteShortenings(db, deviceIds);
	db.update(devices).set({ keptDays: days, settledDays: days }).where(isOneOf(devices.id, deviceIds)).run();
}

export const deleteShortenings = deleteAllBy(retentionShortenings, retentionShortenings.deviceId);

export const firstShorteningDueAt = cached(
	[retentionShortenings],
	(db: ReadDb): number | null => firstShortening(db).get()?.at ?? null,
);

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

export const countReportFileBytes = cached([reportFiles], (db: ReadDb): number => {
	const found = db
		.select({ bytes: sum(reportFiles.bytes) })
		.from(reportFiles)
		.get();
	return Number(found?.bytes ?? 0);
});
