import { dayMs } from "../../shared/base/durations";
import { linkPath } from "../../shared/base/links";
import { isPhone } from "../../shared/message/message";
import type { AccountObjects } from "../base/context";
import { recordFault } from "../base/event-log";
import { takeMessage, withRetries } from "../base/take-message";
import { saveSentMessage } from "../db/sent-message-rows";
import { type LinkClaims, type LinkTokens, optOutSubject } from "../keys/link-tokens";
import { accountUrl } from "./account-url";
import type { CauseNotice } from "./causes";
import type { Claim, ClaimedMessage, MessageLinks } from "./claim-message";
import type { HandOver } from "./hand-over";
import type { SendOutcome } from "./message-outcome";
import { type Reserved, reserveShare } from "./message-shares";
import { type SendParts, senderOf } from "./senders/registry";
import { actionMs } from "./short-url";

const reportWaitsMs = [200, 1_000];

export type MessageCalls = {
	claimMessage(handOver: Pick<HandOver, "messageId" | "attempt">, now: number): Promise<Claim>;
	reportMessage(handOver: Pick<HandOver, "messageId" | "attempt">, outcome: SendOutcome, now: number): Promise<void>;
};

export type ConsumerParts = Omit<SendParts, "accountId" | "consoleUrl"> & {
	accounts: AccountObjects<MessageCalls>;
	linkTokens: LinkTokens;
};

export function createMessageConsumer(parts: ConsumerParts) {
	/** Each message is done or retried alone. Those with files are sent in turn, all others at once. */
	return async function consumeMessages({ messages }: Pick<MessageBatch<HandOver>, "messages">): Promise<void> {
		const [large, others] = [true, false].map((is) => messages.filter(({ body }) => (body.isLarge ?? false) === is));
		await Promise.all([...(others ?? []).map(consume), consumeInTurn(large ?? [])]);
	};

	async function consumeInTurn(messages: readonly Message<HandOver>[]): Promise<void> {
		for (const message of messages) await consume(message);
	}

	async function consume(message: Message<HandOver>): Promise<void> {
		await takeMessage(message, {
			name: "message",
			work: () => deliver(parts, message.body),
			// The object could not be reached; any other failure is an outcome.
			faultOf: () => ({ event: "message-retried", messageId: message.body.messageId }),
		});
	}
}

async function deliver(parts: ConsumerParts, handOver: HandOver): Promise<void> {
	const { accountId, messageId, attempt } = handOver;
	const object = () => parts.accounts.get(parts.accounts.idFromName(accountId));
	const claim = await object().claimMessage({ messageId, attempt }, parts.clock());
	if (claim.status === "ignored") return;
	const outcome = await attemptOnce(parts, accountId, claim.message);
	// Providers report the outcome of mails only.
	const isMail = claim.message.channel === "email";
	if (isMail && outcome.kind === "accepted" && outcome.providerId !== null)
		await remember(parts, handOver, outcome.providerId);
	// A lost outcome sends the message twice.
	await withRetries(reportWaitsMs, () => object().reportMessage({ messageId, attempt }, outcome, parts.clock()));
}

async function attemptOnce(parts: ConsumerParts, accountId: string, message: ClaimedMessage): Promise<SendOutcome> {
	const { decline, giveBack } = await reserve(parts, accountId, message);
	if (decline !== null) return decline;
	const outcome = await sendOrExplain(parts, accountId, message);
	if (outcome.kind !== "accepted" && outcome.kind !== "unknown") await unlessBroken(giveBack, message);
	return outcome;
}

async function sendOrExplain(parts: ConsumerParts, accountId: string, message: ClaimedMessage): Promise<SendOutcome> {
	try {
		return await sendBy(parts, accountId, message);
	} catch (error) {
		// A defect, for example in a template: a retry would fail again.
		recordFault(error, "backend", { event: "message-broken", messageId: message.messageId });
		return { kind: "refused", error: "It could not be written. This is a defect of the product" };
	}
}

async function sendBy(parts: ConsumerParts, accountId: string, message: ClaimedMessage): Promise<SendOutcome> {
	const { directory, settings } = parts;
	const sender = senderOf(message.channel);
	const consoleUrl = await accountUrl({ directory, consoleUrl: settings.consoleUrl }, accountId);
	const linked = sender?.hasLinks ? { ...message, links: await linksOf(parts, accountId, message) } : message;
	const outcome = await sender?.send({ ...parts, accountId, consoleUrl }, linked);
	return outcome ?? { kind: "later", error: "This channel is not set up" };
}

