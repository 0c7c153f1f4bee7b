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

export function secondStepContent(
	{ requiredBy, from, path }: CauseFacts["secondStep"],
	{ say, company, brand, name, page, time }: Reader,
): MessageContent {
	const sentence = say("secondStep.sentence", { company, brand });
	const url = page(path);
	return {
		subject: say("secondStep.subject", { company }),
		title: say("secondStep.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [
					[say("secondStep.from"), time(from)],
					[say("secondStep.by"), namePart(requiredBy)],
				],
			},
			{ kind: "text", text: say("secondStep.advice") },
			{ kind: "link", label: say("open.profile"), url },
			{ kind: "quiet", text: say("secondStep.app") },
		],
		short: sentence,
		url,
	};
}

export function domainContent(
	{ domain, record, sleepsAt, isAsleep, isOnlySso, path }: CauseFacts["domain"],
	{ say, company, name, page, time }: Reader,
): MessageContent {
	const sentence = say(isAsleep ? "domain.asleep.sentence" : "domain.sentence", { company, domain });
	const url = page(path);
	return {
		subject: say(isAsleep ? "domain.asleep.subject" : "domain.subject", { domain }),
		title: say("domain.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [
					[say("domain.recordName"), record.name],
					[say("domain.recordText"), record.text],
					...(isAsleep ? [] : [[say("domain.until"), time(sleepsAt)] as [string, string]]),
				],
			},
			{ kind: "text", text: say(isOnlySso ? "domain.emergency" : "domain.passwords") },
			{ kind: "link", label: say("open.company"), url },
		],
		short: sentence,
		url,
	};
}

export function emergencyContent(
	{ name: who, email, browser, at, isDropped, path }: CauseFacts["emergency"],
	{ say, company, name, page, time }: Reader,
): MessageContent {
	const owner = namePart(who);
	const sentence = say(isDropped ? "emergency.dropped" : "emergency.sentence", { name: owner, company });
	const url = page(path);
	return {
		subject: say(isDropped ? "emergency.dropped.subject" : "emergency.subject", { name: owner, company }),
		title: say(isDropped ? "emergency.dropped.title" : "emergency.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [
					[say("emergency.owner"), oneLine(email, 254)],
					[say("emergency.browser"), oneLine(browser, 100)],
					[say("emergency.at"), time(at)],
				],
			},
			{ kind: "text", text: say(isDropped ? "emergency.dropped.advice" : "emergency.advice") },
			{ kind: "link", label: say(isDropped ? "open.company" : "open.users"), url },
		],
		short: sentence,
		url,
	};
}

const longestReason = 500;

export function withoutSecondPersonContent(
	{ name: who, action, subject, reason, at, path }: CauseFacts["withoutSecondPerson"],
	{ say, company, name, page, time }: Reader,
): MessageContent {
	const person = namePart(who);
	const kind = proposalKindOf(action, null) ?? "setting";
	const sentence = say("withoutSecondPerson.sentence", { name: person, company, kind });
	const url = page(path);
	return {
		subject: say("withoutSecondPerson.subject", { name: person, company }),
		title: say("withoutSecondPerson.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [
					[say("withoutSecondPerson.subjectOf"), oneLine(subject, 100)],
					[say("withoutSecondPerson.reason"), oneLine(reason, longestReason)],
					[say("withoutSecondPerson.at"), time(at)],
				],
			},
			{ kind: "link", label: say("withoutSecondPerson.look"), url },
		],
		short: sentence,
		url,
	};
}

export function providerEndContent(
	{ endsAt, daysLeft, isOnlySso, path }: CauseFacts["providerEnd"],
	{ say, company, name, page, time }: Reader,
): MessageContent {
	const sentence = say("providerEnd.sentence", { company });
	const url = page(path);
	return {
		subject: say("providerEnd.subject", { days: daysLeft, company }),
		title: say("providerEnd.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			{ kind: "facts", rows: [[say("providerEnd.at"), time(endsAt)]] },
			{ kind: "text", text: say("providerEnd.advice") },
			{ kind: "text", text: say(isOnlySso ? "providerEnd.emergency" : "domain.passwords") },
			{ kind: "link", label: say("open.company"), url },
		],
		short: sentence,
		url,
	};
}
