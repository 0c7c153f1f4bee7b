import { asc, type SQL, sql } from "drizzle-orm";
import type { AccountDb } from "../context";
import { prepared } from "../prepared";
import { groupDevices } from "../schema";
import { isOneOf } from "../sql-lists";

export type Membership = { groupId: string; deviceId: string };

/** A value is 2 MB at most, and a pair takes some seventy bytes. */
const pairsPerStatement = 10_000;

/** Memberships of every device, or of those of a list, by group. */
export function listMemberships(db: AccountDb, deviceIds: string[] | "all"): Membership[] {
	return deviceIds === "all" ? everyMembership(db).all() : membershipsOf(db).all({ ids: JSON.stringify(deviceIds) });
}

const everyMembership = prepared((db) => selectMemberships(db).prepare());
const membershipsOf = prepared((db) =>
	selectMemberships(db, isOneOf(groupDevices.deviceId, sql.placeholder("ids"))).prepare(),
);

function selectMemberships(db: AccountDb, condition?: SQL) {
	return db.select().from(groupDevices).where(condition).orderBy(asc(groupDevices.groupId));
}

/** Adds those that are not there. */
export function insertMemberships(db: AccountDb, memberships: Membership[]): void {
	eachPart(memberships, (pairs) => {
		const values = sql`select value ->> 0, value ->> 1 from json_each(${pairs}) where true`;
		db.run(sql`insert into ${groupDevices} (group_id, device_id) ${values} on conflict do nothing`);
	});
}

export function deleteMemberships(db: AccountDb, memberships: Membership[]): void {
	const { groupId, deviceId } = groupDevices;
	eachPart(memberships, (pairs) => {
		const values = sql`select value ->> 0, value ->> 1 from json_each(${pairs})`;
		db.delete(groupDevices).where(sql`(${groupId}, ${deviceId}) in (${values})`).run();
	});
}

/** Takes devices out of every group. */
export function deleteMembershipsOf(db: AccountDb, deviceIds: string[]): void {
	db.delete(groupDevices).where(isOneOf(groupDevices.deviceId, deviceIds)).run();
}

function eachPart(memberships: Membership[], run: (pairs: string) => void): void {
	for (let start = 0; start < memberships.length; start += pairsPerStatement) {
		const part = memberships.slice(start, start + pairsPerStatement);
		run(JSON.stringify(part.map(({ groupId, deviceId }) => [groupId, deviceId])));
	}
}