const optOutMs = 400 * dayMs;
const rulesInLink = 5;

/** Signs links here: tokens are not stored. */
async function linksOf(
	{ linkTokens, clock }: ConsumerParts,
	accountId: string,
	{ messageId, channel, class: messageClass, contact, notices }: ClaimedMessage,
): Promise<MessageLinks> {
	const path = async (claims: Omit<LinkClaims, "accountId">) =>
		`${linkPath}${await linkTokens.sign({ accountId, ...claims })}`;
	const [first] = notices;
	const confirmed = first ? confirmedBy(first) : null;
	const verify = confirmed && (await path({ action: "verify", subject: null, ...confirmed }));
	if (contact === undefined || messageClass === "account") return { verify, optOut: null, events: {}, reports: {} };
	const recipient = { ...contact, channel };
	const alerts = notices.flatMap((each) => (each.cause === "alert" ? each.facts : []));
	const ruleIds = [...new Set(alerts.flatMap(({ ruleId }) => ruleId ?? []))].slice(0, rulesInLink);
	const subject = optOutSubject({ class: messageClass, ruleIds });
	const optOut = await path({ action: "optOut", subject, recipient, expiresAt: clock() + optOutMs });
	const open = [...new Set(alerts.flatMap(({ eventId, endedAt }) => (endedAt === null ? eventId : [])))];
	const acting = { recipient, expiresAt: clock() + actionMs };
	const events = open.map(async (eventId) => {
		const [acknowledge, mute] = await Promise.all([
			path({ action: "acknowledge", subject: eventId, ...acting }),
			path({ action: "mute", subject: eventId, ...acting }),
		]);
		return [eventId, { acknowledge, mute }] as const;
	});
	const reports = notices.map(async (notice) => {
		if (notice.cause !== "report" || notice.facts.link?.form !== "link") return [];
		const { linkId: subject, link } = notice.facts;
		const { contactId, addressVersion, expiresAt } = link;
		const reader = { contactId, channel, addressVersion };
		return [[subject, await path({ action: "report", subject, recipient: reader, expiresAt })] as const];
	});
	const acknowledgeAll = open.length > 1 && (await path({ action: "acknowledge", subject: messageId, ...acting }));
	return {
		verify,
		optOut,
		...(acknowledgeAll && { acknowledgeAll }),
		events: Object.fromEntries(await Promise.all(events)),
		reports: Object.fromEntries((await Promise.all(reports)).flat()),
	};
}

function confirmedBy({ cause, facts }: CauseNotice): Pick<LinkClaims, "recipient" | "expiresAt"> | null {
	if (cause === "code") return facts.link ? { recipient: facts.link, expiresAt: facts.expiresAt } : null;
	if (cause !== "verify") return null;
	const { expiresAt, ...recipient } = facts;
	return { recipient, expiresAt };
}

/** Alerts are sent even if counting fails; others wait. */
async function reserve(parts: ConsumerParts, accountId: string, message: ClaimedMessage): Promise<Reserved> {
	const { directory, settings, clock } = parts;
	const { channel } = message;
	const hasQuota = channel === "email" || isPhone(channel);
	const quota = hasQuota ? (settings[channel]?.dailyQuota ?? null) : null;
	const free = { decline: null, giveBack: async () => {} };
	if (quota === null) return free;
	try {
		return await reserveShare({ directory, quota, now: clock() }, accountId, message);
	} catch (error) {
		logNotCounted(error, message);
		if (message.class === "alerts") return free;
		return { ...free, decline: { kind: "later", error: "The quota of the day could not be read" } };
	}
}

async function unlessBroken(giveBack: () => Promise<void>, message: ClaimedMessage): Promise<void> {
	try {
		await giveBack();
	} catch (error) {
		logNotCounted(error, message);
	}
}

function logNotCounted(error: unknown, { messageId }: ClaimedMessage): void {
	recordFault(error, "backend", { event: "quota-not-counted", messageId });
}

/** A lost row costs only later delivery events. */
async function remember(parts: ConsumerParts, { accountId, messageId }: HandOver, providerId: string): Promise<void> {
	try {
		await saveSentMessage(parts.directory, { providerId, accountId, messageId, sentAt: parts.clock() });
	} catch (error) {
		recordFault(error, "backend", { event: "message-not-remembered", messageId });
	}
}
