import { asc, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { addTo } from "../../shared/base/multi-map";
import { listedTextNames, pick } from "../../shared/base/plain-fields";
import { InheritableDuration, type Sends } from "../../shared/device/device-terms";
import type { DeviceClock } from "../../shared/time/time-zones";
import type { AccountDb } from "../base/context";
import { factsWritten } from "./fact-listeners";
import { endWaitingForGroups } from "./follow-up-rows";
import { listDeviceIds, raiseGroupVersions } from "./group-rows";
import { deleteAllBy, isOneOf, prepared } from "./queries";
import { devices, groupDevices, groups } from "./schema";

export type Membership = { groupId: string; deviceId: string };

const pairsPerStatement = 10_000;

export function listMemberships(db: AccountDb, deviceIds: string[] | "all"): Membership[] {
	return deviceIds === "all" ? everyMembership(db).all() : membershipsOf(db).all({ ids: JSON.stringify(deviceIds) });
}

export function groupIdsOf(db: AccountDb, deviceIds: string[] | "all"): Map<string, string[]> {
	const groupIds = new Map<string, string[]>();
	for (const { deviceId, groupId } of listMemberships(db, deviceIds)) addTo(groupIds, deviceId, groupId);
	return groupIds;
}

const everyMembership = prepared((db) => selectMemberships(db).prepare());
const membershipsOf = prepared((db) =>
	selectMemberships(db, isOneOf(groupDevices.deviceId, sql.placeholder("ids"))).prepare(),
);

function selectMemberships(db: AccountDb, condition?: SQL) {
	return db.select().from(groupDevices).where(condition).orderBy(asc(groupDevices.groupId));
}

export function insertMemberships(db: AccountDb, memberships: Membership[]): void {
	reportMemberships(db, memberships);
	eachPart(memberships, (pairs) => {
		const values = sql`select value ->> 0, value ->> 1 from json_each(${pairs}) where true`;
		db.insert(groupDevices).select(values).onConflictDoNothing().run();
	});
}

export function insertMembers(db: AccountDb, groupId: string, deviceIds: string[]): void {
	if (deviceIds.length === 0) return;
	factsWritten(db, deviceIds);
	const values = sql`select ${groupId}, value from json_each(${JSON.stringify(deviceIds)}) where true`;
	db.insert(groupDevices).select(values).onConflictDoNothing().run();
}

export function insertMembersOf(db: AccountDb, fromIds: string[], intoId: string): void {
	factsWritten(db, () => listDeviceIds(db, fromIds));
	const { groupId, deviceId } = groupDevices;
	const values = sql`select distinct ${intoId}, ${deviceId} from ${groupDevices} where ${isOneOf(groupId, fromIds)}`;
	db.insert(groupDevices).select(values).onConflictDoNothing().run();
}

export function deleteMemberships(db: AccountDb, memberships: Membership[]): void {
	const { groupId, deviceId } = groupDevices;
	reportMemberships(db, memberships);
	endWaitingForGroups(db, [...new Set(memberships.map((membership) => membership.groupId))]);
	eachPart(memberships, (pairs) => {
		const values = sql`select value ->> 0, value ->> 1 from json_each(${pairs})`;
		db.delete(groupDevices).where(sql`(${groupId}, ${deviceId}) in (${values})`).run();
	});
}

export function deleteMembershipsOf(db: AccountDb, deviceIds: string[]): void {
	deleteOf(db, deviceIds);
	factsWritten(db, deviceIds);
}

const deleteOf = deleteAllBy(groupDevices, groupDevices.deviceId);

function reportMemberships(db: AccountDb, memberships: Membership[]): void {
	factsWritten(db, () => memberships.map(({ deviceId }) => deviceId));
}

function eachPart(memberships: Membership[], run: (pairs: string) => void): void {
	for (let start = 0; start < memberships.length; start += pairsPerStatement) {
		const part = memberships.slice(start, start + pairsPerStatement);
		run(JSON.stringify(part.map(({ groupId, deviceId }) => [groupId, deviceId])));
	}
}

type Moves = { joins: Membership[]; leaves: Membership[] };

/** Call in a transaction. Raises the groups' versions, so that an open group form cannot restore old devices. */
export function moveDevices(db: AccountDb, { joins, leaves }: Moves): void {
	const groupIds = [...new Set([...joins, ...leaves].map(({ groupId }) => groupId))];
	if (groupIds.length === 0) return;
	deleteMemberships(db, leaves);
	insertMemberships(db, joins);
	raiseGroupVersions(db, groupIds);
}

export const settingColumns = [
	...InheritableDuration.options,
	"timezoneOffset",
	"timeZoneRule",
	"sends",
] as const satisfies (InheritableDuration | "sends" | keyof DeviceClock)[];

export type SettingColumns = Partial<Record<InheritableDuration, number | null> & DeviceClock & { sends: Sends }>;

export function listGroupsWithEffect(db: AccountDb) {
	return groupsWithEffect(db).all();
}

const groupsWithEffect = prepared((db) => {
	const { id, filter, defaults } = groups;
	const hasEffect = or(isNotNull(filter), ne(defaults, {}));
	return db.select({ id, filter, defaults }).from(groups).where(hasEffect).orderBy(asc(id)).prepare();
});

export type DeviceForGroups = ReturnType<typeof listDevicesForGroups>[number];

export function listDevicesForGroups(db: AccountDb, ids: string[] | "all") {
	return ids === "all" ? everyDeviceForGroups(db).all() : devicesForGroups(db).all({ ids: JSON.stringify(ids) });
}

const everyDeviceForGroups = prepared((db) => selectDevices(db).prepare());
const devicesForGroups = prepared((db) => selectDevices(db, isOneOf(devices.id, sql.placeholder("ids"))).prepare());

function selectDevices(db: AccountDb, condition?: SQL) {
	const { id, name, serialNumber, power, tags } = devices;
	const { inherits, loggingIntervalSeconds, uploadIntervalSeconds, offlineAfterSeconds, retentionDays } = devices;
	const { timezoneOffset, timeZoneRule, sends, measuredLoggingSeconds, measuredUploadSeconds } = devices;
	const measured = { measuredLoggingSeconds, measuredUploadSeconds };
	const facts = { id, name, serialNumber, ...pick(devices, listedTextNames), power, tags };
	const durations = { loggingIntervalSeconds, uploadIntervalSeconds, offlineAfterSeconds, retentionDays };
	return db
		.select({ ...facts, inherits, ...durations, ...measured, timezoneOffset, timeZoneRule, sends })
		.from(devices)
		.where(condition)
		.orderBy(asc(id));
}

export function writeSettings(db: AccountDb, deviceIds: string[], values: SettingColumns): void {
	const { loggingIntervalSeconds, uploadIntervalSeconds, ...nullable } = values;
	// The upload interval is never null, the other two may be.
	const intervals = {
		loggingIntervalSeconds: loggingIntervalSeconds ?? undefined,
		uploadIntervalSeconds: uploadIntervalSeconds ?? undefined,
	};
	factsWritten(db, deviceIds);
	db.update(devices)
		.set({ ...intervals, ...nullable })
		.where(isOneOf(devices.id, deviceIds))
		.run();
}
