import { proposalKindOf } from "../../../shared/account/four-eyes";
import type { CauseFacts } from "../causes";
import type { MessageContent, Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

const longestNote = 500;

export function invitationContent(
	{ inviterName, role, note, path, expiresAt }: CauseFacts["invitation"],
	{ say, company, brand, url: toUrl, time }: Reader,
): MessageContent {
	const name = namePart(inviterName);
	const sentence = say("invitation.sentence", { name, company, brand, role: oneLine(role, 20) });
	const url = toUrl(path);
	return {
		subject: say("invitation.subject", { name, company }),
		title: say("invitation.title", { company }),
		blocks: [
			{ kind: "text", text: sentence },
			...(note === ""
				? []
				: [{ kind: "text", text: say("invitation.note", { note: paragraph(note, longestNote) }) } as const]),
			{ kind: "link", label: say("invitation.look"), url },
			{ kind: "text", text: say("validUntil", { time: time(expiresAt) }) },
			{ kind: "quiet", text: say("invitation.ignore") },
		],
		short: sentence,
		url,
	};
}

type Letter = Pick<MessageContent, "subject" | "title"> & {
	sentence: string;
	rows: [label: string, value: string][];
	advice: string[];
	link: string;
	path: string;
};

function letter({ say, name, page }: Reader, { subject, title, sentence, rows, ...end }: Letter): MessageContent {
	const url = page(end.path);
	return {
		subject,
		title,
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			{ kind: "facts", rows },
			...end.advice.map((text) => ({ kind: "text", text }) as const),
			{ kind: "link", label: end.link, url },
		],
		short: sentence,
		url,
	};
}

export function secondStepContent(
	{ requiredBy, from, path }: CauseFacts["secondStep"],
	reader: Reader,
): MessageContent {
	const { say, company, brand, time } = reader;
	const content = letter(reader, {
		subject: say("secondStep.subject", { company }),
		title: say("secondStep.title"),
		sentence: say("secondStep.sentence", { company, brand }),
		rows: [
			[say("secondStep.from"), time(from)],
			[say("secondStep.by"), namePart(requiredBy)],
		],
		advice: [say("secondStep.advice")],
		link: say("open.profile"),
		path,
	});
	return { ...content, blocks: [...content.blocks, { kind: "quiet", text: say("secondStep.app") }] };
}

export function domainContent(facts: CauseFacts["domain"], reader: Reader): MessageContent {
	const { domain, record, sleepsAt, isAsleep, isOnlySso, path } = facts;
	const { say, company, time } = reader;
	return letter(reader, {
		subject: say(isAsleep ? "domain.asleep.subject" : "domain.subject", { domain }),
		title: say("domain.title"),
		sentence: say(isAsleep ? "domain.asleep.sentence" : "domain.sentence", { company, domain }),
		rows: [
			[say("domain.recordName"), record.name],
			[say("domain.recordText"), record.text],
			...(isAsleep ? [] : [[say("domain.until"), time(sleepsAt)] as [string, string]]),
		],
		advice: [say(isOnlySso ? "domain.emergency" : "domain.passwords")],
		link: say("open.company"),
		path,
	});
}

export function emergencyContent(facts: CauseFacts["emergency"], reader: Reader): MessageContent {
	const { email, browser, at, isDropped, path } = facts;
	const { say, company, time } = reader;
	const name = namePart(facts.name);
	return letter(reader, {
		subject: say(isDropped ? "emergency.dropped.subject" : "emergency.subject", { name, company }),
		title: say(isDropped ? "emergency.dropped.title" : "emergency.title"),
		sentence: say(isDropped ? "emergency.dropped" : "emergency.sentence", { name, company }),
		rows: [
			[say("emergency.owner"), oneLine(email, 254)],
			[say("emergency.browser"), oneLine(browser, 100)],
			[say("emergency.at"), time(at)],
		],
		advice: [say(isDropped ? "emergency.dropped.advice" : "emergency.advice")],
		link: say(isDropped ? "open.company" : "open.users"),
		path,
	});
}

const longestReason = 500;

export function withoutSecondPersonContent(facts: CauseFacts["withoutSecondPerson"], reader: Reader): MessageContent {
	const { action, subject, reason, at, path } = facts;
	const { say, company, time } = reader;
	const name = namePart(facts.name);
	const kind = proposalKindOf(action, null) ?? "setting";
	return letter(reader, {
		subject: say("withoutSecondPerson.subject", { name, company }),
		title: say("withoutSecondPerson.title"),
		sentence: say("withoutSecondPerson.sentence", { name, company, kind }),
		rows: [
			[say("withoutSecondPerson.subjectOf"), oneLine(subject, 100)],
			[say("withoutSecondPerson.reason"), oneLine(reason, longestReason)],
			[say("withoutSecondPerson.at"), time(at)],
		],
		advice: [],
		link: say("withoutSecondPerson.look"),
		path,
	});
}

export function providerEndContent(facts: CauseFacts["providerEnd"], reader: Reader): MessageContent {
	const { endsAt, daysLeft, isOnlySso, path } = facts;
	const { say, company, time } = reader;
	return letter(reader, {
		subject: say("providerEnd.subject", { days: daysLeft, company }),
		title: say("providerEnd.title"),
		sentence: say("providerEnd.sentence", { company }),
		rows: [[say("providerEnd.at"), time(endsAt)]],
		advice: [say("providerEnd.advice"), say(isOnlySso ? "providerEnd.emergency" : "domain.passwords")],
		link: say("open.company"),
		path,
	});
}
