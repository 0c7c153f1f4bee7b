import type { CauseFacts } from "../causes";
import type { MessageContent, Reader } from "./message-parts";
import { namePart, oneLine } from "./plain-text";

export function testContent({ requestedBy, requestedAt }: CauseFacts["test"], reader: Reader): MessageContent {
	const { say, brand, company } = reader;
	const name = namePart(requestedBy);
	return {
		subject: say("test.subject", { brand }),
		title: say("test.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name: reader.name }) },
			{ kind: "text", text: say("test.sentence", { name, company }) },
			{ kind: "facts", rows: [[say("test.sent"), reader.time(requestedAt)]] },
		],
		short: say("test.short", { brand, name }),
		url: null,
	};
}

export function codeContent(
	{ code, purpose, isConsent, isProof, expiresAt }: CauseFacts["code"],
	reader: Reader,
): MessageContent {
	const { say, brand, company, links } = reader;
	const known = isConsent || isProof ? null : oneLine(purpose, 100);
	const [enter, short] = isProof
		? ([say("code.enterProof", { company }), say("code.shortProof", { code, brand, company })] as const)
		: ([say("code.enterConsent", { company }), say("code.shortConsent", { code, brand, company })] as const);
	return {
		subject: say("code.subject", { code, brand }),
		title: say("code.title"),
		blocks: [
			{
				kind: "text",
				text: known === null ? enter : say("code.enter", { purpose: known }),
			},
			{ kind: "code", code },
			...(links.verify ? [{ kind: "link" as const, label: say("code.orPage"), url: reader.url(links.verify) }] : []),
			{ kind: "text", text: say("validUntil", { time: reader.time(expiresAt) }) },
			{ kind: "quiet", text: say("code.ignore") },
		],
		short: known === null ? short : say("code.short", { code, brand, purpose: known }),
		url: null,
	};
}

export function verifyContent({ expiresAt }: CauseFacts["verify"], reader: Reader): MessageContent {
	const { say, company, brand, name, links } = reader;
	const url = links.verify ? reader.url(links.verify) : null;
	const sentence = say("verify.sentence", { company, brand });
	return {
		subject: say("verify.subject", { company }),
		title: say("verify.title"),
		blocks: [
			{ kind: "text", text: say("hello", { name }) },
			{ kind: "text", text: sentence },
			...(url === null ? [] : [{ kind: "link", label: say("verify.confirm"), url } as const]),
			{ kind: "text", text: say("verify.validUntil", { time: reader.time(expiresAt) }) },
			{ kind: "quiet", text: say("verify.ignore") },
		],
		short: sentence,
		url,
	};
}

export function optOutContent(facts: CauseFacts["optOut"], reader: Reader): MessageContent {
	const { say } = reader;
	const name = namePart(facts.contactName);
	const sentence = optOutSentence(facts, reader);
	const url = reader.page(`/accounts/contacts/edit/${facts.contactId}`);
	return {
		subject: say("optOut.subject", { name }),
		title: say("optOut.title"),
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "text", text: say("optOut.advice") },
			{ kind: "link", label: say("open.contact"), url },
		],
		short: sentence,
		url,
	};
}

function optOutSentence(
	{ contactName, address, until, ruleName }: CauseFacts["optOut"],
	{ say, time }: Pick<Reader, "say" | "time">,
): string {
	const whose = { name: namePart(contactName), address: oneLine(address, 100) };
	if (ruleName === undefined) {
		return until === null
			? say("optOut.sentence", whose)
			: say("optOut.sentenceUntil", { ...whose, time: time(until) });
	}
	const rule = namePart(ruleName);
	return until === null
		? say("optOut.sentenceRule", { ...whose, rule })
		: say("optOut.sentenceRuleUntil", { ...whose, rule, time: time(until) });
}

export function unreachableContent(
	{ ruleId, ruleName }: CauseFacts["unreachable"],
	{ say, page }: Reader,
): MessageContent {
	const name = namePart(ruleName);
	const sentence = say("unreachable.sentence", { name });
	const url = page(`/alerts/edit/${ruleId}`);
	return {
		subject: say("unreachable.subject", { name }),
		title: say("unreachable.title"),
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "text", text: say("unreachable.advice") },
			{ kind: "link", label: say("open.rule"), url },
		],
		short: sentence,
		url,
	};
}
