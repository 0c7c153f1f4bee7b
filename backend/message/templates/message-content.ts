import { pageOfAccount } from "../../../shared/links";
import { formatOffset, formatTimestamp, zoneOffsetMinutes } from "../../../shared/time-zones";
import { verifyPagePath } from "../../../shared/verify-file";
import type { CauseFacts, CauseNotice } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import { alertContent, alertHead, alertPlace, alertSubject, alertTestContent } from "./alert-content";
import { type BillingWords, paymentWords, usageWords } from "./billing-words";
import { dataExportWords, deletionWords } from "./leaving-words";
import { type ContentBlock, longestInstruction, type MessageContent, type Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

const longestSubject = 150;
const longestNote = 500;

export function contentOf(message: ClaimedMessage, consoleUrl: string | null): MessageContent {
	const reader = readerOf(message, consoleUrl);
	const [first, ...others] = message.notices;
	if (!first) throw new Error("A message that tells nothing");
	const content = others.length === 0 ? singleContent(first, reader) : severalContent(message, reader);
	const blocks = [...content.blocks, ...optOutBlocks(message, reader)];
	return { ...content, blocks, subject: oneLine(content.subject, longestSubject) };
}

function optOutBlocks({ class: messageClass }: ClaimedMessage, { links, url }: Reader): ContentBlock[] {
	if (!links.optOut) return [];
	// No button: it is not what a message is sent for.
	return [{ kind: "links", links: [{ label: `Stop these ${messageClass}`, url: url(links.optOut) }] }];
}

function readerOf(
	{
		accountId,
		brand,
		addressee,
		contact,
		formats,
		alerts = {},
		links = { verify: null, optOut: null, events: {}, reports: {} },
	}: ClaimedMessage,
	consoleUrl: string | null,
): Reader {
	const { timeZone } = addressee;
	return {
		brand: namePart(brand.productName),
		company: namePart(brand.companyName, 64),
		name: namePart(addressee.name),
		links,
		alerts,
		isContact: contact !== undefined,
		url: (path) => `${consoleUrl ?? ""}${path}`,
		page: (path) => `${consoleUrl ?? ""}${accountId === undefined ? path : pageOfAccount(path, accountId)}`,
		time: (at) => {
			const offset = zoneOffsetMinutes(timeZone, at);
			return `${formatTimestamp(at, offset, formats)} (${formatOffset(offset)})`;
		},
	};
}

function singleContent(notice: CauseNotice, reader: Reader): MessageContent {
	switch (notice.cause) {
		case "test":
			return testContent(notice.facts, reader);
		case "code":
			return codeContent(notice.facts, reader);
		case "verify":
			return verifyContent(notice.facts, reader);
		case "optOut":
			return optOutContent(notice.facts, reader);
		case "unreachable":
			return unreachableContent(notice.facts, reader);
		case "storage":
			return storageContent(notice.facts, reader);
		case "usage":
			return wordsContent(usageWords(notice.facts, reader.time), reader, billingPage);
		case "payment":
			return wordsContent(paymentWords(notice.facts, reader.time), reader, billingPage);
		case "deletion":
			return wordsContent(deletionWords(notice.facts, reader.company, reader.time), reader, leavingPage);
		case "dataExport":
			return wordsContent(dataExportWords(notice.facts, reader.company, reader.time), reader, leavingPage);
		case "secondStep":
			return secondStepContent(notice.facts, reader);
		case "invitation":
			return invitationContent(notice.facts, reader);
		case "alert":
			return alertContent(notice.facts, reader);
		case "alertTest":
			return alertTestContent(notice.facts, reader);
		case "report":
			return reportContent(notice.facts, reader);
		case "reportFailed":
			return reportFailedContent(notice.facts, reader);
		case "event":
			return eventContent(notice.facts, reader);
		case "webhookStopped":
			return webhookStoppedContent(notice.facts, reader);
	}
}

function testContent({ requestedBy, requestedAt }: CauseFacts["test"], reader: Reader): MessageContent {
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

function codeContent({ code, purpose, expiresAt }: CauseFacts["code"], reader: Reader): MessageContent {
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
			{ kind: "quiet", text: "If you did not expect this, ignore it. Tell the code to nobody." },
		],
		short: `${code} is your code for ${reader.brand}, to ${what}. Tell it to nobody.`,
		url: null,
	};
}

