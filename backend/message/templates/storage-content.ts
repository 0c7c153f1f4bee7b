import type { CauseFacts } from "../causes";
import { gigabytesText } from "./billing-words";
import type { MessageContent, Reader } from "./message-parts";

export function storageContent(facts: CauseFacts["storage"], reader: Reader): MessageContent {
	if (facts.of === "object") return objectSpaceContent(facts, reader);
	const { say, company } = reader;
	const { percent, whenFull, removedFrom } = facts;
	const isFull = percent >= 100;
	const now =
		removedFrom === null ? say("storage.rejected") : say("storage.removed", { time: reader.time(removedFrom) });
	const then = say(whenFull === "refuse" ? "storage.whenFull.rejected" : "storage.whenFull.removed");
	return spaceContent(facts, reader, {
		title: isFull ? say("storage.full") : say("storage.percent", { percent }),
		sentence: isFull ? now : then,
		// Contacts only rely on the readings; users who manage the account can act.
		advice: reader.isContact ? say("storage.adviceContact", { company }) : say("storage.advice"),
		canOpen: !reader.isContact,
	});
}

function objectSpaceContent(facts: CauseFacts["storage"], reader: Reader): MessageContent {
	const { say } = reader;
	return spaceContent(facts, reader, {
		title: say("storage.object", { percent: facts.percent }),
		sentence: say("storage.object.sentence"),
		advice: say("storage.object.advice"),
		canOpen: true,
	});
}

type Texts = { title: string; sentence: string; advice: string; canOpen: boolean };

function spaceContent(
	{ usedBytes, quotaBytes }: CauseFacts["storage"],
	{ say, count, company, page }: Reader,
	{ title, sentence, advice, canOpen }: Texts,
): MessageContent {
	const url = canOpen ? page("/accounts/storage/") : null;
	const [used, quota] = [gigabytesText(usedBytes, count), gigabytesText(quotaBytes, count)];
	return {
		subject: say("titledCompany", { title, company }),
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "facts", rows: [[say("used"), say("amountOf", { used, quota })]] },
			{ kind: "text", text: advice },
			...(url === null ? [] : [{ kind: "link" as const, label: say("open.storage"), url }]),
		],
		short: say("titledSentence", { title, sentence }),
		url,
	};
}
