import * as z from "zod/mini";
import { dayMs, hourMs } from "../base/durations";
import { AttachmentId, DeviceId, IntegrationKeyId, ReceivedMailId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { EmailAddress } from "./contact";

export const mailLimits = {
	bytes: 25_000_000,
	files: 20,
	fileBytes: 10_000_000,
	/** Larger files wait: their columns pass between Workers in one call. */
	importedBytes: 5_000_000,
	senders: 20,
	shownMails: 50,
	storedMs: 14 * dayMs,
	keeperEveryMs: dayMs,
	replyEveryMs: hourMs,
} as const;

/** `imported`: also a file whose readings were all there before. `done`: a member imported or dismissed it. */
export const MailFileState = z.enum(["imported", "waits", "rejected", "done"]);

export const MailFileReason = z.enum([
	...["empty", "tooLarge", "picture"],
	...["notLooked", "archive", "unproven", "large", "device", "format", "questions", "unreadable"],
] as const);
export type MailFileReason = z.infer<typeof MailFileReason>;

export const MailFile = z.object({
	/** Null: nothing of it is stored. */
	attachmentId: z.nullable(AttachmentId),
	name: z.string(),
	bytes: z.number(),
	state: MailFileState,
	reason: z.nullable(MailFileReason),
	/** A text of `errorKey`, or empty. */
	detail: z.string(),
	deviceId: z.nullable(DeviceId),
	accepted: z.number(),
	duplicates: z.number(),
	rejected: z.number(),
});
export type MailFile = z.infer<typeof MailFile>;

/** `unlisted` and `forged`: no file was stored. `unproven`: no check says whose mail it is, so its files wait. */
export const MailStanding = z.enum(["listed", "unlisted", "forged", "unproven"]);
export type MailStanding = z.infer<typeof MailStanding>;

/** Times are epoch ms. */
export const ReceivedMail = z.object({
	id: ReceivedMailId,
	receivedAt: z.number(),
	from: z.string(),
	subject: z.string(),
	standing: MailStanding,
	files: z.array(MailFile),
	/** Files beyond the limit, of which nothing is stored. */
	omitted: z.number(),
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

export const MailInbox = z.object({
	/** False: the operator receives no mail. */
	isOffered: z.boolean(),
	/** Null: none was made. */
	address: z.nullable(z.string()),
	senders: z.array(z.string()),
	mails: z.array(ReceivedMail),
});
export type MailInbox = z.infer<typeof MailInbox>;

export const MailInboxTarget = z.object({ keyId: IntegrationKeyId });
export type MailInboxTarget = z.infer<typeof MailInboxTarget>;

export const SaveMailSenders = z.object({ keyId: IntegrationKeyId, senders: setOf(EmailAddress, mailLimits.senders) });
export type SaveMailSenders = z.infer<typeof SaveMailSenders>;

export const SettleMailFile = z.object({
	keyId: IntegrationKeyId,
	mailId: ReceivedMailId,
	file: z.int().check(z.minimum(0), z.maximum(mailLimits.files)),
});
export type SettleMailFile = z.infer<typeof SettleMailFile>;