function verifyContent({ expiresAt }: CauseFacts["verify"], reader: Reader): MessageContent {
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

function optOutContent(
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

function unreachableContent({ ruleId, ruleName }: CauseFacts["unreachable"], reader: Reader): MessageContent {
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

function storageContent(facts: CauseFacts["storage"], reader: Reader): MessageContent {
	if (facts.of === "object") return objectSpaceContent(facts, reader);
	const { percent, usedBytes, quotaBytes, whenFull, removedFrom } = facts;
	const isFull = percent >= 100;
	const title = isFull ? "The storage is full" : `${percent} % of the storage is used`;
	const atEnd = whenFull === "refuse" ? "new readings are refused" : "the oldest readings are removed, after 30 days";
	const now =
		removedFrom === null
			? "New readings are refused until space is freed, and nothing that is refused raises an alert."
			: `From ${reader.time(removedFrom)} on the oldest readings are removed until space is freed.`;
	const sentence = isFull ? now : `When it is full, ${atEnd}.`;
	// Contacts are notified because they rely on the readings; who manages the account can do something.
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
			{ kind: "facts", rows: [["Used", `${gigabytes(usedBytes)} of ${gigabytes(quotaBytes)}`]] },
			{ kind: "text", text: advice },
			...(url === null ? [] : [{ kind: "link" as const, label: "Open storage", url }]),
		],
		short: `${title}. ${sentence}`,
		url,
	};
}

const billingPage = { path: "/accounts/billing/", label: "Open Billing" };
const leavingPage = { path: "/accounts/company/", label: "Open Company" };

function wordsContent(words: BillingWords, reader: Reader, page: typeof billingPage): MessageContent {
	const { title, sentence, advice, rows } = words;
	const url = reader.page(page.path);
	return {
		subject: `${title}: ${reader.company}`,
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "facts", rows },
			{ kind: "text", text: advice },
			{ kind: "link", label: page.label, url },
		],
		short: `${title}. ${sentence}`,
		url,
	};
}

function objectSpaceContent({ percent, usedBytes, quotaBytes }: CauseFacts["storage"], reader: Reader): MessageContent {
	const title = `${percent} % of what one account can hold is used`;
	const sentence =
		"When it is nearly full, files of readings cannot be imported. What devices send is taken as before.";
	const url = reader.url("/accounts/storage/");
	return {
		subject: `${title}: ${reader.company}`,
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "facts", rows: [["Used", `${gigabytes(usedBytes)} of ${gigabytes(quotaBytes)}`]] },
			{ kind: "text", text: "Keep readings for a shorter time, or delete devices that you no longer need." },
			{ kind: "link", label: "Open storage", url },
		],
		short: `${title}. ${sentence}`,
		url,
	};
}

function secondStepContent({ requiredBy, from, path }: CauseFacts["secondStep"], reader: Reader): MessageContent {
	const sentence = `${reader.company} requires two-step sign-in on ${reader.brand}, and you sign in without.`;
	const url = reader.page(path);
	return {
		subject: `Set up two-step sign-in for ${reader.company}`,
		title: "Two-step sign-in is required",
		blocks: [
			{ kind: "text", text: `Hello ${reader.name},` },
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [
					["From", reader.time(from)],
					["Decided by", namePart(requiredBy)],
				],
			},
			{
				kind: "text",
				text: "Until then set it up in your profile. After that it is the first thing you are asked for.",
			},
			{ kind: "link", label: "Open your profile", url },
			{ kind: "quiet", text: "You need an authenticator app on your phone. It takes two minutes." },
		],
		short: sentence,
		url,
	};
}

