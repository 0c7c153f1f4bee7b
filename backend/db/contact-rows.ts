import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AddressStatus, DeliveryResult } from "../../shared/message/contact";
import { DeliveryChannel, MessageClass } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import { findBy, insertInto, isOneOf, prepared, raiseVersionsIn, saveInto } from "./queries";
import { contactCodes, contactDeliveryChannels, contactGroupMembers, contacts, optOuts } from "./schema";

export type ContactRow = typeof contacts.$inferSelect;
export type DeliveryChannelRow = typeof contactDeliveryChannels.$inferSelect;
export type CodeRow = typeof contactCodes.$inferSelect;
type OptOutRow = typeof optOuts.$inferSelect;

export function listContacts(db: AccountDb): ContactRow[] {
	return db.select().from(contacts).orderBy(asc(contacts.fullName), asc(contacts.id)).all();
}

export function countContacts(db: AccountDb): number {
	return db.select({ contacts: count() }).from(contacts).get()?.contacts ?? 0;
}

export const findContact = findBy(contacts, contacts.id);

export function findContacts(db: AccountDb, ids: string[]): ContactRow[] {
	return db.select().from(contacts).where(isOneOf(contacts.id, ids)).orderBy(asc(contacts.id)).all();
}

export const findContactByName = findBy(contacts, contacts.fullName);

export const insertContact = insertInto(contacts);

export function saveContact(db: AccountDb, { id, createdAt: _, version, ...values }: ContactRow): void {
	db.update(contacts)
		.set({ ...values, version: version + 1 })
		.where(eq(contacts.id, id))
		.run();
}

export function pauseContactRows(db: AccountDb, ids: string[], pausedUntil: Date | null): void {
	db.update(contacts)
		.set({ pausedUntil, version: sql`${contacts.version} + 1` })
		.where(isOneOf(contacts.id, ids))
		.run();
}

export function linkedContactIds(db: AccountDb, userId: string): string[] {
	const rows = db.select({ id: contacts.id }).from(contacts).where(eq(contacts.linkedUserId, userId)).all();
	return rows.map(({ id }) => id);
}

export function unlinkContacts(db: AccountDb, userId: string): void {
	db.update(contacts)
		.set({ linkedUserId: null, version: sql`${contacts.version} + 1` })
		.where(eq(contacts.linkedUserId, userId))
		.run();
}

export const raiseContactVersions = raiseVersionsIn(contacts);

export function deleteContactRows(db: AccountDb, ids: string[]): void {
	db.delete(contactCodes).where(isOneOf(contactCodes.contactId, ids)).run();
	db.delete(contactDeliveryChannels).where(isOneOf(contactDeliveryChannels.contactId, ids)).run();
	db.delete(contactGroupMembers).where(isOneOf(contactGroupMembers.contactId, ids)).run();
	db.delete(contacts).where(isOneOf(contacts.id, ids)).run();
}

export function listDeliveryChannels(db: AccountDb, contactId?: string): DeliveryChannelRow[] {
	const condition = contactId === undefined ? undefined : eq(contactDeliveryChannels.contactId, contactId);
	const rows = db.select().from(contactDeliveryChannels).where(condition).all();
	return rows.sort(byChannel);
}

export function listDeliveryChannelsOf(db: AccountDb, contactIds: string[]): DeliveryChannelRow[] {
	if (contactIds.length === 0) return [];
	const rows = db
		.select()
		.from(contactDeliveryChannels)
		.where(isOneOf(contactDeliveryChannels.contactId, contactIds))
		.all();
	return rows.sort(byChannel);
}

function byChannel(one: DeliveryChannelRow, other: DeliveryChannelRow): number {
	return orderOf(one.channel) - orderOf(other.channel) || (one.id < other.id ? -1 : 1);
}

function orderOf(channel: DeliveryChannel): number {
	return DeliveryChannel.options.indexOf(channel);
}

/** Without `addressId`, the first address of the channel. */
export function findDeliveryChannel(
	db: AccountDb,
	contactId: string,
	channel: DeliveryChannel,
	addressId?: string,
): DeliveryChannelRow | null {
	const rows = channelBy(db).all({ contactId, channel });
	return (addressId === undefined ? rows[0] : rows.find(({ id }) => id === addressId)) ?? null;
}

/** The address that a link was sent to. Null if the contact has it no more. */
export function findAddressOfVersion(
	db: AccountDb,
	{ contactId, channel, addressVersion }: Pick<DeliveryChannelRow, "contactId" | "channel" | "addressVersion">,
): DeliveryChannelRow | null {
	const rows = channelBy(db).all({ contactId, channel });
	return rows.find((row) => row.addressVersion === addressVersion) ?? null;
}

const channelBy = prepared((db) =>
	db
		.select()
		.from(contactDeliveryChannels)
		.where(
			and(
				eq(contactDeliveryChannels.contactId, sql.placeholder("contactId")),
				eq(contactDeliveryChannels.channel, sql.placeholder("channel")),
			),
		)
		.orderBy(asc(contactDeliveryChannels.id))
		.prepare(),
);

