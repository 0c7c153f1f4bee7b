import { can } from "../../shared/account/permissions";
import type { KnownDevice } from "../../shared/log/match-device";
import type { StoredFormat } from "../../shared/log/stored-format";
import { type MailFile, type MailFileReason, type MailStanding, mailLimits } from "../../shared/message/mail-inbox";
import { addAttachmentRow, hasRoomFor } from "../attachment/attachments";
import type { AttachmentFiles, Invalidations, RowStore } from "../base/context";
import { accountOrThrow, findUser, isStorageRejecting, listActiveOwners } from "../db/account-rows";
import { changeAttachment, freeAttachmentsOf } from "../db/attachment-rows";
import { listNamedDevices } from "../db/device-rows";
import { listFileFormats, toStoredFormat } from "../db/file-format-rows";
import { findIntegrationKey, type IntegrationKeyRow } from "../db/integration-key-rows";
import {
	deleteReceivedMails,
	findMailByMessageId,
	findMailInbox,
	findReceivedMail,
	listReceivedMails,
	type MailInboxRow,
	saveMailInbox,
	saveReceivedMail,
} from "../db/mail-rows";
import { queueMessage } from "../message/queue-message";
import type { MailProof } from "./read-mail";

export type ArrivedFile = {
	name: string;
	mediaType: string;
	bytes: number;
	sha256: string;
	reason: MailFileReason | null;
};

/** `keyId` and `address` are of the directory. */
export type ArrivedMail = {
	keyId: string;
	address: string;
	from: string;
	subject: string;
	messageId: string;
	proof: MailProof;
	files: ArrivedFile[];
	omitted: number;
};

export type OpenedMail =
	| { status: "unknown" }
	| { status: "recorded" }
	| {
			status: "open";
			mailId: string;
			files: MailFile[];
			isProven: boolean;
			devices: KnownDevice[];
			formats: StoredFormat[];
	  };

type MailStore = RowStore & { attachmentFiles: AttachmentFiles; invalidations: Invalidations };

/** Stores the mail and rows of its files, all waiting: an interruption then loses nothing. */
export async function openMail(store: MailStore, mail: ArrivedMail): Promise<OpenedMail> {
	await store.attachmentFiles.deleted();
	const { db } = store;
	const found = inboxOf(store, mail);
	if (found === null) return { status: "unknown" };
	const standing = standingOf(found.inbox, mail);
	const isTaken = standing === "listed" || standing === "unproven";
	return db.transaction((): OpenedMail => {
		const former = mail.messageId === "" ? null : findMailByMessageId(db, mail.keyId, mail.messageId);
		const mailId = former?.id ?? store.newId("receivedMail");
		if (former && !isTaken) return { status: "recorded" };
		freeAttachmentsOf(db, "mail", [mailId], store.now);
		const files = isTaken ? mail.files.map((file) => storedFile(store, mailId, file)) : mail.files.map(namedFile);
		const { keyId, messageId, from, subject, omitted } = mail;
		const facts = { keyId, messageId, from, subject, standing, omitted };
		saveReceivedMail(db, { ...facts, id: mailId, receivedAt: store.now, files });
		forgetOverflow(store, keyId);
		if (!isTaken) return { status: "recorded" };
		const devices = listNamedDevices(db);
		const formats = listFileFormats(db).map(toStoredFormat);
		return { status: "open", mailId, files, isProven: standing === "listed", devices, formats };
	});
}

function inboxOf({ db }: RowStore, { keyId, address }: Pick<ArrivedMail, "keyId" | "address">) {
	const key = findIntegrationKey(db, keyId);
	const inbox = findMailInbox(db, keyId);
	return key && inbox?.address === address ? { key, inbox } : null;
}

function standingOf({ senders }: MailInboxRow, { from, proof }: ArrivedMail): MailStanding {
	if (from === "" || !senders.some((sender) => sender.toLowerCase() === from)) return "unlisted";
	if (proof === "fail") return "forged";
	return proof === "none" ? "unproven" : "listed";
}

const nothing = { detail: "", deviceId: null, accepted: 0, duplicates: 0, rejected: 0 };

