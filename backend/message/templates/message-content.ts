import { pageOfAccount } from "../../../shared/base/links";
import { countDigits, specifiedFormats } from "../../../shared/formats/display-formats";
import { messageTimeText, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { type CauseFacts, type CauseNotice, compareUrgency } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import { alertContent, alertHead, alertPlace, alertSubject, alertTestContent } from "./alert-content";
import { type BillingWords, paymentWords, usageWords } from "./billing-words";
import { codeContent, optOutContent, testContent, unreachableContent, verifyContent } from "./contact-content";
import { dataExportWords, deletionWords } from "./leaving-words";
import { invitationContent, secondStepContent } from "./member-content";
import type { ContentBlock, MessageContent, Reader } from "./message-parts";
import { namePart, shortened } from "./plain-text";
import { reportContent, reportFailedContent } from "./report-content";
import { storageContent } from "./storage-content";
import { apiKeyEndingWords, eventContent, wallEndingWords, webhookStoppedContent } from "./webhook-content";

const longestSubject = 150;
export function contentOf(message: ClaimedMessage, consoleUrl: string | null): MessageContent {
	const reader = readerOf(message, consoleUrl);
	// An object of the release before sorts by time.
	const notices = message.notices.toSorted(compareUrgency);
	const [first, ...others] = notices;
	if (!first) throw new Error("A message that tells nothing");
	const content = others.length === 0 ? singleContent(first, reader) : severalContent({ ...message, notices }, reader);
	const again = message.repeat && repeatTexts[message.repeat];
	const blocks = [
		...(again ? [{ kind: "text", text: again.sentence } as const] : []),
		...content.blocks,
		...optOutBlocks(message, reader),
	];
	const short = again ? `${again.short}: ${content.short}` : content.short;
	return { ...content, blocks, short, subject: shortened(content.subject, longestSubject) };
}

const repeatTexts = {
	maybe: {
		sentence: "You may have had this message before: its first sending was interrupted.",
		short: "Perhaps for the second time",
	},
	asked: { sentence: "This message was sent before, and is sent again.", short: "Sent again" },
} satisfies Record<NonNullable<ClaimedMessage["repeat"]>, { sentence: string; short: string }>;

function optOutBlocks({ class: messageClass }: ClaimedMessage, { links, url }: Reader): ContentBlock[] {
	if (!links.optOut) return [];
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
			return messageTimeText(at, offset, formats);
		},
		count: (number) => countDigits(number, formats ?? specifiedFormats),
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
			return wordsContent(usageWords(notice.facts, reader), reader, billingPage);
		case "payment":
			return wordsContent(paymentWords(notice.facts, reader.time), reader, billingPage);
		case "deletion":
			return wordsContent(deletionWords(notice.facts, reader.company, reader.time), reader, leavingPage);
		case "dataExport":
			return wordsContent(dataExportWords(notice.facts, reader), reader, leavingPage);
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
		case "apiKeyEnding":
			return wordsContent(apiKeyEndingWords(notice.facts, reader.time), reader, keysPage);
		case "wallEnding":
			return wordsContent(wallEndingWords(notice.facts, reader.time), reader, {
				path: notice.facts.path,
				label: "Open the group",
			});
		case "webhookStopped":
			return webhookStoppedContent(notice.facts, reader);
	}
}

const billingPage = { path: "/accounts/billing/", label: "Open Billing" };
const leavingPage = { path: "/accounts/company/", label: "Open Company" };
const keysPage = { path: "/accounts/keys/", label: "Open API keys" };

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

/** Only messages of one class are joined, so these are alerts; others are shown one by one. */
function severalContent({ notices, more }: ClaimedMessage, reader: Reader): MessageContent {
	const count = notices.length + more;
	const alerts = notices.flatMap((each) => (each.cause === "alert" ? [each.facts] : []));
	// Open alerts come first, so a subject "Recovered" is true for all.
	const [leading] = alerts;
	const first = leading
		? `${alertHead(leading)}: ${alertPlace(leading)}`
		: singleContent(notices[0] as CauseNotice, reader).title; // two at least
	const isDigest = alerts.length === notices.length && alerts.every(({ kind }) => kind === "digest");
	const title = isDigest ? `Meanwhile: ${meanwhileText(alerts, more)}` : `${count} messages, ${first}`;
	const subject =
		isDigest || !leading ? title : `${alertSubject(leading, reader.alerts[leading.eventId])}, and ${count - 1} more`;
	const url = reader.page("/alerts/");
	return {
		subject,
		title: isDigest ? title : `${count} messages at once`,
		blocks: [
			...notices.flatMap((each) => sectionOf(each, reader)),
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

function sectionOf(notice: CauseNotice, reader: Reader): ContentBlock[] {
	const { title, blocks } = singleContent(notice, reader);
	const links = blocks.flatMap((block) => {
		if (block.kind === "link") return [{ label: block.label, url: block.url }];
		return block.kind === "links" ? block.links : [];
	});
	const others = blocks.filter(({ kind }) => kind !== "link" && kind !== "links" && kind !== "picture");
	return [{ kind: "heading", text: title }, ...others, { kind: "links", links }];
}
