import PostalMime, { type Attachment, addressParser, type Email } from "postal-mime";
import { attachmentName } from "../../shared/base/attachment";
import { oneLine } from "../../shared/base/name-text";
import { mailLimits } from "../../shared/message/mail-inbox";

/** Written by Cloudflare's mail servers above all other headers. */
const ownServer = "mx.cloudflare.net";
const longestSubject = 200;

/** `proof`: whether the sender's domain vouches for the mail. `none`: nothing was checked, or the domain publishes nothing. */
export type MailProof = "pass" | "fail" | "none";

export type MailedFile = { name: string; mediaType: string; content: Uint8Array };

export type ReadMail = {
	/** Lower case. Empty: none, or several. */
	from: string;
	subject: string;
	messageId: string;
	proof: MailProof;
	/** A program wrote it, which must get no reply. */
	isAutomatic: boolean;
	files: MailedFile[];
	omitted: number;
};

export async function readMail(raw: ArrayBuffer, envelopeFrom: string): Promise<ReadMail> {
	// Nested mails as files: a forwarded one would otherwise lend its parts to the outer one.
	const parser = new FileParser({ rfc822Attachments: true, forceRfc822Attachments: true });
	const email = await parser.parse(raw);
	const from = onlySender(email);
	const files = email.attachments.filter(({ related }) => !related).map(fileOf);
	return {
		from,
		subject: oneLine(email.subject ?? "")
			.trim()
			.slice(0, longestSubject),
		messageId: (email.messageId ?? "").slice(0, 500),
		proof: proofOf(email, from),
		isAutomatic: isAutomatic(email, envelopeFrom),
		files: files.slice(0, mailLimits.files),
		omitted: Math.max(0, files.length - mailLimits.files),
	};
}

type Part = Record<"contentType" | "contentDisposition", { parsed: { value: string; params: Record<string, string> } }>;

/** The library adds a named text that is shown inline to the mail's words, as some programs send a file. */
class FileParser extends PostalMime {
	isInlineTextNode({ contentType: { parsed: type }, contentDisposition: { parsed: disposition } }: Part): boolean {
		if (disposition.value === "attachment") return false;
		const isNamed = disposition.params.filename !== undefined || type.params.name !== undefined;
		return type.value === "text/html" || (type.value === "text/plain" && !isNamed);
	}
}

function onlySender({ headers }: Email): string {
	const named = headers.filter(({ key }) => key === "from");
	const mailboxes = named.flatMap(({ value }) => addressParser(value, { flatten: true }));
	const [only, ...others] = mailboxes.map(({ address }) => (address ?? "").trim().toLowerCase());
	return others.length === 0 ? (only ?? "") : "";
}

function fileOf({ filename, mimeType, content }: Attachment): MailedFile {
	const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
	return { name: attachmentName(oneLine(filename ?? ""), null), mediaType: mimeType, content: bytes };
}

const valuesOf = ({ headers }: Email, name: string) =>
	headers.flatMap(({ key, value }) => (key === name ? value.trim() : []));

/** https://www.rfc-editor.org/rfc/rfc3834 and the habits of mailing lists. */
function isAutomatic(email: Email, envelopeFrom: string): boolean {
	const [auto = "no"] = valuesOf(email, "auto-submitted");
	const isBulk = valuesOf(email, "precedence").some((value) => /^(bulk|list|junk|auto_reply)\b/i.test(value));
	const others = ["list-id", "list-unsubscribe", "x-autoreply", "x-autorespond", "x-auto-response-suppress", "x-loop"];
	return (
		!/^no\b/i.test(auto) ||
		isBulk ||
		others.some((name) => valuesOf(email, name).length > 0) ||
		["", "<>"].includes(envelopeFrom.trim())
	);
}

/** Senders can write such headers too, so only the first one counts, and only of our own server. */
function proofOf(email: Email, from: string): MailProof {
	const [first = ""] = valuesOf(email, "authentication-results");
	const [server = "", ...results] = first.replace(/\([^()]*\)/g, " ").split(";");
	if (server.trim().split(/\s/)[0]?.toLowerCase() !== ownServer) return "none";
	const domain = from.slice(from.lastIndexOf("@") + 1);
	const read = results.map(resultOf);
	if (read.some(({ method, result }) => method === "dmarc" && result === "fail")) return "fail";
	const isPassed = read.some(({ method, result, domains }) => {
		const isKnown = method === "dmarc" || method === "dkim" || method === "spf";
		return isKnown && result === "pass" && domains.some((one) => isAligned(one, domain));
	});
	if (isPassed) return "pass";
	return read.some(({ method, result }) => (method === "spf" || method === "dkim") && result === "fail")
		? "fail"
		: "none";
}

function resultOf(text: string): { method: string; result: string; domains: string[] } {
	const [, method = "", result = ""] = /^\s*([a-z0-9-]+)\s*=\s*([a-z]+)/i.exec(text) ?? [];
	const named = text.matchAll(/\b(?:header\.from|header\.d|header\.i|smtp\.mailfrom)\s*=\s*"?([^\s";]+)/gi);
	const domains = [...named].map(([, value = ""]) => value.slice(value.lastIndexOf("@") + 1).toLowerCase());
	return { method: method.toLowerCase(), result: result.toLowerCase(), domains };
}

/** A domain vouches for those below it. Whether one below vouches for it, DMARC alone knows. */
function isAligned(vouching: string, domain: string): boolean {
	return vouching.includes(".") && (domain === vouching || domain.endsWith(`.${vouching}`));
}
