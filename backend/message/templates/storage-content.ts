import type { CauseFacts } from "../causes";
import { gigabytesText } from "./billing-words";
import type { MessageContent, Reader } from "./message-parts";

export function storageContent(facts: CauseFacts["storage"], reader: Reader): MessageContent {
	if (facts.of === "object") return objectSpaceContent(facts, reader);
	const { percent, usedBytes, quotaBytes, whenFull, removedFrom } = facts;
	const isFull = percent >= 100;
	const title = isFull ? "The storage is full" : `${percent} % of the storage is used`;
	const atEnd = whenFull === "refuse" ? "new readings are rejected" : "the oldest readings are removed, after 30 days";
	const now =
		removedFrom === null
			? "New readings are rejected until space is freed, and rejected readings raise no alert."
			: `From ${reader.time(removedFrom)} on the oldest readings are removed until space is freed.`;
	const sentence = isFull ? now : `When it is full, ${atEnd}.`;
	// Contacts only rely on the readings; users who manage the account can act.
	const url = reader.isContact ? null : reader.page("/accounts/storage/");
	const advice =
		url === null
			? `Whoever manages the account of ${reader.company} can free space, or choose what happens when it is full.`
			: "Keep readings for a shorter time, delete devices, or choose a larger plan.";
	return {
		subject: `${title}: ${reader.company}`,
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [["Used", `${gigabytesText(usedBytes, reader.count)} of ${gigabytesText(quotaBytes, reader.count)}`]],
			},
			{ kind: "text", text: advice },
			...(url === null ? [] : [{ kind: "link" as const, label: "Open storage", url }]),
		],
		short: `${title}. ${sentence}`,
		url,
	};
}

function objectSpaceContent({ percent, usedBytes, quotaBytes }: CauseFacts["storage"], reader: Reader): MessageContent {
	const title = `${percent} % of what one account can hold is used`;
	const sentence =
		"When it is nearly full, files of readings cannot be imported. What devices send is taken as before.";
	const url = reader.page("/accounts/storage/");
	return {
		subject: `${title}: ${reader.company}`,
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [["Used", `${gigabytesText(usedBytes, reader.count)} of ${gigabytesText(quotaBytes, reader.count)}`]],
			},
			{ kind: "text", text: "Keep readings for a shorter time, or delete devices that you no longer need." },
			{ kind: "link", label: "Open storage", url },
		],
		short: `${title}. ${sentence}`,
		url,
	};
}
