import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { AccountDb } from "../../context";
import { prepared } from "../../prepared";
import { deviceStates, devices } from "../../schema";
import { isOneOf } from "../../sql-lists";

export type DeviceStateRow = typeof deviceStates.$inferSelect;

const stateOf = prepared((db) =>
	db
		.select()
		.from(deviceStates)
		.where(eq(deviceStates.deviceId, sql.placeholder("deviceId")))
		.prepare(),
);

/** What was last said of a device; null: nothing yet. */
export function findDeviceState(db: AccountDb, deviceId: string): DeviceStateRow | null {
	return stateOf(db).get({ deviceId }) ?? null;
}

/** What was last said of every device. */
export function listDeviceStates(db: AccountDb): DeviceStateRow[] {
	return db.select().from(deviceStates).all();
}

export function saveDeviceState(db: AccountDb, row: DeviceStateRow): void {
	const { deviceId: _, ...facts } = row;
	db.insert(deviceStates).values(row).onConflictDoUpdate({ target: deviceStates.deviceId, set: facts }).run();
}

export function deleteDeviceStates(db: AccountDb, deviceIds: string[]): void {
	db.delete(deviceStates).where(isOneOf(deviceStates.deviceId, deviceIds)).run();
}

const { id, uploadIntervalSeconds, offlineAfterSeconds } = devices;
const { status } = deviceStates;

/** Devices whose silence would be worth a word: not archived, and not said to be offline already. */
export function listWatchedDevices(db: AccountDb) {
	return db
		.select({ id, uploadIntervalSeconds, offlineAfterSeconds, status })
		.from(deviceStates)
		.innerJoin(devices, eq(devices.id, deviceStates.deviceId))
		.where(and(isNull(devices.archivedAt), inArray(status, ["online", "late"])))
		.all();
}
