import { and, asc, count, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { AccountDb } from "../context";
import { devices } from "../schema";
import { isOneOf } from "../sql-lists";

export type DeviceRow = typeof devices.$inferSelect;

/** A serial number as it is compared and searched: dashes, spaces and case do not count. */
export function serialKey(serialNumber: string): string {
	return serialNumber.replace(/[\s-]/g, "").toLowerCase();
}

function isListed(ids: string[] | "all"): SQL | undefined {
	return and(isNull(devices.archivedAt), ids === "all" ? undefined : isOneOf(devices.id, ids));
}

/** Devices that are not archived, of all or of some ids, in order of creation. */
export function listDevices(db: AccountDb, ids: string[] | "all", after?: string): DeviceRow[] {
	const isAfter = after === undefined ? undefined : gt(devices.id, after);
	return db
		.select()
		.from(devices)
		.where(and(isListed(ids), isAfter))
		.orderBy(asc(devices.id))
		.all();
}

/** Devices of some ids, archived ones too. */
export function findDevices(db: AccountDb, ids: string[]): DeviceRow[] {
	return db.select().from(devices).where(isOneOf(devices.id, ids)).orderBy(asc(devices.id)).all();
}

/** Names by id, archived devices too: their readings still take room. */
export function listDeviceNames(db: AccountDb, ids: string[] | "all"): Map<string, string> {
	const rows = db
		.select({ id: devices.id, name: devices.name })
		.from(devices)
		.where(ids === "all" ? undefined : isOneOf(devices.id, ids))
		.all();
	return new Map(rows.map(({ id, name }) => [id, name]));
}

export function countDevices(db: AccountDb): number {
	return db.select({ devices: count() }).from(devices).where(isNull(devices.archivedAt)).get()?.devices ?? 0;
}

export function findDevice(db: AccountDb, id: string): DeviceRow | null {
	return db.select().from(devices).where(eq(devices.id, id)).get() ?? null;
}

export function findDeviceBySerial(db: AccountDb, serialNumber: string): DeviceRow | null {
	return (
		db
			.select()
			.from(devices)
			.where(eq(devices.serialKey, serialKey(serialNumber)))
			.get() ?? null
	);
}

export function insertDevice(db: AccountDb, device: DeviceRow): void {
	db.insert(devices).values(device).run();
}
