import type { CauseFacts } from "../causes";
import type { MessageContent, Reader } from "./message-parts";
import { namePart } from "./plain-text";

export function missedRoundContent(facts: CauseFacts["missedRound"], { say, time, page }: Reader): MessageContent {
	const { dueAt, done, places, isEscalated, path } = facts;
	const round = namePart(facts.round);
	const sentence = say("missedRound.sentence", { round, due: time(dueAt), done, places });
	const why = isEscalated ? [{ kind: "text" as const, text: say("missedRound.escalated") }] : [];
	const url = page(path);
	return {
		subject: say("missedRound.subject", { round }),
		title: say("missedRound.title"),
		blocks: [{ kind: "text", text: sentence }, ...why, { kind: "link", label: say("open.round"), url }],
		short: sentence,
		url,
	};
}
