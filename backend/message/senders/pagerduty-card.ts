import { errorKey } from "../../../shared/base/error-key";
import type { AlertCard } from "../../../shared/message/alert-card";
import { PagerDutyKey } from "../../../shared/message/chat-address";
import { cutAtGrapheme } from "../templates/plain-text";
import { type CardService, fieldsOf, gone } from "./card-sender";

/** https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ */
const limits = { summary: 1_024, source: 255, detail: 1_000, details: 200 };
const inEurope = "eu:";

/** The event is the key, so a message that arrives twice opens nothing twice. */
export const pagerDutyCards: CardService = {
	shape(card, { address }) {
		const host = address.startsWith(inEurope) ? "events.eu.pagerduty.com" : "events.pagerduty.com";
		const event = {
			routing_key: address.replace(inEurope, ""),
			event_action: actions[card.state],
			dedup_key: card.key,
		};
		const url = `https://${host}/v2/enqueue`;
		if (event.event_action !== "trigger") return { url, body: event };
		const links = card.links.map(({ label, url: href }) => ({ href, text: label }));
		const source = cutAtGrapheme(card.thing, limits.source) || card.company;
		const payload = {
			summary: cutAtGrapheme(card.title, limits.summary),
			source,
			severity: card.severity ?? "info",
			custom_details: detailsOf(card),
		};
		return { url, body: { ...event, client: card.company, links, payload } };
	},
	readResponse({ status, body }) {
		if (status !== 400) return null;
		const { errors } = fieldsOf(body);
		const isKey = Array.isArray(errors) && errors.some((error) => /routing[_ ]key/i.test(String(error)));
		return isKey ? gone("PagerDuty knows no such integration key") : null;
	},
	complaintOf: (address) => (PagerDutyKey.safeParse(address).success ? null : errorKey("pagerduty.key")),
};

const actions = { open: "trigger", none: "trigger", acknowledged: "acknowledge", over: "resolve" } as const;

function detailsOf({ sections }: AlertCard): Record<string, string> {
	const text = sections.flatMap(({ texts }) => texts).join("\n");
	const all: [string, string][] = [["text", text], ...sections.flatMap(({ rows }) => rows)];
	return Object.fromEntries(
		all.slice(0, limits.details).map(([name, value]) => [name, cutAtGrapheme(value, limits.detail)]),
	);
}