function gigabytes(bytes: number): string {
	return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

function invitationContent(
	{ inviterName, role, note, path, expiresAt }: CauseFacts["invitation"],
	reader: Reader,
): MessageContent {
	const inviter = namePart(inviterName);
	const sentence = `${inviter} invites you to join ${reader.company} on ${reader.brand} as ${oneLine(role, 20)}.`;
	const url = reader.url(path);
	return {
		subject: `${inviter} invites you to ${reader.company}`,
		title: `Join ${reader.company}`,
		blocks: [
			{ kind: "text", text: sentence },
			...(note === "" ? [] : [{ kind: "text", text: `“${paragraph(note, longestNote)}”` } as const]),
			{ kind: "link", label: "Look at the invitation", url },
			{ kind: "text", text: `It is valid until ${reader.time(expiresAt)}.` },
			{ kind: "quiet", text: "If you do not know them, ignore it: nothing happens." },
		],
		short: sentence,
		url,
	};
}

type ReportFacts = CauseFacts["report"];

function reportContent(report: ReportFacts, reader: Reader): MessageContent {
	const { reportName, groupName, period, fileName, bytes, sha256, state, notes, path } = report;
	const name = [namePart(reportName, 80), ...(groupName === null ? [] : [namePart(groupName)])].join(", ");
	const message = paragraph(report.message, longestInstruction);
	const url = reader.page(path);
	return {
		subject: `${name}: ${oneLine(period, 100)}`,
		title: name,
		blocks: [
			{ kind: "text", text: `${reader.company} sends you this report. ${stateSentences[state] ?? ""}`.trim() },
			...(message === "" ? [] : [{ kind: "text", text: message } as const]),
			...fileBlocks(report, reader),
			...notes.map((note) => ({ kind: "text", text: oneLine(note, 300) }) as const),
			{
				kind: "facts",
				rows: [
					["Period", oneLine(period, 160)],
					["File", namePart(fileName, 120)],
					["Size", sizeText(bytes)],
					["SHA-256", sha256],
				],
			},
			{ kind: "links", links: [{ label: "See whether a file is unchanged", url: reader.url(verifyPagePath) }] },
		],
		short: `The report ${name} is ready, for ${oneLine(period, 100)}`,
		url,
	};
}

const stateSentences: Partial<Record<ReportFacts["state"], string>> = {
	empty: "There was nothing in its period.",
	partial: "It is not complete.",
};

/** Whoever has a link opens the file by it, without a sign-in. */
function fileBlocks({ linkId, link, bytes, isTooLarge }: ReportFacts, { links, url, time }: Reader): ContentBlock[] {
	if (!link) return [{ kind: "text", text: "Sign in at the console to download it." }];
	if (link.form === "attached") return [{ kind: "text", text: "The file is attached." }];
	const path = links.reports[linkId];
	if (path === undefined) return [];
	const why = isTooLarge ? `With ${sizeText(bytes)} the file is too large for a mail` : "The file is not attached";
	return [
		{ kind: "text", text: `${why}: it opens by this link, until ${time(link.expiresAt)}.` },
		{ kind: "link", label: "Open the file", url: url(path) },
		{ kind: "quiet", text: "Whoever has this mail can open the file: pass it on only to people who may see it." },
	];
}

/** As screens write it. */
function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} bytes`;
	return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function reportFailedContent({ reportName, period, error, path }: CauseFacts["reportFailed"], reader: Reader) {
	const name = namePart(reportName, 80);
	const sentence = `The report “${name}” could not be made for ${oneLine(period, 160)}.`;
	const url = reader.page(path);
	return {
		subject: `${name} could not be made`,
		title: "A report could not be made",
		blocks: [
			{ kind: "text", text: sentence },
			...(error === "" ? [] : [{ kind: "text", text: oneLine(error, 300) } as const]),
			{ kind: "link", label: "Open the report", url },
		],
		short: sentence,
		url,
	} satisfies MessageContent;
}

/** Programs get its facts; this is for a log that shows messages as text. */
function eventContent({ type, at }: CauseFacts["event"], reader: Reader) {
	const short = `Event ${type}, ${reader.time(at)}`;
	return { subject: short, title: short, blocks: [], short, url: null } satisfies MessageContent;
}

function webhookStoppedContent(
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

/** Causes of one class only wait for each other, so these are alerts; what else might come is shown one by one. */
function severalContent({ notices, more }: ClaimedMessage, reader: Reader): MessageContent {
	const count = notices.length + more;
	const alerts = notices.flatMap((each) => (each.cause === "alert" ? [each.facts] : []));
	const worst = alerts.find(({ severity }) => severity === "critical") ?? alerts[0];
	const first = worst
		? `${alertHead(worst)}: ${alertPlace(worst)}`
		: singleContent(notices[0] as CauseNotice, reader).title; // two at least
	const isDigest = alerts.length === notices.length && alerts.every(({ kind }) => kind === "digest");
	const title = isDigest ? `Meanwhile: ${meanwhileText(alerts, more)}` : `${count} messages, ${first}`;
	const subject =
		isDigest || !worst ? title : `${alertSubject(worst, reader.alerts[worst.eventId])}, and ${count - 1} more`;
	const url = reader.page("/alerts/");
	return {
		subject,
		title: isDigest ? title : `${count} messages at once`,
		blocks: [
			...(isDigest ? notices.toSorted(openFirst) : notices).flatMap((each) => sectionOf(each, reader)),
			...(more === 0 ? [] : [{ kind: "text" as const, text: `And ${more} more, which the console lists.` }]),
			{ kind: "link", label: "Open the alerts in the console", url },
		],
		short: isDigest ? `${title}. ${first}` : `${title} and ${count - 1} more`,
		url,
	};
}

function meanwhileText(alerts: CauseFacts["alert"][], more: number): string {
	const open = alerts.filter(({ endedAt }) => endedAt === null).length;
	const over = alerts.length - open;
	const counts = [
		[open, "still open"],
		[over, "over by now"],
		[more, "more"],
	] as const;
	return counts.flatMap(([count, words]) => (count === 0 ? [] : `${count} ${words}`)).join(", ");
}

function openFirst(one: CauseNotice, other: CauseNotice): number {
	const rankOf = (notice: CauseNotice) => (notice.cause === "alert" && notice.facts.endedAt !== null ? 1 : 0);
	return rankOf(one) - rankOf(other);
}

function sectionOf(notice: CauseNotice, reader: Reader): ContentBlock[] {
	const { title, blocks } = singleContent(notice, reader);
	const links = blocks.flatMap((block) => {
		if (block.kind === "link") return [{ label: block.label, url: block.url }];
		return block.kind === "links" ? block.links : [];
	});
	const others = blocks.filter(({ kind }) => kind !== "link" && kind !== "links" && kind !== "picture");
	return [{ kind: "heading", text: title }, ...others, { kind: "links", links }];
}
