import { neutralProductName } from "../../../shared/account/brand";
import type { EmailSettings } from "../../base/message-settings";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import { pictureId } from "../templates/mail-page";
import { namePart, oneLine } from "../templates/plain-text";
import type { RenderedMail } from "../templates/render-mail";

export type EmailBinding = { send(message: EmailMessageBuilder): Promise<{ messageId: string }> };

const deadlineMs = 20_000;

/** https://developers.cloudflare.com/email-service/reference/headers/: other headers are declined, except `X-…`. */
const allowedHeaders = new Set([
	...["References", "Auto-Submitted", "Content-Language"],
	...["List-Unsubscribe", "List-Unsubscribe-Post"],
]);
const ownHeader = /^X-[A-Za-z0-9_-]{1,98}$/;
const longestHeaderBytes = 2_048;

/** https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes */
const declines = new Set([
	"E_VALIDATION_ERROR",
	"E_FIELD_MISSING",
	"E_TOO_MANY_RECIPIENTS",
	"E_RECIPIENT_NOT_ALLOWED",
	"E_HEADER_NOT_ALLOWED",
	"E_HEADER_USE_API_FIELD",
	"E_HEADER_VALUE_INVALID",
	"E_HEADER_VALUE_TOO_LONG",
	"E_HEADER_NAME_INVALID",
	"E_HEADERS_TOO_LARGE",
	"E_HEADERS_TOO_MANY",
]);
const tooLargeCode = "E_CONTENT_TOO_LARGE";
const suppressedCode = "E_RECIPIENT_SUPPRESSED";

export type AttachedFile = { name: string; mediaType: string; content: ArrayBuffer };

type EmailParts = {
	binding: EmailBinding;
	settings: EmailSettings;
	consoleUrl: string | null;
	isSenderReleased: boolean;
};

const longestCompany = 48;
const longestSender = 64;

/** Unreleased free names on the operator's domain would allow impersonation. */
export function senderName({ productName, companyName, look }: ClaimedMessage["brand"], isReleased: boolean): string {
	if (isReleased) return oneLine(look?.mailSender || productName, longestSender);
	return `${namePart(companyName, longestCompany)} by ${neutralProductName}`;
}

/** Counts as unsent without a response: a second mail does less harm than none. */
export async function sendEmail(
	{ binding, settings, consoleUrl, isSenderReleased }: EmailParts,
	message: ClaimedMessage,
	mail: RenderedMail & { attachments?: AttachedFile[]; picture?: Uint8Array<ArrayBuffer> | null },
): Promise<SendOutcome> {
	const headers = { ...mailHeaders(message, settings.from), ...unsubscribeHeaders(message, consoleUrl) };
	assertHeaders(headers);
	const from = { email: settings.from, name: senderName(message.brand, isSenderReleased) };
	const files = (mail.attachments ?? []).map(({ name: filename, mediaType: type, content }) => {
		return { disposition: "attachment", filename, type, content } as const;
	});
	const attachments = [...files, ...(mail.picture ? [inlinePicture(mail.picture)] : [])];
	const content = {
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		...(attachments.length > 0 && { attachments }),
	};
	try {
		const sending = binding.send({ from, to: message.addressee.address, headers, ...content });
		const { messageId } = await withDeadline(sending);
		return { kind: "accepted", providerId: bareMessageId(messageId) };
	} catch (error) {
		return outcomeOf(error);
	}
}

function inlinePicture(content: Uint8Array<ArrayBuffer>) {
	const named = { contentId: pictureId, filename: "course.png", type: "image/png" };
	return { disposition: "inline" as const, ...named, content: content.buffer };
}

/** The provider sets Message-ID, so mails of one event share a reference id of ours. */
function mailHeaders({ messageId, abouts, addressee }: ClaimedMessage, from: string): Record<string, string> {
	const domain = from.slice(from.indexOf("@") + 1);
	return {
		"X-AQL-Message": messageId,
		References: abouts.map((about) => `<${about}@${domain}>`).join(" "),
		"Auto-Submitted": "auto-generated",
		"Content-Language": addressee.language,
	};
}

/** One-click unsubscribe (RFC 8058), on reports only: one click must not end alerts. */
function unsubscribeHeaders(
	{ class: messageClass, links }: ClaimedMessage,
	consoleUrl: string | null,
): Record<string, string> {
	// The provider declines other schemes.
	if (messageClass !== "reports" || !links?.optOut || !consoleUrl?.startsWith("https://")) return {};
	return {
		"List-Unsubscribe": `<${consoleUrl}${links.optOut}>`,
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	};
}

/** Throws for headers that the provider declines and for line breaks, which local runs allow. */
export function assertHeaders(headers: Record<string, string>): void {
	for (const [name, value] of Object.entries(headers)) {
		if (!allowedHeaders.has(name) && !ownHeader.test(name)) throw new Error(`The header ${name} is not allowed`);
		const bytes = new TextEncoder().encode(value).length;
		if (bytes === 0 || bytes > longestHeaderBytes || /[\r\n]/.test(value)) {
			throw new Error(`The value of the header ${name} is not allowed`);
		}
	}
}

/** `<id@domain>` and `id@domain` are the same id. */
export function bareMessageId(messageId: string): string {
	return messageId.trim().replace(/^<(.*)>$/, "$1");
}

class NoResponseError extends Error {
	override readonly name = "NoAnswerError";
}

async function withDeadline<Value>(sending: Promise<Value>): Promise<Value> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const deadline = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new NoResponseError("The provider did not answer")), deadlineMs);
	});
	try {
		return await Promise.race([sending, deadline]);
	} finally {
		clearTimeout(timer);
	}
}

function outcomeOf(error: unknown): SendOutcome {
	const code = codeOf(error);
	if (code === suppressedCode) {
		const text = "The provider writes to this address no more, as its mail bounced or was called unwanted";
		return { kind: "suppressed", reason: "providerSuppressed", error: text };
	}
	if (code === tooLargeCode) return { kind: "tooLarge", error: `The provider refused it for its size: ${code}` };
	if (code !== null && declines.has(code)) return { kind: "refused", error: `The provider refused it: ${code}` };
	if (error instanceof NoResponseError) return { kind: "later", error: error.message, mayHaveArrived: true };
	return {
		kind: "later",
		error: code === null ? "The provider could not be reached" : `The provider answered ${code}`,
	};
}

/** RPC can reduce an error to its message. */
function codeOf(error: unknown): string | null {
	if (!(error instanceof Error)) return null;
	const code = "code" in error && typeof error.code === "string" ? error.code : error.message;
	return /\bE_[A-Z_]+\b/.exec(code)?.[0] ?? null;
}
