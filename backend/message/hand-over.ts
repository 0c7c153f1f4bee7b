import { minuteMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { isPosted } from "../../shared/message/message";
import { recordFault } from "../base/event-log";
import type { Job } from "../base/job";
import { findAccount } from "../db/account-rows";
import {
	type DueMessage,
	findMessage,
	listDueMessageIds,
	listDueMessages,
	markHandedOver,
	nextMessageDueAt,
} from "../db/message-rows";
import { finishLost, isRepeatable } from "./claim-message";
import { finishMessage, lostError, type OutcomeStore, queueAgain, recordLost } from "./message-outcome";

/** Limit of Cloudflare Queues. */
const messagesPerBatch = 100;
/** Wait before an unclaimed message is handed over again. */
const firstWaitMs = 15_000;
const longestWaitMs = minuteMs;

const notClaimedError = "It could not be handed to the sender in time";

/** The body in the queue; the claim reads everything else. */
export type HandOver = {
	accountId: string;
	messageId: string;
	attempt: number;
	/** Can carry a file: an isolate holds one at a time. */
	isLarge?: true;
};

export type QueueName = "alerts" | "mail" | "webhooks";

/** Separate, so that slow endpoints or many reports delay no alert. */
export type MessageQueues = Record<QueueName, { sendBatch(batch: { body: HandOver }[]): Promise<unknown> }>;

type HandOverParts = Omit<OutcomeStore, "now"> & { queues: MessageQueues };

export function handOverWork(parts: HandOverParts): Job {
	const { db } = parts;
	return {
		name: "messages",
		title: said("work.is.sendingMessages"),
		isUrgent: true,
		nextDueAt: () => nextMessageDueAt(db),
		due: (now, limit) => {
			const ids = listDueMessageIds(db, now, limit * messagesPerBatch);
			return ids.filter((_, index) => index % messagesPerBatch === 0);
		},
		run: (subject, now) => handOver(parts, subject, now),
	};
}

async function handOver(parts: HandOverParts, subject: string, now: number): Promise<void> {
	const { db } = parts;
	const account = findAccount(db);
	if (!account) throw new Error("An object without an account queues messages");
	const due = listDueMessages(db, now, { id: subject, limit: messagesPerBatch });
	const toSend = db.transaction(() => due.flatMap((message) => sendable({ ...parts, now }, message) ?? []));
	const byQueue = Map.groupBy(toSend, queueOf);
	await Promise.all(
		Array.from(byQueue, ([name, messages]) => sendTo(parts, { accountId: account.id, name, messages }, now)),
	);
}

function queueOf({ channel, class: messageClass }: DueMessage): QueueName {
	if (isPosted(channel)) return "webhooks";
	return messageClass === "alerts" ? "alerts" : "mail";
}

/** Returns null if the message ended here. */
function sendable(store: OutcomeStore, message: DueMessage): DueMessage | null {
	const { db, now } = store;
	const isLost = message.state === "sending";
	const isLate = now >= message.giveUpAt;
	if (!isLate && !isLost) return message;
	const whole = findMessage(db, message.id);
	if (!whole) return null;
	if (isLost) recordLost(store, message.id);
	if (isLost && !isRepeatable(message)) finishLost(store, whole);
	else if (isLate)
		finishMessage(store, whole, { state: "failed", error: isLost ? lostError : (whole.error ?? notClaimedError) });
	else return { ...message, ...queueAgain(store, message, { dueAt: now, error: lostError }) };
	return null;
}

function handOverOf(accountId: string, { id: messageId, attempt, class: of, channel }: DueMessage): HandOver {
	const isLarge = of === "reports" && channel === "email";
	return { accountId, messageId, attempt, ...(isLarge && { isLarge }) };
}

type Batch = { accountId: string; name: QueueName; messages: DueMessage[] };

async function sendTo({ db, queues }: HandOverParts, { accountId, name, messages }: Batch, now: number): Promise<void> {
	try {
		await queues[name].sendBatch(messages.map((message) => ({ body: handOverOf(accountId, message) })));
	} catch (error) {
		// Retried like an unclaimed hand-over, so that other queues need not wait.
		recordFault(error, "account", { event: "hand-over-failed", queue: name, messages: messages.length });
	}
	db.transaction(() => {
		for (const [handOvers, handed] of Map.groupBy(messages, (message) => message.handOvers)) {
			const dueAt = now + Math.min(firstWaitMs * 2 ** handOvers, longestWaitMs);
			markHandedOver(db, { ids: handed.map(({ id }) => id), dueAt });
		}
	});
}
