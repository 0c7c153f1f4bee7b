import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { GroupListRow } from "../../shared/group";
import { groupTextNames, pick } from "../../shared/plain-fields";
import type { AccountDb } from "../base/context";
import { isOneOf, prepared } from "./queries";
import { devices, groupDevices, groups, mergedGroups } from "./schema";

export type GroupRow = typeof groups.$inferSelect;

/** What a list says of a group by itself. */
type CountedGroup = Omit<GroupListRow, "useCounts">;

/** Every group, or those of a list of ids, by name; archived devices are not counted. */
export function listGroups(db: AccountDb, ids: string[] | "all"): CountedGroup[] {
	return ids === "all" ? everyGroup(db).all() : groupsOf(db).all({ ids: JSON.stringify(ids) });
}

const everyGroup = prepared((db) => selectGroups(db).prepare());
const groupsOf = prepared((db) => selectGroups(db, isOneOf(groups.id, sql.placeholder("ids"))).prepare());

function selectGroups(db: AccountDb, condition?: SQL) {
	const { id, name, kind, colour, defaults } = groups;
	const texts = pick(groups, groupTextNames);
	const archived = archivedByGroup(db);
	const members = sql`(select count(*) from ${groupDevices} where ${eq(groupDevices.groupId, id)})`;
	const deviceCount = sql<number>`${members} - coalesce(${archived.devices}, 0)`;
	return db
		.select({ id, name, kind, ...texts, colour, defaults, deviceCount })
		.from(groups)
		.leftJoin(archived, eq(archived.groupId, id))
		.where(condition)
		.orderBy(asc(name), asc(id));
}

/**
 * Archived devices by group. They are few and have an index, where looking at each device of each group would take
 * most of the time that a list of groups takes. A cross join is what keeps SQLite from beginning with the groups.
 */
function archivedByGroup(db: AccountDb) {
	return db
		.select({ groupId: groupDevices.groupId, devices: count().as("archived_devices") })
		.from(devices)
		.crossJoin(groupDevices)
		.where(and(isNotNull(devices.archivedAt), eq(groupDevices.deviceId, devices.id)))
		.groupBy(groupDevices.groupId)
		.as("archived");
}

/** Every group as it stands, in order of creation. */
export function listGroupRows(db: AccountDb): GroupRow[] {
	return everyGroupRow(db).all();
}

const everyGroupRow = prepared((db) => db.select().from(groups).orderBy(asc(groups.id)).prepare());

export function findGroup(db: AccountDb, id: string): GroupRow | null {
	return db.select().from(groups).where(eq(groups.id, id)).get() ?? null;
}

export function findGroupByName(db: AccountDb, name: string): GroupRow | null {
	return db.select().from(groups).where(eq(groups.name, name)).get() ?? null;
}

export function insertGroup(db: AccountDb, group: typeof groups.$inferInsert): void {
	db.insert(groups).values(group).run();
}

/** Writes a group and raises its version. */
export function saveGroup(db: AccountDb, { id, createdAt: _, version, ...values }: GroupRow): void {
	db.update(groups)
		.set({ ...values, version: version + 1 })
		.where(eq(groups.id, id))
		.run();
}

/** Raises the versions of groups whose devices were chosen anew from elsewhere. */
export function raiseGroupVersions(db: AccountDb, ids: string[]): void {
	db.update(groups)
		.set({ version: sql`${groups.version} + 1` })
		.where(isOneOf(groups.id, ids))
		.run();
}

/** Deletes groups with their memberships. */
export function deleteGroupRows(db: AccountDb, ids: string[]): void {
	db.delete(groupDevices).where(isOneOf(groupDevices.groupId, ids)).run();
	db.delete(groups).where(isOneOf(groups.id, ids)).run();
}

/** Devices of any of the groups, each once, by id; archived ones too. */
export function listDeviceIds(db: AccountDb, groupIds: string[]): string[] {
	const rows = deviceIdsOf(db).all({ groupIds: JSON.stringify(groupIds) });
	return rows.map(({ deviceId }) => deviceId);
}

const deviceIdsOf = prepared((db) =>
	db
		.selectDistinct({ deviceId: groupDevices.deviceId })
		.from(groupDevices)
		.where(isOneOf(groupDevices.groupId, sql.placeholder("groupIds")))
		.orderBy(asc(groupDevices.deviceId))
		.prepare(),
);

/** Those of them that are not archived. */
export function listCurrentDeviceIds(db: AccountDb, groupId: string): string[] {
	const rows = db
		.select({ deviceId: groupDevices.deviceId })
		.from(groupDevices)
		.innerJoin(devices, eq(devices.id, groupDevices.deviceId))
		.where(and(eq(groupDevices.groupId, groupId), isNull(devices.archivedAt)))
		.orderBy(asc(groupDevices.deviceId))
		.all();
	return rows.map(({ deviceId }) => deviceId);
}

/** Group ids by device id, of every device or of one, ascending. */
export function groupIdsByDevice(db: AccountDb, deviceId?: string): Map<string, string[]> {
	const rows = deviceId === undefined ? everyMembership(db).all() : membershipsOf(db).all({ deviceId });
	const byDevice = new Map<string, string[]>();
	for (const row of rows) {
		const known = byDevice.get(row.deviceId);
		if (known) known.push(row.groupId);
		else byDevice.set(row.deviceId, [row.groupId]);
	}
	return byDevice;
}

const everyMembership = prepared((db) => selectMemberships(db).prepare());
const membershipsOf = prepared((db) =>
	selectMemberships(db, eq(groupDevices.deviceId, sql.placeholder("deviceId"))).prepare(),
);

function selectMemberships(db: AccountDb, condition?: SQL) {
	return db.select().from(groupDevices).where(condition).orderBy(asc(groupDevices.groupId));
}

/** Keeps where the devices of merged groups are now, of groups that were merged into one of them before too. */
export function recordMerge(db: AccountDb, { fromIds, intoId }: { fromIds: string[]; intoId: string }): void {
	db.update(mergedGroups).set({ intoId }).where(isOneOf(mergedGroups.intoId, fromIds)).run();
	for (const id of fromIds) db.insert(mergedGroups).values({ id, intoId }).run();
}

/** Group ids that were kept somewhere as they are called now: in their order, and each once. */
export function currentGroupIds(db: AccountDb, groupIds: string[]): string[] {
	return [...new Set(groupIds.map((id) => currentGroupId(db, id)))];
}

function currentGroupId(db: AccountDb, id: string): string {
	const { intoId } = mergedGroups;
	return db.select({ intoId }).from(mergedGroups).where(eq(mergedGroups.id, id)).get()?.intoId ?? id;
}
