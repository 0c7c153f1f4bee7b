import type { CauseFacts } from "../causes";
import type { BillingWords } from "./billing-words";
import type { MessageContent, Reader } from "./message-parts";
import { namePart } from "./plain-text";

/** The text for logs that show messages. Programs get the facts. */
export function eventContent({ type, at }: CauseFacts["event"], { say, time }: Reader) {
	const short = say("webhook.event", { type, time: time(at) });
	return { subject: short, title: short, blocks: [], short, url: null } satisfies MessageContent;
}

export function webhookStoppedContent(
	{ name, url: address, failingSince, path }: CauseFacts["webhookStopped"],
	{ say, time, page }: Reader,
) {
	const title = say("webhook.stopped", { name: namePart(name, 80) });
	const host = URL.parse(address)?.host;
	const since = time(failingSince);
	const sentence =
		host === undefined
			? say("webhook.stopped.sentenceNoHost", { time: since })
			: say("webhook.stopped.sentence", { host, time: since });
	const url = page(path);
	return {
		subject: title,
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "text", text: say("webhook.stopped.advice") },
			{ kind: "link", label: say("open.webhooks"), url },
		],
		short: say("webhook.stopped.short", { title, sentence }),
		url,
	} satisfies MessageContent;
}

type Words = Pick<Reader, "say" | "time">;

export function wallEndingWords(
	{ name, groupName, keeperName, expiresAt, daysLeft, lastSeenAt }: CauseFacts["wallEnding"],
	{ say, time }: Words,
): BillingWords {
	const addedBy: BillingWords["rows"] = keeperName === null ? [] : [[say("wall.addedBy"), namePart(keeperName)]];
	return {
		title: say("wall.ending", { name: namePart(name, 80), days: daysLeft }),
		sentence: say("wall.ending.sentence", { group: namePart(groupName, 80), time: time(expiresAt) }),
		advice: say("wall.ending.advice"),
		rows: [...addedBy, [say("wall.lastLoaded"), lastSeenAt === null ? say("never") : time(lastSeenAt)]],
	};
}

export function apiKeyEndingWords(
	{ name, keeperName, expiresAt, daysLeft, lastUsedAt }: CauseFacts["apiKeyEnding"],
	{ say, time }: Words,
): BillingWords {
	const createdBy: BillingWords["rows"] = keeperName === null ? [] : [[say("apiKey.createdBy"), namePart(keeperName)]];
	return {
		title: say("apiKey.ending", { name: namePart(name, 80), days: daysLeft }),
		sentence: say("apiKey.ending.sentence", { time: time(expiresAt) }),
		advice: say("apiKey.ending.advice"),
		rows: [...createdBy, [say("apiKey.lastUsed"), lastUsedAt === null ? say("never") : time(lastUsedAt)]],
	};
}

export function publicLinkEndingWords(
	{ name, keeperName, expiresAt, daysLeft, openCount }: CauseFacts["publicLinkEnding"],
	{ say, time }: Words,
): BillingWords {
	const madeBy: BillingWords["rows"] = keeperName === null ? [] : [[say("publicLink.madeBy"), namePart(keeperName)]];
	return {
		title: say("publicLink.ending", { name: namePart(name, 80), days: daysLeft }),
		sentence: say("publicLink.ending.sentence", { time: time(expiresAt) }),
		advice: say("publicLink.ending.advice"),
		rows: [...madeBy, [say("publicLink.opened"), String(openCount)]],
	};
}

export function certificatesDueWords(
	{ certificateIds: { length: count }, certificates, daysLeft }: CauseFacts["certificatesDue"],
	{ say }: Pick<Reader, "say">,
): BillingWords {
	return {
		title: say("certificates.due", { count, days: daysLeft }),
		sentence: say("certificates.due.sentence", { count }),
		advice: say("certificates.due.advice"),
		rows: certificates.map(({ deviceName, channelName, dueOn }) => [
			say("certificates.due.row", { device: namePart(deviceName, 80), channel: namePart(channelName, 80) }),
			dueOn,
		]),
	};
}

export function mailWaitsWords({ name, files, at }: CauseFacts["mailWaits"], { say, time }: Words): BillingWords {
	return {
		title: say("mail.waits", { name: namePart(name, 80), count: files }),
		sentence: say("mail.waits.sentence"),
		advice: say("mail.waits.advice"),
		rows: [[say("mail.waits.last"), time(at)]],
	};
}

export function trailReviewWords(facts: CauseFacts["trailReview"], { say, time }: Words): BillingWords {
	const { month, dueAt, isOverdue } = facts;
	return {
		title: say(isOverdue ? "trailReview.overdue" : "trailReview.title", { month }),
		sentence: say("trailReview.sentence"),
		advice: say("trailReview.advice"),
		rows: [[say("trailReview.due"), time(dueAt)]],
	};
}
