import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { findBy, insertInto, updateIn } from "./queries";
import { contacts, messages, reportLinks } from "./schema";

export type ReportLinkRow = typeof reportLinks.$inferSelect;

export const insertReportLink = insertInto(reportLinks);
export const findReportLink = findBy(reportLinks, reportLinks.id);
export const updateReportLink = updateIn(reportLinks);

/** `message` or `name` null: deleted. */
export function listRunLinks(db: ReadDb, runId: string) {
	return db
		.select({ link: reportLinks, message: messages, name: contacts.fullName })
		.from(reportLinks)
		.leftJoin(messages, eq(messages.id, reportLinks.messageId))
		.leftJoin(contacts, eq(contacts.id, reportLinks.contactId))
		.where(eq(reportLinks.runId, runId))
		.orderBy(asc(reportLinks.id))
		.all();
}

type OfContact = { runId: string; contactId: string };

const isToContact = ({ runId, contactId }: OfContact) =>
	and(eq(reportLinks.runId, runId), eq(reportLinks.contactId, contactId));

export function listSentFileIds(db: ReadDb, contact: OfContact): string[] {
	const rows = db.select().from(reportLinks).where(isToContact(contact)).orderBy(asc(reportLinks.id)).all();
	return [...new Set(rows.map(({ fileId }) => fileId))];
}

export function countLinks(db: ReadDb, { fileId, contactId }: Pick<ReportLinkRow, "fileId" | "contactId">): number {
	const isSame = and(eq(reportLinks.fileId, fileId), eq(reportLinks.contactId, contactId));
	return db.select({ links: count() }).from(reportLinks).where(isSame).get()?.links ?? 0;
}

export function revokeLinks(db: AccountDb, contact: OfContact, revokedAt: number): number {
	const { id } = reportLinks;
	const open = db
		.update(reportLinks)
		.set({ revokedAt })
		.where(and(isToContact(contact), isNull(reportLinks.revokedAt)));
	return open.returning({ id }).all().length;
}

export function countOpening(db: AccountDb, id: string): void {
	const opened = sql`${reportLinks.opened} + 1`;
	db.update(reportLinks).set({ opened }).where(eq(reportLinks.id, id)).run();
}
