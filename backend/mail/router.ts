import {
	type MailInbox,
	MailInboxTarget,
	mailLimits,
	type ReceivedMail,
	SaveMailSenders,
	SettleMailFile,
} from "../../shared/message/mail-inbox";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { encodeBase32 } from "../base/ids";
import { procedureFor, router } from "../base/trpc";
import {
	findMailInbox,
	findReceivedMail,
	forgetMailAddress,
	listReceivedMails,
	type MailInboxRow,
	type ReceivedMailRow,
	saveMailAddress,
	saveMailInbox,
	saveReceivedMail,
} from "../db/mail-rows";
import { integrationKeyOrThrow, keyManagerOrThrow } from "../integration/router";

export const mailInboxRouter = router({
	getMailInbox: procedureFor("editKeys").input(MailInboxTarget).query(getMailInbox),
	renewMailAddress: procedureFor("editKeys").input(MailInboxTarget).mutation(renewMailAddress),
	saveMailSenders: procedureFor("editKeys").input(SaveMailSenders).mutation(saveMailSenders),
	settleMailFile: procedureFor("editKeys").input(SettleMailFile).mutation(settleMailFile),
});

async function getMailInbox({ ctx, input }: Call<MailInboxTarget>): Promise<MailInbox> {
	keyManagerOrThrow(ctx);
	const { id } = integrationKeyOrThrow(ctx, input.keyId);
	return shownInbox(ctx, id);
}

function shownInbox({ db, now, mailDomain }: MemberContext, keyId: string): MailInbox {
	const inbox = findMailInbox(db, keyId);
	const mails = listReceivedMails(db, keyId, now - mailLimits.storedMs, mailLimits.shownMails);
	return {
		isOffered: mailDomain !== null,
		address: inbox && mailDomain !== null && inbox.address !== "" ? `r-${inbox.address}@${mailDomain}` : null,
		senders: inbox?.senders ?? [],
		mails: mails.map(toReceivedMail),
	};
}

function toReceivedMail({ keyId: _, messageId: __, ...mail }: ReceivedMailRow): ReceivedMail {
	return mail;
}

const addressBytes = 17;
const addressLength = 26;

/** The former address ends at once. */
async function renewMailAddress({ ctx, input }: Call<MailInboxTarget>): Promise<MailInbox> {
	keyManagerOrThrow(ctx);
	if (ctx.mailDomain === null) throw domainError("MAIL_NOT_OFFERED");
	const { id: keyId } = integrationKeyOrThrow(ctx, input.keyId);
	const random = crypto.getRandomValues(new Uint8Array(addressBytes));
	const address = encodeBase32(random).slice(0, addressLength);
	const { directory, db, accountId } = ctx;
	await saveMailAddress(directory, { address, accountId, keyId });
	// Read after the await: another request may have renewed it or revoked the key.
	integrationKeyOrThrow(ctx, keyId);
	const former = inboxOf(ctx, keyId);
	ctx.audit.act({ integrationKey: [keyId] });
	saveMailInbox(db, { ...former, address });
	if (former.address !== "") await forgetMailAddress(directory, former.address);
	return shownInbox(ctx, keyId);
}

function inboxOf({ db }: MemberContext, keyId: string): MailInboxRow {
	return findMailInbox(db, keyId) ?? { keyId, address: "", senders: [], keeperNotifiedAt: null, repliedAt: {} };
}

async function saveMailSenders({ ctx, input }: Call<SaveMailSenders>): Promise<MailInbox> {
	keyManagerOrThrow(ctx);
	const { id: keyId } = integrationKeyOrThrow(ctx, input.keyId);
	const senders = input.senders.map((sender) => sender.toLowerCase());
	ctx.audit.act({ integrationKey: [keyId] }, { senders: senders.length });
	saveMailInbox(ctx.db, { ...inboxOf(ctx, keyId), senders });
	return shownInbox(ctx, keyId);
}

async function settleMailFile({ ctx, input }: Call<SettleMailFile>): Promise<MailInbox> {
	keyManagerOrThrow(ctx);
	const { id: keyId } = integrationKeyOrThrow(ctx, input.keyId);
	const mail = findReceivedMail(ctx.db, input.mailId);
	const file = mail?.keyId === keyId ? mail.files[input.file] : undefined;
	if (!mail || !file) throw domainError("RECEIVED_MAIL_NOT_FOUND", { mailId: input.mailId });
	ctx.audit.act({ integrationKey: [keyId] }, { file: file.name });
	const files = mail.files.map((one) =>
		one === file && one.state === "waits" ? { ...one, state: "done" as const } : one,
	);
	saveReceivedMail(ctx.db, { ...mail, files });
	return shownInbox(ctx, keyId);
}
