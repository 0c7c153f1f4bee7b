import { logFault } from "../base/event-log";
import { faultText, reportFault } from "../base/report-error";
import { countLostMessages } from "../db/account-state-rows";
import { quotaDay } from "../db/message-share-rows";
import { type ConsumerParts, createMessageConsumer } from "./consume-messages";
import type { HandOver } from "./hand-over";
import { createProviderEventConsumer, type ProviderEventParts } from "./provider-events";

/** Names in wrangler.toml, without the environment's suffix. */
const queueNames = { events: "aqlcloud-email-events", lost: "aqlcloud-lost-messages" };

type QueueParts = Omit<ConsumerParts, "accounts"> &
	Omit<ProviderEventParts, "accounts"> & {
		accounts: ConsumerParts["accounts"] & ProviderEventParts["accounts"];
	};

export function createQueueConsumer(parts: QueueParts) {
	const consumeMessages = createMessageConsumer(parts);
	const consumeProviderEvents = createProviderEventConsumer(parts);

	return async function consumeQueue(batch: MessageBatch<HandOver>): Promise<void> {
		if (batch.queue.startsWith(queueNames.events)) await consumeProviderEvents(batch);
		else if (batch.queue.startsWith(queueNames.lost)) await recordLost(parts, batch);
		else await consumeMessages(batch);
	};
}

async function recordLost({ directory, clock }: QueueParts, { messages }: MessageBatch<HandOver>): Promise<void> {
	for (const { body } of messages) {
		logFault({ event: "message-lost", accountId: body.accountId, messageId: body.messageId });
	}
	reportFault(new Error("Messages came back from their queue"), { place: "backend", event: "message-lost" });
	try {
		await countLostMessages(directory, quotaDay(clock()).day, messages.length);
	} catch (error) {
		logFault({ event: "state-not-reported", ...faultText(error) });
	}
}
