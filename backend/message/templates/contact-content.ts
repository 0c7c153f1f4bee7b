import type { CauseFacts } from "../causes";
import type { MessageContent, Reader } from "./message-parts";
import { namePart, oneLine } from "./plain-text";

export function testContent({ requestedBy, requestedAt }: CauseFacts["test"], reader: Reader): MessageContent {
	const by = namePart(requestedBy);
	return {
		subject: `TEST: a message from ${reader.brand}`,
		title: "This is a test",
		blocks: [
			{ kind: "text", text: `Hello ${reader.name},` },
			{
				kind: "text",
				text: `${by} of ${reader.company} sent this to see whether messages reach you. They do, and there is nothing to do.`,
			},
			{ kind: "facts", rows: [["Sent", reader.time(requestedAt)]] },
		],
		short: `TEST of ${reader.brand}, sent by ${by}. Nothing to do.`,
		url: null,
	};
}

export function codeContent({ code, purpose, expiresAt }: CauseFacts["code"], reader: Reader): MessageContent {
	const what = oneLine(purpose, 100);
	return {
		subject: `${code} is your code for ${reader.brand}`,
		title: "Your code",
		blocks: [
			{ kind: "text", text: `Enter this code to ${what}:` },
			{ kind: "code", code },
			...(reader.links.verify
				? [{ kind: "link" as const, label: "Or confirm it on a page", url: reader.url(reader.links.verify) }]
				: []),
			{ kind: "text", text: `It is valid until ${reader.time(expiresAt)}.` },
			{ kind: "quiet", text: "If you did not expect this, ignore it. Do not share the code." },
		],
		short: `${code} is your code for ${reader.brand}, to ${what}. Do not share it.`,
		url: null,
	};
}

export function verifyContent({ expiresAt }: CauseFacts["verify"], reader: Reader): MessageContent {
	const url = reader.links.verify ? reader.url(reader.links.verify) : null;
	const sentence = `${reader.company} wants to send you messages from ${reader.brand}. Confirm that they reach you.`;
	return {
		subject: `Confirm your address for ${reader.company}`,
		title: "Confirm your address",
		blocks: [
			{ kind: "text", text: `Hello ${reader.name},` },
			{ kind: "text", text: sentence },
			...(url === null ? [] : [{ kind: "link", label: "Confirm this address", url } as const]),
			{ kind: "text", text: `The link is valid until ${reader.time(expiresAt)}.` },
			{ kind: "quiet", text: "If you did not expect this, ignore it: you get no more than three such messages a day." },
		],
		short: sentence,
		url,
	};
}

export function optOutContent(
	{ contactId, contactName, address, until, ruleName }: CauseFacts["optOut"],
	reader: Reader,
): MessageContent {
	const span = until === null ? "from now on" : `until ${reader.time(until)}`;
	const what = ruleName === undefined ? "no alerts" : `no alerts of the rule “${namePart(ruleName)}”`;
	const sentence = `${namePart(contactName)} (${oneLine(address, 100)}) gets ${what} ${span}: stopped by the link in a mail.`;
	const url = reader.page(`/accounts/contacts/edit/${contactId}`);
	return {
		subject: `${namePart(contactName)} has stopped alerts`,
		title: "Alerts to a contact were stopped",
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "text", text: "See who else gets the alerts that this contact got." },
			{ kind: "link", label: "Open the contact", url },
		],
		short: sentence,
		url,
	};
}

export function unreachableContent({ ruleId, ruleName }: CauseFacts["unreachable"], reader: Reader): MessageContent {
	const sentence = `The rule “${namePart(ruleName)}” reaches nobody: its alerts are recorded, and no contact is notified.`;
	const url = reader.page(`/alerts/edit/${ruleId}`);
	return {
		subject: `${namePart(ruleName)} reaches nobody`,
		title: "A rule reaches nobody",
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "text", text: "Choose a contact with an address that takes messages, and is not paused." },
			{ kind: "link", label: "Open the rule", url },
		],
		short: sentence,
		url,
	};
}
