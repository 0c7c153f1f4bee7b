import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { dayMs } from "../../shared/base/durations";
import type { DeviceStatus } from "../../shared/device/device-terms";
import type { AccountDb } from "../base/context";
import { deleteAllBy, findBy, isOneOf, prepared, saveInto } from "./queries";
import { deviceStates, devices, statusChanges } from "./schema";

const spareMs = dayMs;

export type DeviceStateRow = typeof deviceStates.$inferSelect;

export const findDeviceState = findBy(deviceStates, deviceStates.deviceId);

export function listDeviceStates(db: AccountDb): DeviceStateRow[] {
	return db.select().from(deviceStates).all();
}

export const saveDeviceState = saveInto(deviceStates, deviceStates.deviceId);

export const deleteDeviceStates = deleteAllBy(deviceStates, deviceStates.deviceId);

const { id, uploadIntervalSeconds, offlineAfterSeconds } = devices;
const { status } = deviceStates;

export function listWatchedDevices(db: AccountDb, ids: readonly string[]) {
	return watchedDevices(db).all({ ids: JSON.stringify(ids) });
}

const watchedDevices = prepared((db) =>
	db
		.select({ id, uploadIntervalSeconds, offlineAfterSeconds, status })
		.from(deviceStates)
		.innerJoin(devices, eq(devices.id, deviceStates.deviceId))
		.where(
			and(
				isOneOf(deviceStates.deviceId, sql.placeholder("ids")),
				isNull(devices.archivedAt),
				inArray(status, ["online", "late"]),
			),
		)
		.prepare(),
);

type StatusChangeRow = typeof statusChanges.$inferSelect;

/** The longest trend plus a day. */
export const keptMs = 8 * dayMs;
type StatusAt = { status: DeviceStatus; at: number };

/** Stores the changes, and the status `before` them, so that a trend knows its first status. */
export function addStatusChanges(
	db: AccountDb,
	deviceId: string,
	{ before, changes }: { before: StatusAt; changes: StatusAt[] },
): void {
	const [first] = changes;
	const last = changes.at(-1);
	if (!first || !last) return;
	deleteOld(db).run({ before: last.at - keptMs });
	// A row from long ago would be deleted while a trend still needs it.
	const held = { status: before.status, at: Math.max(before.at, first.at - spareMs) };
	for (const { status, at } of [held, ...changes]) put(db).run({ deviceId, status, at });
}

const deleteOld = prepared((db) =>
	db
		.delete(statusChanges)
		.where(lt(statusChanges.at, sql.placeholder("before")))
		.prepare(),
);

const put = prepared((db) => {
	const { deviceId, at, status } = statusChanges;
	return db
		.insert(statusChanges)
		.values({
			deviceId: sql.placeholder("deviceId"),
			at: sql.placeholder("at"),
			status: sql.placeholder("status"),
		})
		.onConflictDoUpdate({
			target: [at, deviceId],
			set: { status: sql`excluded.status` },
			setWhere: sql`excluded.status <> ${status}`,
		})
		.prepare();
});

export function listStatusChanges(db: AccountDb): StatusChangeRow[] {
	return db.select().from(statusChanges).orderBy(asc(statusChanges.at), asc(statusChanges.deviceId)).all();
}

export const deleteStatusChanges = deleteAllBy(statusChanges, statusChanges.deviceId);
