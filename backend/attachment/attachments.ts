import { type Attachment, attachmentLimits } from "../../shared/base/attachment";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import { unnamedKeptMs } from "../base/archive-places";
import type { AccountDb, AttachmentFiles, MemberContext, RowStore } from "../base/context";
import { domainError } from "../base/errors";
import type { Job } from "../base/job";
import {
	type AttachmentRow,
	changeAttachment,
	countAttachmentBytes,
	deleteAttachment,
	findAttachment,
	freeAttachmentsOf,
	freeAttachmentsOfDevices,
	insertAttachment,
	isObjectShared,
	listDueAttachments,
	nextAttachmentDueAt,
} from "../db/attachment-rows";
import { neededByExportUntil } from "../db/data-export-rows";
import type { AttachmentUse } from "../db/schema";

export const unusedForMs = dayMs;

/** `deviceId` or `groupId` decides which members see it; neither: members of all groups. */
export type UseOfAttachment = {
	use: AttachmentUse;
	useId: string;
	deviceId?: string | null;
	groupId?: string | null;
	/** The `useId` until now, which the new one replaces. */
	replaced?: string | undefined;
};

export type NewAttachment = Pick<AttachmentRow, "name" | "mediaType" | "bytes" | "sha256" | "objectKey" | "createdBy"> &
	Partial<Pick<AttachmentRow, "width" | "height">>;

export function addAttachmentRow({ db, newId, now }: RowStore, file: NewAttachment): AttachmentRow {
	const unused = { use: null, useId: null, deviceId: null, groupId: null, dueAt: now + unusedForMs };
	const { width = null, height = null } = file;
	const row = { ...file, ...unused, width, height, id: newId("attachment"), createdAt: now };
	insertAttachment(db, row);
	return row;
}

export function hasRoomFor(db: AccountDb, bytes: number): boolean {
	return countAttachmentBytes(db) + bytes <= attachmentLimits.accountBytes;
}

/**
 * Call in the transaction that saves the file's user. Throws ATTACHMENT_NOT_FOUND for a file that the caller did not
 * send, or that something else uses.
 */
export function takeAttachment(ctx: MemberContext, attachmentId: string, wanted: UseOfAttachment): Attachment {
	const row = findAttachment(ctx.db, attachmentId);
	const isOwn = row?.use === null && row.createdBy === ctx.user.id && (row.dueAt ?? 0) > ctx.now;
	const isSame = row?.use === wanted.use && (row.useId === wanted.useId || row.useId === wanted.replaced);
	if (!row || !(isOwn || isSame)) {
		const fields = { attachmentId: errorKey("attachment.gone") };
		throw domainError("ATTACHMENT_NOT_FOUND", { attachmentId }, { fields });
	}
	const { use, useId, deviceId = null, groupId = null } = wanted;
	changeAttachment(ctx.db, attachmentId, { use, useId, deviceId, groupId, dueAt: null });
	return toAttachment(row);
}

type Freed = { db: AccountDb; now: number };

/** A restored account may name them again, so their deletion waits. */
export function freeAttachments({ db, now }: Freed, use: AttachmentUse, useIds: string[]): void {
	freeAttachmentsOf(db, use, useIds, now + unnamedKeptMs);
}

export function freeDeviceAttachments({ db, now }: Freed, deviceIds: string[]): void {
	freeAttachmentsOfDevices(db, deviceIds, now + unnamedKeptMs);
}

export function toAttachment({ id, name, mediaType, bytes }: AttachmentRow): Attachment {
	return { id, name, mediaType, bytes };
}

export function createAttachmentFiles(bucket: Pick<R2Bucket, "delete">, prefix: string): AttachmentFiles {
	let deleting: Promise<unknown> = Promise.resolve();
	return {
		key: (sha256) => `${prefix}/${sha256}`,
		async delete(key) {
			const deletion = bucket.delete(key);
			deleting = Promise.allSettled([deleting, deletion]);
			await deletion;
		},
		deleted: async () => void (await deleting),
	};
}

export function oldAttachmentsWork({ db, attachmentFiles }: { db: AccountDb; attachmentFiles: AttachmentFiles }): Job {
	return {
		name: "old attachments",
		title: said("work.is.oldAttachments"),
		nextDueAt: () => nextAttachmentDueAt(db),
		due: (now, limit) => listDueAttachments(db, now, limit),
		run: async (id, now) => {
			const row = findAttachment(db, id);
			if (row?.dueAt == null || row.dueAt > now) return;
			const neededUntil = neededByExportUntil(db, row.objectKey, now);
			if (neededUntil !== null) return changeAttachment(db, id, { dueAt: neededUntil });
			if (!isObjectShared(db, row)) await attachmentFiles.delete(row.objectKey);
			deleteAttachment(db, id);
		},
	};
}
