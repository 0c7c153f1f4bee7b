import type { CauseFacts } from "../causes";
import type { ContentBlock, MessageContent, Reader } from "./message-parts";
import { namePart } from "./plain-text";

type Turn = CauseFacts["duty"]["turns"][number];

export function dutyContent(facts: CauseFacts["duty"], reader: Reader): MessageContent {
	const { what, turns, more, path } = facts;
	const { say } = reader;
	const roster = namePart(facts.roster);
	const [turn] = turns;
	const from = turn ? reader.time(turn.from) : "";
	const sentence = dutySentence(facts, reader);
	const blocks: ContentBlock[] = [];
	if (what === "changed" && turns.length > 0) {
		blocks.push({ kind: "facts", rows: turns.map((each) => turnRow(each, reader)) });
	}
	if (more > 0) blocks.push({ kind: "text", text: say("duty.more", { count: more }) });
	return content(reader, {
		subject: what === "ahead" ? say("duty.ahead.subject", { roster, from }) : say(`duty.${what}.subject`, { roster }),
		title: say(`duty.${what}.title`),
		sentence,
		blocks,
		path,
	});
}

function dutySentence(facts: CauseFacts["duty"], reader: Reader): string {
	const { what, roster: name, turns, more, openAlerts, heldAlerts = 0 } = facts;
	const { say, time } = reader;
	const roster = namePart(name);
	if (what === "changed") return say("duty.changed", { roster, count: turns.length + more });
	const [{ from, until } = { from: 0, until: null }] = turns;
	if (what === "ahead") {
		return until === null
			? say("duty.ahead.always", { roster, from: time(from) })
			: say("duty.ahead", { roster, from: time(from), until: time(until) });
	}
	const begins =
		until === null
			? say("duty.begins.always", { roster, count: openAlerts })
			: say("duty.begins", { roster, until: time(until), count: openAlerts });
	return heldAlerts === 0 ? begins : say("duty.begins.held", { begins, count: heldAlerts });
}

function turnRow({ from, until }: Turn, { say, time }: Reader): [string, string] {
	const span =
		until === null
			? say("duty.noEnd", { from: time(from) })
			: say("duty.span", { from: time(from), until: time(until) });
	return [say("duty.turn"), span];
}

export function dutyGapContent({ roster: name, gaps, path }: CauseFacts["dutyGap"], reader: Reader): MessageContent {
	const { say, time } = reader;
	const roster = namePart(name);
	const rows = gaps.map((gap): [string, string] => {
		const label = gap.contactId === null ? say("dutyGap.empty") : say("dutyGap.deleted");
		const person = gap.name === null ? label : say("dutyGap.person", { name: namePart(gap.name) });
		return [person, say("duty.span", { from: time(gap.from), until: time(gap.until) })];
	});
	return content(reader, {
		subject: say("dutyGap.subject", { roster }),
		title: say("dutyGap.title"),
		sentence: say("dutyGap.sentence", { roster }),
		blocks: [
			{ kind: "facts", rows },
			{ kind: "text", text: say("dutyGap.advice") },
		],
		path,
	});
}

export function swapContent(
	{ what, roster: rosterName, other: otherName, from, until, inReturn, path }: CauseFacts["swap"],
	reader: Reader,
): MessageContent {
	const { say, time } = reader;
	const [roster, other] = [namePart(rosterName), namePart(otherName)];
	const isOffer = what === "offered";
	const rows = [
		[say(isOffer ? "swap.take" : "duty.turn"), say("duty.span", { from: time(from), until: time(until) })] as [
			string,
			string,
		],
	];
	if (inReturn && isOffer) {
		const span = say("duty.span", { from: time(inReturn.from), until: time(inReturn.until) });
		rows.push([say("swap.give"), span]);
	}
	return content(reader, {
		subject: say(isOffer ? "swap.subject" : "swap.declined.subject", { other, roster }),
		title: say(isOffer ? "swap.title" : "swap.declined.title"),
		sentence: say(isOffer ? (inReturn ? "swap.sentence" : "swap.sentence.gift") : "swap.declined", { other, roster }),
		blocks: [
			{ kind: "facts", rows },
			{ kind: "text", text: say(isOffer ? "swap.advice" : "swap.declined.advice") },
		],
		path,
	});
}

type Parts = { subject: string; title: string; sentence: string; blocks: ContentBlock[]; path: string };

function content({ say, page }: Reader, { subject, title, sentence, blocks, path }: Parts): MessageContent {
	const url = page(path);
	return {
		subject,
		title,
		blocks: [{ kind: "text", text: sentence }, ...blocks, { kind: "link", label: say("open.roster"), url }],
		short: sentence,
		url,
	};
}
