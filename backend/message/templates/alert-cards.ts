import { appendAll } from "../../../shared/base/lists";
import type { AlertCard, CardLink, CardSection } from "../../../shared/message/alert-card";
import { cardStateOf } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import { alertPlace, headedSubject } from "./alert-content";
import { contentOf, readerOf } from "./message-content";
import type { ContentBlock } from "./message-parts";
import { oneLine } from "./plain-text";

const longestThing = 100;

/** A chat has no page to stop messages: a person deletes the webhook or leaves the bot. */
export function cardOf(message: ClaimedMessage, consoleUrl: string | null): AlertCard {
	const links = message.links && { ...message.links, optOut: null };
	const told = { ...message, ...(links && { links }) };
	const { subject, blocks, url } = contentOf(told, consoleUrl);
	const reader = readerOf(told, consoleUrl);
	const [first] = message.notices;
	const alert = first?.cause === "alert" ? first.facts : first?.cause === "alertTest" ? first.facts.alert : null;
	const isOne = message.notices.length + message.more === 1;
	const limit = alert === null ? null : (message.alerts?.[alert.eventId]?.limit ?? null);
	return {
		key: first?.cause === "alert" && isOne ? first.facts.eventId : message.messageId,
		state: first?.cause === "alert" ? cardStateOf(first.facts) : "none",
		severity: alert?.severity ?? null,
		title: first?.cause === "alert" && isOne ? headedSubject(first.facts, reader) : subject,
		thing: oneLine(alert === null ? reader.company : alertPlace(alert), longestThing),
		value: alert?.value ?? null,
		limit,
		time: alert === null ? "" : reader.time(alert.startedAt),
		sections: sectionsOf(blocks),
		links: linksOf(blocks, url, reader.say("open")),
		company: reader.company,
	};
}

function sectionsOf(blocks: readonly ContentBlock[]): CardSection[] {
	const sections: CardSection[] = [{ title: null, texts: [], rows: [] }];
	for (const block of blocks) {
		const section = sections.at(-1);
		if (block.kind === "heading") sections.push({ title: block.text, texts: [], rows: [] });
		else if (block.kind === "text" || block.kind === "quiet") section?.texts.push(block.text);
		else if (block.kind === "facts") appendAll(section?.rows ?? [], block.rows);
	}
	return sections.filter(({ title, texts, rows }) => title !== null || texts.length + rows.length > 0);
}

/** A card of several alerts has only links that concern all: buttons of each alert would have no names. */
function linksOf(blocks: readonly ContentBlock[], url: string | null, open: string): CardLink[] {
	const heading = blocks.findLastIndex(({ kind }) => kind === "heading");
	const last = blocks.findLastIndex(({ kind }) => kind === "links");
	const own = heading === -1 ? blocks : blocks.slice(last).filter(({ kind }) => kind === "link");
	const links = own.flatMap((block): CardLink[] => {
		if (block.kind === "link") return [{ label: block.label, url: block.url, isAction: block.url !== url }];
		return block.kind === "links" ? block.links.map((link) => ({ ...link, isAction: link.url !== url })) : [];
	});
	const isLinked = url === null || links.some((link) => link.url === url);
	return isLinked ? links : [{ label: open, url, isAction: false }, ...links];
}