export function listReachableIds(db: AccountDb): string[] {
	const { contactId, status } = contactDeliveryChannels;
	const rows = db.selectDistinct({ contactId }).from(contactDeliveryChannels).where(eq(status, "verified")).all();
	return rows.map((row) => row.contactId);
}

export const insertDeliveryChannel = insertInto(contactDeliveryChannels);

/** Without `id`, every address of the channel. */
type DeliveryChannelKey = Pick<DeliveryChannelRow, "contactId" | "channel"> & { id?: string };

export function updateDeliveryChannel(
	db: AccountDb,
	key: DeliveryChannelKey,
	changes: Partial<DeliveryChannelRow>,
): void {
	db.update(contactDeliveryChannels).set(changes).where(ofDeliveryChannel(contactDeliveryChannels, key)).run();
}

export function deleteDeliveryChannel(db: AccountDb, key: DeliveryChannelKey): void {
	db.delete(contactCodes).where(ofDeliveryChannel(contactCodes, key)).run();
	db.delete(contactDeliveryChannels).where(ofDeliveryChannel(contactDeliveryChannels, key)).run();
}

function ofDeliveryChannel(
	table: typeof contactDeliveryChannels | typeof contactCodes,
	{ contactId, channel, id }: DeliveryChannelKey,
) {
	const ofId = id === undefined || table === contactCodes ? undefined : eq(contactDeliveryChannels.id, id);
	return and(eq(table.contactId, contactId), eq(table.channel, channel), ofId);
}

type Delivery = DeliveryChannelKey & { address: string | null; at: Date; result: DeliveryResult; isSent: boolean };

/** Ignores an address that the contact no longer has. */
export function recordDelivery(db: AccountDb, { address, at, result, isSent, ...key }: Delivery): void {
	if (isSent) db.update(contacts).set({ lastNotifiedAt: at }).where(eq(contacts.id, key.contactId)).run();
	if (address === null) return;
	db.update(contactDeliveryChannels)
		.set({ lastResult: result, lastResultAt: at })
		.where(and(ofDeliveryChannel(contactDeliveryChannels, key), eq(contactDeliveryChannels.address, address)))
		.run();
}

export function setEmailStatus(
	db: AccountDb,
	{ id, email, status, at }: { id: string; email: string; status: AddressStatus; at: Date },
): void {
	db.update(contactDeliveryChannels)
		.set({ status })
		.where(
			and(
				ofDeliveryChannel(contactDeliveryChannels, { contactId: id, channel: "email" }),
				eq(contactDeliveryChannels.address, email),
			),
		)
		.run();
	// An unsubscribed address stays opted out, even if it is entered again.
	if (status === "unsubscribed")
		saveOptOuts(db, MessageClass.options, { channel: "email", address: email, until: null, createdAt: at });
}

export function listCodes(db: AccountDb, contactId: string): CodeRow[] {
	return db.select().from(contactCodes).where(eq(contactCodes.contactId, contactId)).all();
}

export function findCodeOf(db: AccountDb, { channel, codeDigest }: Pick<CodeRow, "channel" | "codeDigest">) {
	const isThis = and(eq(contactCodes.channel, channel), eq(contactCodes.codeDigest, codeDigest));
	return db.select().from(contactCodes).where(isThis).get() ?? null;
}

export const saveCode = saveInto(contactCodes, contactCodes.contactId, contactCodes.channel);

export function deleteCode(db: AccountDb, key: DeliveryChannelKey): void {
	db.delete(contactCodes).where(ofDeliveryChannel(contactCodes, key)).run();
}

/** Includes ended opt-outs: check `until`. */
export function listOptOuts(
	db: AccountDb,
	{ channel, address }: Pick<DeliveryChannelRow, "channel" | "address">,
): OptOutRow[] {
	return db.select().from(optOuts).where(ofAddress(channel, address)).all();
}

export function listOptOutsOf(db: AccountDb, messageClass: MessageClass): OptOutRow[] {
	return db.select().from(optOuts).where(eq(optOuts.class, messageClass)).all();
}

type OptOut = Omit<OptOutRow, "class">;

export function saveOptOuts(db: AccountDb, classes: readonly MessageClass[], optOut: OptOut): void {
	const { channel, address, class: messageClass } = optOuts;
	for (const each of classes) {
		const row = { ...optOut, address: optOut.address.toLowerCase(), class: each };
		db.insert(optOuts)
			.values(row)
			.onConflictDoUpdate({ target: [channel, address, messageClass], set: row })
			.run();
	}
}

export function deleteOptOuts(
	db: AccountDb,
	{ channel, address, classes }: Pick<OptOut, "channel" | "address"> & { classes: MessageClass[] },
): void {
	db.delete(optOuts)
		.where(and(ofAddress(channel, address), inArray(optOuts.class, classes)))
		.run();
}

function ofAddress(channel: DeliveryChannel, address: string): SQL | undefined {
	return and(eq(optOuts.channel, channel), eq(optOuts.address, address.toLowerCase()));
}
