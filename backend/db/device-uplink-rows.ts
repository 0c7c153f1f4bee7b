import { eq } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { isOneOf } from "./queries";
import { deviceUplinks } from "./schema";

export type DeviceUplinkRow = typeof deviceUplinks.$inferSelect;

export function findDeviceUplinks(db: AccountDb, deviceId: string): DeviceUplinkRow | null {
	return db.select().from(deviceUplinks).where(eq(deviceUplinks.deviceId, deviceId)).get() ?? null;
}

export function saveDeviceUplinks(db: AccountDb, row: DeviceUplinkRow): void {
	const { deviceId: _, ...facts } = row;
	db.insert(deviceUplinks).values(row).onConflictDoUpdate({ target: deviceUplinks.deviceId, set: facts }).run();
}

export function deleteDeviceUplinks(db: AccountDb, deviceIds: string[]): void {
	db.delete(deviceUplinks).where(isOneOf(deviceUplinks.deviceId, deviceIds)).run();
}
