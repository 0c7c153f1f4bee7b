import { eq, isNull, sql } from "drizzle-orm";
import type { DeviceRefusals } from "../../shared/device-refusals";
import type { AccountDb } from "../base/context";
import { isOneOf, prepared } from "./queries";
import { deviceRefusals } from "./schema";

export type RefusalRow = typeof deviceRefusals.$inferSelect;

const rowOf = prepared((db) =>
	db
		.select()
		.from(deviceRefusals)
		.where(eq(deviceRefusals.deviceId, sql.placeholder("deviceId")))
		.prepare(),
);

export function findRefusalRow(db: AccountDb, deviceId: string): RefusalRow | null {
	return rowOf(db).get({ deviceId }) ?? null;
}

export function findRefusals(db: AccountDb, deviceId: string): DeviceRefusals | null {
	const row = findRefusalRow(db, deviceId);
	return row && row.endedAt === null ? { since: row.since, ...row.last } : null;
}

const refusedIds = prepared((db) =>
	db.select({ id: deviceRefusals.deviceId }).from(deviceRefusals).where(isNull(deviceRefusals.endedAt)).prepare(),
);

export function idsWithRefusals(db: AccountDb): Set<string> {
	return new Set(
		refusedIds(db)
			.all()
			.map(({ id }) => id),
	);
}

export function saveRefusalRow(db: AccountDb, row: RefusalRow): void {
	const { deviceId: _, ...facts } = row;
	db.insert(deviceRefusals).values(row).onConflictDoUpdate({ target: deviceRefusals.deviceId, set: facts }).run();
}

export function deleteRefusalRows(db: AccountDb, deviceIds: string[]): void {
	db.delete(deviceRefusals).where(isOneOf(deviceRefusals.deviceId, deviceIds)).run();
}
