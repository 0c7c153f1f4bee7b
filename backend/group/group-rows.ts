import { asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { GroupListRow } from "../../shared/group";
import type { AccountDb } from "../context";
import { prepared } from "../prepared";
import { groupDevices, groups } from "../schema";
import { isOneOf } from "../sql-lists";

type GroupRow = typeof groups.$inferSelect;

/** Every group, or those of a list of ids, by name. */
export function listGroups(db: AccountDb, ids: string[] | "all"): GroupListRow[] {
	return ids === "all" ? everyGroup(db).all() : groupsOf(db).all({ ids: JSON.stringify(ids) });
}

const everyGroup = prepared((db) => selectGroups(db).prepare());
const groupsOf = prepared((db) => selectGroups(db, isOneOf(groups.id, sql.placeholder("ids"))).prepare());

function selectGroups(db: AccountDb, condition?: SQL) {
	const { id, name, kind, description, colour } = groups;
	return db
		.select({ id, name, kind, description, colour, deviceCount: count(groupDevices.deviceId) })
		.from(groups)
		.leftJoin(groupDevices, eq(groupDevices.groupId, groups.id))
		.where(condition)
		.groupBy(groups.id)
		.orderBy(asc(groups.name), asc(groups.id));
}

export function findGroup(db: AccountDb, id: string): GroupRow | null {
	return db.select().from(groups).where(eq(groups.id, id)).get() ?? null;
}

export function findGroupByName(db: AccountDb, name: string): GroupRow | null {
	return db.select().from(groups).where(eq(groups.name, name)).get() ?? null;
}

export function insertGroup(db: AccountDb, group: typeof groups.$inferInsert): void {
	db.insert(groups).values(group).run();
}

/** Devices of any of the groups, each once, by id. */
export function listDeviceIds(db: AccountDb, groupIds: string[]): string[] {
	const rows = db
		.selectDistinct({ deviceId: groupDevices.deviceId })
		.from(groupDevices)
		.where(isOneOf(groupDevices.groupId, groupIds))
		.orderBy(asc(groupDevices.deviceId))
		.all();
	return rows.map(({ deviceId }) => deviceId);
}

/** Group ids by device id, of every device or of one. */
export function groupIdsByDevice(db: AccountDb, deviceId?: string): Map<string, string[]> {
	const rows = db
		.select()
		.from(groupDevices)
		.where(deviceId === undefined ? undefined : eq(groupDevices.deviceId, deviceId))
		.orderBy(asc(groupDevices.groupId))
		.all();
	const byDevice = new Map<string, string[]>();
	for (const row of rows) {
		const known = byDevice.get(row.deviceId);
		if (known) known.push(row.groupId);
		else byDevice.set(row.deviceId, [row.groupId]);
	}
	return byDevice;
}

export function addToGroups(db: AccountDb, deviceId: string, groupIds: string[]): void {
	for (const groupId of groupIds) db.insert(groupDevices).values({ groupId, deviceId }).onConflictDoNothing().run();
}
