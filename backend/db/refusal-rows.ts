import { isNull } from "drizzle-orm";
import type { DeviceRefusals } from "../../shared/ingest/device-refusals";
import type { AccountDb } from "../base/context";
import { deleteAllBy, findBy, prepared, saveInto } from "./queries";
import { deviceRefusals } from "./schema";

export type RefusalRow = typeof deviceRefusals.$inferSelect;

export const findRefusalRow = findBy(deviceRefusals, deviceRefusals.deviceId);

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

export const saveRefusalRow = saveInto(deviceRefusals, deviceRefusals.deviceId);

export const deleteRefusalRows = deleteAllBy(deviceRefusals, deviceRefusals.deviceId);
