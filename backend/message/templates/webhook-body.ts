import { pageOfAccount } from "../../../shared/base/links";
import { wordsIn } from "../../../shared/words/made/messages-in";
import type { CauseNotice } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import { contentOf } from "./message-content";

/** Sent as ISO 8601, in UTC, instead of epoch ms. */
const timeFacts = /At$/;

type WebhookBody = {
	type: string;
	timestamp: string;
	data: Record<string, unknown>;
};

export function webhookBody(
	{ notices, more, messageId, brand, accountId }: ClaimedMessage,
	{ consoleUrl, now }: { consoleUrl: string | null; now: number },
): WebhookBody {
	const toUrl = (path: string) =>
		`${consoleUrl ?? ""}${accountId === undefined ? path : pageOfAccount(path, accountId)}`;
	const [first] = notices;
	if (first?.cause === "event") {
		const { type, at, data } = first.facts;
		const { path, ...facts } = data;
		const url = typeof path === "string" ? { url: toUrl(path) } : {};
		return { type, timestamp: new Date(at).toISOString(), data: { ...facts, ...url } };
	}
	return {
		type: notices[0]?.cause ?? "",
		timestamp: new Date(now).toISOString(),
		data: { messageId, company: brand.companyName, notices: notices.map((each) => notice(each, toUrl)), more },
	};
}

function notice({ cause, facts }: CauseNotice, toUrl: (path: string) => string): Record<string, unknown> {
	const told = Object.entries(facts).filter(([name]) => name !== "measured");
	const entries = told.map(([name, value]: [string, unknown]) => {
		if (name === "path") return ["url", toUrl(String(value))];
		return [name, timeFacts.test(name) && typeof value === "number" ? new Date(value).toISOString() : value];
	});
	return { cause, ...Object.fromEntries(entries) };
}

/** Escapes by https://docs.slack.dev/messaging/formatting-message-text/#escaping */
export function slackBody(message: ClaimedMessage, consoleUrl: string | null): { text: string } {
	const { short, url } = contentOf(message, consoleUrl);
	const open = wordsIn(message.addressee.language)("open");
	const text = short.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
	return { text: url === null ? text : `${text} <${url}|${open}>` };
}
