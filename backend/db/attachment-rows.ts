import { and, asc, eq, isNotNull, lte, max, ne, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteBy, findBy, insertInto, isOneOf, prepared, updateIn } from "./queries";
import { type AttachmentUse, attachments } from "./schema";

export type AttachmentRow = typeof attachments.$inferSelect;

export const findAttachment = findBy(attachments, attachments.id);
export const insertAttachment = insertInto(attachments);
export const changeAttachment = updateIn(attachments);
export const deleteAttachment = deleteBy(attachments, attachments.id);

export function listAttachmentsAfter(db: ReadDb, afterId: string, limit: number): AttachmentRow[] {
	const isAfter = sql`${attachments.id} > ${afterId}`;
	return db.select().from(attachments).where(isAfter).orderBy(asc(attachments.id)).limit(limit).all();
}

export function freeAttachmentsOf(db: AccountDb, use: AttachmentUse, useIds: string[], dueAt: number): void {
	free(db, and(eq(attachments.use, use), isOneOf(attachments.useId, useIds)), dueAt);
}

export function freeAttachmentsOfDevices(db: AccountDb, deviceIds: string[], dueAt: number): void {
	free(db, isOneOf(attachments.deviceId, deviceIds), dueAt);
}

function free(db: AccountDb, where: ReturnType<typeof and>, dueAt: number): void {
	db.update(attachments).set({ use: null, useId: null, deviceId: null, groupId: null, dueAt }).where(where).run();
}

const firstDue = prepared((db: ReadDb) => {
	const { dueAt } = attachments;
	return db.select({ dueAt }).from(attachments).where(isNotNull(dueAt)).orderBy(asc(dueAt)).limit(1).prepare();
});

export const nextAttachmentDueAt = cached(
	[attachments],
	(db: ReadDb): number | null => firstDue(db).get()?.dueAt ?? null,
);

export function listDueAttachments(db: ReadDb, now: number, limit: number): string[] {
	const { id, dueAt } = attachments;
	const isDue = and(isNotNull(dueAt), lte(dueAt, now));
	const due = db.select({ id }).from(attachments).where(isDue).orderBy(asc(dueAt)).limit(limit);
	return due.all().map((row) => row.id);
}

export function isObjectShared(db: ReadDb, { id, objectKey }: Pick<AttachmentRow, "id" | "objectKey">): boolean {
	const isOther = and(eq(attachments.objectKey, objectKey), ne(attachments.id, id));
	return db.select({ id: attachments.id }).from(attachments).where(isOther).limit(1).get() !== undefined;
}

export const countAttachmentBytes = cached([attachments], (db: ReadDb): number => {
	const { objectKey, bytes } = attachments;
	const rows = db
		.select({ bytes: max(bytes) })
		.from(attachments)
		.groupBy(objectKey)
		.all();
	return rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
});
