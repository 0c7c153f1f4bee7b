import { hourMs, secondMs } from "../../../shared/base/durations";
import { errorKey } from "../../../shared/base/error-key";
import type { SendOutcome } from "../message-outcome";
import { cutAtGrapheme } from "../templates/plain-text";
import { type CardResponse, type CardService, fieldsOf, gone, sectionText } from "./card-sender";

/** https://core.telegram.org/bots/api#sendmessage: characters after entities are parsed. */
const limits = { text: 4_000, title: 250, buttons: 5 };
const chatForm = /^-?\d{1,20}$/;

export const telegramCards: CardService = {
	shape({ title, sections, links }, { address, sentId, token }) {
		const head = cutAtGrapheme(withoutNames(title), limits.title);
		const rest = cutAtGrapheme(withoutNames(sections.map(sectionText).join("\n\n")), limits.text - head.length);
		const buttons = links.slice(0, limits.buttons).map(({ label, url }) => [{ text: label, url }]);
		const body = {
			chat_id: Number(address),
			text: `<b>${escaped(head)}</b>\n${escaped(rest)}`,
			parse_mode: "HTML",
			link_preview_options: { is_disabled: true },
			reply_markup: { inline_keyboard: buttons },
			...(sentId !== null && { message_id: Number(sentId) }),
		};
		const method = sentId === null ? "sendMessage" : "editMessageText";
		return { url: `https://api.telegram.org/bot${token}/${method}`, body };
	},
	readResponse: readTelegram,
	complaintOf: (address) => (chatForm.test(address) ? null : errorKey("id.invalid")),
};

/** https://core.telegram.org/bots/api#making-requests */
function readTelegram({ status, body }: CardResponse): SendOutcome | "sendAnew" | null {
	const { result, description, parameters } = fieldsOf(body);
	const messageId = numberIn(result, "message_id");
	if (status === 200 && messageId !== null) return { kind: "accepted", providerId: String(messageId) };
	const text = String(description ?? "");
	if (/message is not modified/i.test(text)) return { kind: "accepted", providerId: null };
	if (/message (?:to edit not found|can't be edited|identifier is not specified)/i.test(text)) return "sendAnew";
	const movedTo = numberIn(parameters, "migrate_to_chat_id");
	if (movedTo !== null) return { kind: "later", error: "The group has a new address", movedTo: String(movedTo) };
	if (status === 403 || (status === 400 && /chat not found|user is deactivated|PEER_ID_INVALID/i.test(text)))
		return gone("The chat takes no messages of the bot, which was blocked or removed");
	if (status === 401 || status === 404) return { kind: "refused", error: "Telegram does not know the console's bot" };
	const seconds = numberIn(parameters, "retry_after");
	if (status !== 429 || seconds === null) return null;
	return { kind: "later", error: "The address responded with 429", afterMs: Math.min(seconds * secondMs, hourMs) };
}

function numberIn(fields: unknown, name: string): number | null {
	const value = typeof fields === "object" && fields !== null ? Reflect.get(fields, name) : null;
	return typeof value === "number" ? value : null;
}

/** A word joiner after `@` keeps a name from notifying the person it names. */
function withoutNames(text: string): string {
	return text.replaceAll("@", "@\u2060");
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
