import superjson, { type SuperJSONResult } from "superjson";
import { hexOf } from "../../shared/base/hex";
import { readBody } from "../../shared/base/read-body";
import { type MailFile, type MailFileReason, mailLimits } from "../../shared/message/mail-inbox";
import { wordsIn } from "../../shared/words/made/messages-in";
import { archivePrefix } from "../base/archive-places";
import { recordFault } from "../base/event-log";
import { findMailAddress } from "../db/mail-rows";
import type { EmailBinding } from "../message/senders/email-sender";
import type { ArrivedMail, FinishedMail, MailReply, OpenedMail } from "./accept-mail";
import { type ImportCalls, importMailedFile } from "./import-mailed-file";
import { type MailedFile, readMail } from "./read-mail";

export type MailProcedure = "log.previewImport" | "log.importReadings" | "device.getDevice";
/** `body`: JSON of the input. */
export type MailCall = { accountId: string; keyId: string; procedure: MailProcedure; body: string; requestId: string };

export type MailCalls = {
	openMail(mail: ArrivedMail, now: number): Promise<OpenedMail>;
	callByMail(call: MailCall): Promise<string>;
	finishMail(mail: FinishedMail, now: number): Promise<MailReply>;
};

type ReceiverParts = {
	directory: D1Database;
	accounts: { idFromName(accountId: string): DurableObjectId; get(id: DurableObjectId): MailCalls };
	files: Pick<R2Bucket, "put">;
	email: EmailBinding;
	/** Null: no replies. */
	from: string | null;
	/** Per address, like uploads of one key. */
	rateLimit: RateLimit;
	clock: () => number;
};

export type IncomingMail = Pick<ForwardableEmailMessage, "from" | "to" | "raw" | "rawSize" | "setReject">;

const addressForm = /^r-([0-9a-hjkmnp-tv-z]{26})@/i;
const unknownAddress = "550 5.1.1 No such address";
const tooLarge = `552 5.3.4 The mail has more than ${mailLimits.bytes / 1_000_000} MB`;
const tooMany = "452 4.3.1 Too many mails, try again later";

/** An unlisted sender gets no reply and no bounce, which would reveal the address or hit a forged one. */
export function createMailReceiver(parts: ReceiverParts) {
	const { directory, accounts, clock } = parts;

	return async function receiveMail(message: IncomingMail): Promise<void> {
		const [, part] = addressForm.exec(message.to) ?? [];
		const found = part === undefined ? null : await findMailAddress(directory, part.toLowerCase());
		if (found === null) return message.setReject(unknownAddress);
		if (message.rawSize > mailLimits.bytes) return message.setReject(tooLarge);
		if (!(await parts.rateLimit.limit({ key: `mail ${found.address}` })).success) return message.setReject(tooMany);
		// The platform types its streams by a wider buffer.
		const raw = await readBody(message.raw as ReadableStream<Uint8Array<ArrayBuffer>>, mailLimits.bytes);
		if (raw === "too-large") return message.setReject(tooLarge);
		const mail = await readMail(raw.buffer, message.from);
		const objectId = accounts.idFromName(found.accountId);
		const account = accounts.get(objectId);
		const files = await Promise.all(mail.files.map(arrived));
		const { from, subject, messageId, proof, omitted } = mail;
		const { keyId, address } = found;
		const facts = files.map(({ file, sha256, reason }) => {
			return { name: file.name, mediaType: file.mediaType, bytes: file.content.length, sha256, reason };
		});
		const opened = await account.openMail(
			{ keyId, address, from, subject, messageId, proof, files: facts, omitted },
			clock(),
		);
		if (opened.status === "unknown") return message.setReject(unknownAddress);
		if (opened.status !== "open") return;
		const outcomes: MailFile[] = [];
		for (const [index, stored] of opened.files.entries()) {
			const one = files[index];
			if (!one || stored.attachmentId === null) {
				outcomes.push(stored);
				continue;
			}
			const key = `${archivePrefix("attachment", objectId)}/${one.sha256}`;
			await parts.files.put(key, one.file.content, { sha256: one.sha256 });
			if (stored.reason !== "notLooked") outcomes.push(stored);
			else if (!opened.isProven) outcomes.push({ ...stored, reason: "unproven" });
			else
				outcomes.push({ ...stored, ...(await importOne(account, found, { ...one.file, sha256: one.sha256 }, opened)) });
		}
		const isReplyWanted = !mail.isAutomatic && parts.from !== null && from !== parts.from.toLowerCase();
		const reply = await account.finishMail({ keyId, mailId: opened.mailId, files: outcomes, isReplyWanted }, clock());
		if (reply !== null) await sendReply(parts, reply, { to: from, subject, messageId, files: outcomes });
	};
}

