import { isNull } from "drizzle-orm";
import type { DeviceRejections } from "../../shared/ingest/device-rejections";
import type { AccountDb } from "../base/context";
import { deleteAllBy, findBy, prepared, saveInto } from "./queries";
import { deviceRefusals } from "./schema";

export type RejectionRow = typeof deviceRefusals.$inferSelect;

export const findRejectionRow = findBy(deviceRefusals, deviceRefusals.deviceId);

export function findRejections(db: AccountDb, deviceId: string): DeviceRejections | null {
	const row = findRejectionRow(db, deviceId);
	return row && row.endedAt === null ? { since: row.since, ...row.last } : null;
}

const rejectedIds = prepared((db) =>
	db.select({ id: deviceRefusals.deviceId }).from(deviceRefusals).where(isNull(deviceRefusals.endedAt)).prepare(),
);

export function idsWithRejections(db: AccountDb): Set<string> {
	return new Set(
		rejectedIds(db)
			.all()
			.map(({ id }) => id),
	);
}

export const saveRejectionRow = saveInto(deviceRefusals, deviceRefusals.deviceId);

export const deleteRejectionRows = deleteAllBy(deviceRefusals, deviceRefusals.deviceId);
