import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { deleteAllBy, deleteBy, findBy, prepared, saveInto } from "./queries";
import { mailInboxes, receivedMails } from "./schema";

export type MailInboxRow = typeof mailInboxes.$inferSelect;
export type ReceivedMailRow = typeof receivedMails.$inferSelect;

export const findMailInbox = findBy(mailInboxes, mailInboxes.keyId);
export const saveMailInbox = saveInto(mailInboxes, mailInboxes.keyId);
export const findReceivedMail = findBy(receivedMails, receivedMails.id);
export const saveReceivedMail = saveInto(receivedMails, receivedMails.id);

export function deleteMailsOfIntegration(db: AccountDb, keyId: string): void {
	deleteInbox(db, keyId);
	deleteMails(db, keyId);
}

export const deleteReceivedMails = deleteAllBy(receivedMails, receivedMails.id);

const deleteInbox = deleteBy(mailInboxes, mailInboxes.keyId);
const deleteMails = deleteBy(receivedMails, receivedMails.keyId);

export function listReceivedMails(db: ReadDb, key: string, since: number, limit = Number.MAX_SAFE_INTEGER) {
	const { keyId, receivedAt, id } = receivedMails;
	const wanted = and(eq(keyId, key), gte(receivedAt, since));
	return db.select().from(receivedMails).where(wanted).orderBy(desc(receivedAt), desc(id)).limit(limit).all();
}

export function findMailByMessageId(db: ReadDb, key: string, messageId: string): ReceivedMailRow | null {
	const isSame = and(eq(receivedMails.keyId, key), eq(receivedMails.messageId, messageId));
	return db.select().from(receivedMails).where(isSame).get() ?? null;
}

export function deleteReceivedMailsBefore(db: AccountDb, before: number): void {
	db.delete(receivedMails).where(lt(receivedMails.receivedAt, before)).run();
}

const oldest = prepared((db: ReadDb) => {
	const { receivedAt } = receivedMails;
	return db.select({ receivedAt }).from(receivedMails).orderBy(asc(receivedAt)).limit(1).prepare();
});

export function oldestReceivedMailAt(db: ReadDb): number | null {
	return oldest(db).get()?.receivedAt ?? null;
}

export type MailAddress = { address: string; accountId: string; keyId: string };

export async function saveMailAddress(directory: D1Database, { address, accountId, keyId }: MailAddress) {
	await directory.prepare("INSERT INTO mail_addresses VALUES (?, ?, ?)").bind(address, accountId, keyId).run();
}

export async function findMailAddress(directory: D1Database, address: string): Promise<MailAddress | null> {
	const columns = "address, account_id AS accountId, key_id AS keyId";
	return directory.prepare(`SELECT ${columns} FROM mail_addresses WHERE address = ?`).bind(address).first();
}

export async function forgetMailAddress(directory: D1Database, address: string): Promise<void> {
	await directory.prepare("DELETE FROM mail_addresses WHERE address = ?").bind(address).run();
}