function namedFile({ name, bytes, reason }: ArrivedFile): MailFile {
	return { ...nothing, attachmentId: null, name, bytes, state: "rejected", reason };
}

function storedFile(store: MailStore, mailId: string, file: ArrivedFile): MailFile {
	const { db, now, attachmentFiles } = store;
	if (file.reason !== null && file.reason !== "archive") return namedFile(file);
	if (isStorageRejecting(db) || !hasRoomFor(db, file.bytes)) return { ...namedFile(file), reason: "tooLarge" };
	const { name, bytes, sha256 } = file;
	const objectKey = attachmentFiles.key(sha256);
	const mediaType = "application/octet-stream";
	const { id } = addAttachmentRow(store, { name, bytes, sha256, objectKey, mediaType, createdBy: null });
	changeAttachment(db, id, { use: "mail", useId: mailId, dueAt: now + mailLimits.storedMs });
	return { ...nothing, attachmentId: id, name, bytes, state: "waits", reason: file.reason ?? "notLooked" };
}

function forgetOverflow({ db, now }: RowStore, keyId: string): void {
	const old = listReceivedMails(db, keyId, 0).slice(mailLimits.shownMails);
	freeAttachmentsOf(
		db,
		"mail",
		old.map(({ id }) => id),
		now,
	);
	deleteReceivedMails(
		db,
		old.map(({ id }) => id),
	);
}

export type FinishedMail = { keyId: string; mailId: string; files: MailFile[]; isReplyWanted: boolean };
/** Null: no reply is due. */
export type MailReply = { language: string; companyName: string; integrationName: string } | null;

/** Records the outcome of each file, and reserves the sender's reply of the hour. */
export function finishMail(store: MailStore, { keyId, mailId, files, isReplyWanted }: FinishedMail): MailReply {
	const { db, now } = store;
	return db.transaction((): MailReply => {
		const mail = findReceivedMail(db, mailId);
		const [inbox, key] = [findMailInbox(db, keyId), findIntegrationKey(db, keyId)];
		if (mail?.keyId !== keyId || !inbox || !key) return null;
		saveReceivedMail(db, { ...mail, files });
		const changed = { ...inbox };
		if (files.some(({ state }) => state === "waits")) changed.keeperNotifiedAt = notifyKeeper(store, inbox, key);
		const isReplyDue = now - (inbox.repliedAt[mail.from] ?? 0) >= mailLimits.replyEveryMs;
		const isReplying = isReplyWanted && mail.standing === "listed" && isReplyDue;
		if (isReplying) changed.repliedAt = { ...recentOf(inbox.repliedAt, now), [mail.from]: now };
		saveMailInbox(db, changed);
		if (!isReplying) return null;
		const { language, companyName } = accountOrThrow(db);
		return { language, companyName, integrationName: key.name };
	});
}

function recentOf(repliedAt: Record<string, number>, now: number): Record<string, number> {
	return Object.fromEntries(Object.entries(repliedAt).filter(([, at]) => now - at < mailLimits.replyEveryMs));
}

function notifyKeeper(store: MailStore, { keeperNotifiedAt }: MailInboxRow, key: IntegrationKeyRow): number {
	const { now } = store;
	if (keeperNotifiedAt !== null && now - keeperNotifiedAt < mailLimits.keeperEveryMs) return keeperNotifiedAt;
	const facts = { keyId: key.id, name: key.name, files: countWaiting(store, key.id), at: now, path: "/log" };
	for (const userId of keepersOf(store, key)) {
		const recipient = { to: "user", userId, channel: "email" } as const;
		queueMessage(store, { cause: "mailWaits", about: key.id, step: now, recipient, facts });
	}
	return now;
}

export function countWaiting({ db, now }: RowStore, keyId: string): number {
	const mails = listReceivedMails(db, keyId, now - mailLimits.storedMs);
	return mails.flatMap(({ files }) => files).filter(({ state }) => state === "waits").length;
}

function keepersOf({ db }: RowStore, { createdBy }: IntegrationKeyRow): string[] {
	const keeper = findUser(db, createdBy);
	const isAble = keeper?.status === "active" && keeper.scope === "all" && can(keeper.role, "editKeys");
	return isAble ? [keeper.id] : listActiveOwners(db).map(({ id }) => id);
}