type Arrived = { file: MailedFile; sha256: string; reason: MailFileReason | null };

async function arrived(file: MailedFile): Promise<Arrived> {
	const { content } = file;
	const sha256 = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
	return { file, sha256, reason: reasonOf(file) };
}

function reasonOf({ content, mediaType }: MailedFile): MailFileReason | null {
	if (content.length === 0) return "empty";
	if (content.length > mailLimits.fileBytes) return "tooLarge";
	if (mediaType.startsWith("image/")) return "picture";
	// Archives and workbooks, which the import dialog unpacks.
	return content[0] === 0x50 && content[1] === 0x4b ? "archive" : null;
}

type Addressed = { accountId: string; keyId: string };
type Opened = Extract<OpenedMail, { status: "open" }>;

/** One bad file stops no other. A file that fails for another reason waits, and the error is reported. */
async function importOne(
	account: MailCalls,
	{ accountId, keyId }: Addressed,
	file: MailedFile & { sha256: string },
	opened: Opened,
): ReturnType<typeof importMailedFile> {
	const requestId = crypto.randomUUID();
	const call = async <Data>(procedure: MailProcedure, input: unknown): Promise<Data | { error: string }> => {
		const body = JSON.stringify({ json: input });
		return dataOf<Data>(await account.callByMail({ accountId, keyId, procedure, body, requestId }));
	};
	const calls: ImportCalls = {
		preview: (input) => call("log.previewImport", input),
		import: (input) => call("log.importReadings", input),
		channels: async (deviceId) => {
			const device = await call<{ channels: { id: string; name: string }[] }>("device.getDevice", { deviceId });
			return "error" in device ? [] : device.channels;
		},
	};
	try {
		return await importMailedFile(file, opened, calls);
	} catch (error) {
		recordFault(error, "backend", { event: "mail-not-imported", requestId });
		return { state: "waits", reason: "notLooked", detail: "", deviceId: null, accepted: 0, duplicates: 0, rejected: 0 };
	}
}

type Wire = { result?: { data: SuperJSONResult }; error?: SuperJSONResult };
type WireError = {
	message: string;
	data: { httpStatus: number; fieldKeys?: Record<string, string>; fields?: Record<string, string> };
};

function dataOf<Data>(text: string): Data | { error: string } {
	const wire: Wire = JSON.parse(text);
	if (wire.result) return superjson.deserialize<Data>(wire.result.data);
	const { message, data } = superjson.deserialize<WireError>(wire.error ?? { json: null });
	if (data.httpStatus >= 500) throw new Error(message);
	const [field] = Object.values(data.fieldKeys ?? data.fields ?? {});
	return { error: field ?? message };
}

type Replied = { to: string; subject: string; messageId: string; files: readonly MailFile[] };

async function sendReply(
	{ email, from }: ReceiverParts,
	reply: NonNullable<MailReply>,
	replied: Replied,
): Promise<void> {
	if (from === null) return;
	const say = wordsIn(reply.language);
	const lines = replied.files.map(({ name, state, accepted }) => {
		return say(`mail.reply.${state === "done" ? "waits" : state}`, { name, count: accepted });
	});
	const text = [
		say("mail.reply.lead", { name: reply.integrationName }),
		...(lines.length === 0 ? [say("mail.reply.none")] : lines),
	].join("\n");
	const { messageId } = replied;
	const headers = {
		"Auto-Submitted": "auto-replied",
		...(/^<[^<>\s]+>$/.test(messageId) && { References: messageId }),
	};
	const subject = say("mail.reply.subject", { subject: replied.subject, company: reply.companyName });
	try {
		await email.send({ from, to: replied.to, subject, text, headers });
	} catch (error) {
		// The files are recorded, so a lost reply must not make the sender's server send the mail again.
		recordFault(error, "backend", { event: "mail-not-replied" });
	}
}
