import { asc, count, eq, sql } from "drizzle-orm";
import { addTo } from "../../shared/base/multi-map";
import type { ContactGroup } from "../../shared/message/contact";
import type { AccountDb } from "../base/context";
import { insertInto, isOneOf } from "./queries";
import { contactGroupMembers, contactGroups } from "./schema";

export function listContactGroups(db: AccountDb): ContactGroup[] {
	const { id, name } = contactGroups;
	return db
		.select({ id, name, contactCount: count(contactGroupMembers.contactId) })
		.from(contactGroups)
		.leftJoin(contactGroupMembers, eq(contactGroupMembers.groupId, id))
		.groupBy(id)
		.orderBy(asc(name), asc(id))
		.all();
}

export const insertContactGroup = insertInto(contactGroups);

export function renameContactGroupRow(db: AccountDb, id: string, name: string): void {
	db.update(contactGroups).set({ name }).where(eq(contactGroups.id, id)).run();
}

export function deleteContactGroupRow(db: AccountDb, id: string): void {
	db.delete(contactGroupMembers).where(eq(contactGroupMembers.groupId, id)).run();
	db.delete(contactGroups).where(eq(contactGroups.id, id)).run();
}

export function groupIdsByContact(db: AccountDb, contactId?: string): Map<string, string[]> {
	const { groupId, contactId: member } = contactGroupMembers;
	const rows = db
		.select()
		.from(contactGroupMembers)
		.where(contactId === undefined ? undefined : eq(member, contactId))
		.orderBy(asc(groupId))
		.all();
	const byContact = new Map<string, string[]>();
	for (const row of rows) addTo(byContact, row.contactId, row.groupId);
	return byContact;
}

export function listGroupContactIds(db: AccountDb, groupIds: string[]): string[] {
	if (groupIds.length === 0) return [];
	const { groupId, contactId } = contactGroupMembers;
	const rows = db.selectDistinct({ contactId }).from(contactGroupMembers).where(isOneOf(groupId, groupIds));
	return rows
		.orderBy(asc(contactId))
		.all()
		.map((row) => row.contactId);
}

type ContactMembership = { groupId: string; contactId: string };

export function addToContactGroups(db: AccountDb, memberships: ContactMembership[]): void {
	const values = sql`select value ->> 0, value ->> 1 from json_each(${pairs(memberships)}) where true`;
	db.insert(contactGroupMembers).select(values).onConflictDoNothing().run();
}

export function removeFromContactGroups(db: AccountDb, memberships: ContactMembership[]): void {
	const values = sql`select value ->> 0, value ->> 1 from json_each(${pairs(memberships)})`;
	db.delete(contactGroupMembers)
		.where(sql`(${contactGroupMembers.groupId}, ${contactGroupMembers.contactId}) in (${values})`)
		.run();
}

/** SQLite values hold at most 2 MB; twenty thousand pairs stay below. */
function pairs(memberships: ContactMembership[]): string {
	return JSON.stringify(memberships.map(({ groupId, contactId }) => [groupId, contactId]));
}
