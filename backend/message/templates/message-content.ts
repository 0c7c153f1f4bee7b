import { pageOfAccount } from "../../../shared/base/links";
import { countDigits, specifiedFormats } from "../../../shared/formats/display-formats";
import { messageTimeText, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { wordsIn } from "../../../shared/words/made/messages-in";
import { type CauseFacts, type CauseNotice, compareUrgency } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import { alertContent, alertSubject, alertTestContent, alertTitle } from "./alert-content";
import { type BillingWords, paymentWords, usageWords } from "./billing-words";
import { codeContent, optOutContent, testContent, unreachableContent, verifyContent } from "./contact-content";
import { dutyContent, dutyGapContent, swapContent } from "./duty-content";
import { dataExportWords, deletionWords } from "./leaving-words";
import {
	domainContent,
	emergencyContent,
	invitationContent,
	providerEndContent,
	secondStepContent,
	withoutSecondPersonContent,
} from "./member-content";
import type { ContentBlock, MessageContent, Reader } from "./message-parts";
import { namePart, shortened } from "./plain-text";
import { reportContent, reportFailedContent } from "./report-content";
import { missedRoundContent } from "./round-content";
import { storageContent } from "./storage-content";
import {
	apiKeyEndingWords,
	certificatesDueWords,
	eventContent,
	mailWaitsWords,
	publicLinkEndingWords,
	trailReviewWords,
	wallEndingWords,
	webhookStoppedContent,
} from "./webhook-content";

const longestSubject = 150;
export function contentOf(message: ClaimedMessage, consoleUrl: string | null): MessageContent {
	const reader = readerOf(message, consoleUrl);
	// An object of the release before sorts by time.
	const notices = message.notices.toSorted(compareUrgency);
	const [first, ...others] = notices;
	if (!first) throw new Error("A message that tells nothing");
	const content = others.length === 0 ? singleContent(first, reader) : severalContent({ ...message, notices }, reader);
	const { repeat } = message;
	const { say } = reader;
	const blocks = [
		...(repeat ? [{ kind: "text", text: say(`repeat.${repeat}`) } as const] : []),
		...content.blocks,
		...optOutBlocks(message, reader),
	];
	const short = repeat ? say(`repeat.${repeat}.short`, { text: content.short }) : content.short;
	return { ...content, blocks, short, subject: shortened(content.subject, longestSubject) };
}

export function shortsOf(message: ClaimedMessage): { notice: CauseNotice; short: string }[] {
	const reader = readerOf(message, null);
	return message.notices
		.toSorted(compareUrgency)
		.map((notice) => ({ notice, short: singleContent(notice, reader).short }));
}

function optOutBlocks({ class: messageClass }: ClaimedMessage, { links, url, say }: Reader): ContentBlock[] {
	if (!links.optOut) return [];
	const label = say(messageClass === "reports" ? "stop.reports" : "stop.alerts");
	return [{ kind: "links", links: [{ label, url: url(links.optOut) }] }];
}

export function readerOf(
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
	const { timeZone, language } = addressee;
	return {
		say: wordsIn(language, formats),
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
			return messageTimeText(at, offset, { ...specifiedFormats, ...formats, language });
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
			return wordsContent(paymentWords(notice.facts, reader), reader, billingPage);
		case "deletion":
			return wordsContent(deletionWords(notice.facts, reader), reader, leavingPage);
		case "dataExport":
			return wordsContent(dataExportWords(notice.facts, reader), reader, leavingPage);
		case "secondStep":
			return secondStepContent(notice.facts, reader);
		case "domain":
			return domainContent(notice.facts, reader);
		case "providerEnd":
			return providerEndContent(notice.facts, reader);
		case "withoutSecondPerson":
			return withoutSecondPersonContent(notice.facts, reader);
		case "emergency":
			return emergencyContent(notice.facts, reader);
		case "invitation":
			return invitationContent(notice.facts, reader);
		case "alert":
			return alertContent(notice.facts, reader);
		case "alertTest":
			return alertTestContent(notice.facts, reader);
		case "duty":
			return dutyContent(notice.facts, reader);
		case "missedRound":
			return missedRoundContent(notice.facts, reader);
		case "dutyGap":
			return dutyGapContent(notice.facts, reader);
		case "swap":
			return swapContent(notice.facts, reader);
		case "report":
			return reportContent(notice.facts, reader);
		case "reportFailed":
			return reportFailedContent(notice.facts, reader);
		case "event":
			return eventContent(notice.facts, reader);
		case "apiKeyEnding":
			return wordsContent(apiKeyEndingWords(notice.facts, reader), reader, keysPage);
		case "wallEnding":
			return wordsContent(wallEndingWords(notice.facts, reader), reader, pageOf(notice.facts, "open.group"));
		case "publicLinkEnding":
			return wordsContent(publicLinkEndingWords(notice.facts, reader), reader, keysPage);
		case "mailWaits":
			return wordsContent(mailWaitsWords(notice.facts, reader), reader, pageOf(notice.facts, "open.mail"));
		case "trailReview":
			return wordsContent(trailReviewWords(notice.facts, reader), reader, pageOf(notice.facts, "open.review"));
		case "certificatesDue":
			return wordsContent(
				certificatesDueWords(notice.facts, reader),
				reader,
				pageOf(notice.facts, "open.certificates"),
			);
		case "webhookStopped":
			return webhookStoppedContent(notice.facts, reader);
	}
}

const billingPage = { path: "/accounts/billing/", label: "open.billing" } as const;
const leavingPage = { path: "/accounts/company/", label: "open.company" } as const;
const keysPage = { path: "/accounts/keys/", label: "open.keys" } as const;

type Page = {
	path: string;
	label: `open.${"billing" | "company" | "keys" | "group" | "mail" | "certificates"}` | "open.review";
};

function pageOf({ path }: { path: string }, label: Page["label"]): Page {
	return { path, label };
}

function wordsContent(words: BillingWords, { say, company, page: toUrl }: Reader, page: Page): MessageContent {
	const { title, sentence, advice, rows } = words;
	const url = toUrl(page.path);
	return {
		subject: say("titledCompany", { title, company }),
		title,
		blocks: [
			{ kind: "text", text: sentence },
			{ kind: "facts", rows },
			{ kind: "text", text: advice },
			{ kind: "link", label: say(page.label), url },
		],
		short: say("titledSentence", { title, sentence }),
		url,
	};
}

/** Only messages of one class are joined, so these are alerts; others are shown one by one. */
function severalContent({ notices, more }: ClaimedMessage, reader: Reader): MessageContent {
	const count = notices.length + more;
	const alerts = notices.flatMap((each) => (each.cause === "alert" ? [each.facts] : []));
	// Open alerts come first, so a subject "Recovered" is true for all.
	const [leading] = alerts;
	const first = leading ? alertTitle(leading, reader) : singleContent(notices[0] as CauseNotice, reader).title; // two at least
	const isDigest = alerts.length === notices.length && alerts.every(({ kind }) => kind === "digest");
	const { say } = reader;
	const title = isDigest
		? say("meanwhile", { counts: meanwhileText(alerts, more, say) })
		: say("several.subject", { count, first });
	const subject =
		isDigest || !leading
			? title
			: say("several.subjectAlert", { first: alertSubject(leading, reader), more: count - 1 });
	const url = reader.page("/alerts/");
	return {
		subject,
		title: isDigest ? title : say("several.title", { count }),
		blocks: [
			...notices.flatMap((each) => sectionOf(each, reader)),
			...(more === 0 ? [] : [{ kind: "text" as const, text: say("several.more", { count: more }) }]),
			...acknowledgeBlocks(alerts, more, reader),
			{ kind: "link", label: say("open.alerts"), url },
		],
		short: isDigest
			? say("titledSentence", { title, sentence: first })
			: say("several.short", { count, first, more: count - 1 }),
		url,
	};
}

function acknowledgeBlocks(alerts: CauseFacts["alert"][], more: number, { links, say, url }: Reader): ContentBlock[] {
	if (links.acknowledgeAll === undefined) return [];
	const count = alerts.filter(({ endedAt }) => endedAt === null).length + more;
	return [{ kind: "link", label: say("alert.acknowledgeAll", { count }), url: url(links.acknowledgeAll) }];
}

function meanwhileText(alerts: CauseFacts["alert"][], more: number, say: Reader["say"]): string {
	const open = alerts.filter(({ endedAt }) => endedAt === null).length;
	const over = alerts.length - open;
	const counts = [
		[open, "meanwhile.open"],
		[over, "meanwhile.over"],
		[more, "meanwhile.more"],
	] as const;
	return counts.flatMap(([count, key]) => (count === 0 ? [] : say(key, { count }))).join(", ");
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
