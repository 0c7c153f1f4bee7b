import type { CauseFacts } from "../causes";
import type { BillingWords } from "./billing-words";
import type { MessageContent, Reader } from "./message-parts";
import { namePart } from "./plain-text";

/** For logs that show messages as text; programs get the facts. */
export function eventContent({ type, at }: CauseFacts["event"], reader: Reader) {
	const short = `Event ${type}, ${reader.time(at)}`;
	return { subject: short, title: short, blocks: [], short, url: null } satisfies MessageContent;
}

export function webhookStoppedContent(
	{ name, url: address, failingSince, path }: CauseFacts["webhookStopped"],
	reader: Reader,
) {
	const title = `The webhook “${namePart(name, 80)}” was switched off`;
	const host = URL.parse(address)?.host ?? "its address";
	const sentence = `Nothing has arrived at ${host} since ${reader.time(failingSince)}, so no events are sent there any more.`;
	const url = reader.page(path);
	return {
		subject: title,
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "text", text: "Once the program answers again, switch the webhook on." },
			{ kind: "link", label: "Open the webhooks", url },
		],
		short: `${title}: ${sentence}`,
		url,
	} satisfies MessageContent;
}

const inDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

export function wallEndingWords(
	{ name, groupName, keeperName, expiresAt, daysLeft, lastSeenAt }: CauseFacts["wallEnding"],
	time: (at: number) => string,
): BillingWords {
	const addedBy: BillingWords["rows"] = keeperName === null ? [] : [["Added by", namePart(keeperName)]];
	return {
		title: `Screen “${namePart(name, 80)}” expires in ${inDays(daysLeft)}`,
		sentence: `It shows the group ${namePart(groupName, 80)} until ${time(expiresAt)}, and nothing afterwards.`,
		advice: "Add a new screen to the group, open its address there, then remove this one.",
		rows: [...addedBy, ["Last loaded", lastSeenAt === null ? "Never" : time(lastSeenAt)]],
	};
}

export function apiKeyEndingWords(
	{ name, keeperName, expiresAt, daysLeft, lastUsedAt }: CauseFacts["apiKeyEnding"],
	time: (at: number) => string,
): BillingWords {
	const createdBy: BillingWords["rows"] = keeperName === null ? [] : [["Created by", namePart(keeperName)]];
	return {
		title: `API key “${namePart(name, 80)}” expires in ${inDays(daysLeft)}`,
		sentence: `Programs that use it lose access on ${time(expiresAt)}.`,
		advice: "Add a new key, enter it in the program, then revoke this one.",
		rows: [...createdBy, ["Last used", lastUsedAt === null ? "Never" : time(lastUsedAt)]],
	};
}
