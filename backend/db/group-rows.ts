import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { addTo } from "../../shared/base/multi-map";
import { groupTextNames, pick } from "../../shared/base/plain-fields";
import type { GroupListRow } from "../../shared/device/group";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { factsWritten } from "./fact-listeners";
import { endWaitingForGroups } from "./follow-up-rows";
import { deletePlannedMutesOf } from "./planned-mute-rows";
import { findBy, idsAsOne, idsIn, insertInto, isOneOf, prepared, raiseVersionsIn } from "./queries";
import { devices, groupDevices, groups, mergedGroups } from "./schema";

export type GroupRow = typeof groups.$inferSelect;

type CountedGroup = Omit<GroupListRow, "useCounts" | "mutedUntil" | "muteReason"> &
	Pick<GroupRow, "mutedUntil" | "muteReason">;

export function listGroups(db: AccountDb, ids: string[] | "all"): CountedGroup[] {
	return ids === "all" ? everyCounted(db) : groupsOf(db).all({ ids: JSON.stringify(ids) });
}

const everyCounted = cached([groups, groupDevices, devices], (db): CountedGroup[] => everyGroup(db).all());
const everyGroup = prepared((db) => selectGroups(db).prepare());
const groupsOf = prepared((db) => selectGroups(db, isOneOf(groups.id, sql.placeholder("ids"))).prepare());

function selectGroups(db: AccountDb, condition?: SQL) {
	const { id, name, kind, colour, defaults, mutedUntil, muteReason } = groups;
	const texts = pick(groups, groupTextNames);
	const archived = archivedByGroup(db);
	const members = sql`(select count(*) from ${groupDevices} where ${eq(groupDevices.groupId, id)})`;
	const deviceCount = sql<number>`${members} - coalesce(${archived.devices}, 0)`;
	return db
		.select({ id, name, kind, ...texts, colour, defaults, mutedUntil, muteReason, deviceCount })
		.from(groups)
		.leftJoin(archived, eq(archived.groupId, id))
		.where(condition)
		.orderBy(asc(name), asc(id));
}

/** The cross join keeps SQLite from starting with the groups, which would take most of a list's time. */
function archivedByGroup(db: AccountDb) {
	return db
		.select({ groupId: groupDevices.groupId, devices: count().as("archived_devices") })
		.from(devices)
		.crossJoin(groupDevices)
		.where(and(isNotNull(devices.archivedAt), eq(groupDevices.deviceId, devices.id)))
		.groupBy(groupDevices.groupId)
		.as("archived");
}

export function listGroupRows(db: AccountDb): GroupRow[] {
	return everyGroupRow(db).all();
}

const everyGroupRow = prepared((db) => db.select().from(groups).orderBy(asc(groups.id)).prepare());

export const findGroup = findBy(groups, groups.id);

export const findGroupByName = findBy(groups, groups.name);

export const insertGroup = insertInto(groups);

export function saveGroup(db: AccountDb, { id, createdAt: _, version, ...values }: GroupRow): void {
	db.update(groups)
		.set({ ...values, version: version + 1 })
		.where(eq(groups.id, id))
		.run();
}

export const raiseGroupVersions = raiseVersionsIn(groups);

export function deleteGroupRows(db: AccountDb, ids: string[]): void {
	endWaitingForGroups(db, ids);
	deletePlannedMutesOf(db, ids);
	factsWritten(db, () => listDeviceIds(db, ids));
	db.delete(groupDevices).where(isOneOf(groupDevices.groupId, ids)).run();
	db.delete(groups).where(isOneOf(groups.id, ids)).run();
}

export function listDeviceIds(db: AccountDb, groupIds: string[]): string[] {
	return idsIn(deviceIdsOf(db).get({ groupIds: JSON.stringify(groupIds) }));
}

const deviceIdsOf = prepared((db) => {
	const { groupId, deviceId } = groupDevices;
	return db
		.select(idsAsOne(deviceId, sql`distinct ${deviceId}`))
		.from(groupDevices)
		.where(isOneOf(groupId, sql.placeholder("groupIds")))
		.prepare();
});

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

export function groupIdsByDevice(db: AccountDb, deviceId?: string): Map<string, string[]> {
	const rows = deviceId === undefined ? everyMembership(db).all() : membershipsOf(db).all({ deviceId });
	const byDevice = new Map<string, string[]>();
	for (const row of rows) addTo(byDevice, row.deviceId, row.groupId);
	return byDevice;
}

const everyMembership = prepared((db) => selectMemberships(db).prepare());
const membershipsOf = prepared((db) =>
	selectMemberships(db, eq(groupDevices.deviceId, sql.placeholder("deviceId"))).prepare(),
);

function selectMemberships(db: AccountDb, condition?: SQL) {
	return db.select().from(groupDevices).where(condition).orderBy(asc(groupDevices.groupId));
}

export function recordMerge(db: AccountDb, { fromIds, intoId }: { fromIds: string[]; intoId: string }): void {
	db.update(mergedGroups).set({ intoId }).where(isOneOf(mergedGroups.intoId, fromIds)).run();
	for (const id of fromIds) db.insert(mergedGroups).values({ id, intoId }).run();
}

export function currentGroupIds(db: AccountDb, groupIds: string[]): string[] {
	return [...new Set(groupIds.map((id) => currentGroupId(db, id)))];
}

function currentGroupId(db: AccountDb, id: string): string {
	const { intoId } = mergedGroups;
	return db.select({ intoId }).from(mergedGroups).where(eq(mergedGroups.id, id)).get()?.intoId ?? id;
}
