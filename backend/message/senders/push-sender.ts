import { buildPushPayload } from "@block65/webcrypto-web-push";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { pageOfAccount } from "../../../shared/base/links";
import { errorSentence } from "../../../shared/errors/error-sentence";
import type { PushContent } from "../../../shared/message/push";
import { webhookComplaint } from "../../../shared/message/webhook-url";
import { wordsIn } from "../../../shared/words/made/messages-in";
import type { PushSettings } from "../../base/message-settings";
import { pushKeysOf } from "../../db/push-keys";
import type { AlertFacts } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import type { MessageContent } from "../templates/message-parts";
import { shortened } from "../templates/plain-text";
import { type NetworkSend, noResponseOutcome, postDeadlineMs, postedOutcome } from "./webhook-sender";

/** Seconds that the push service holds a message for a browser that is off. */
const timeToLive = { alerts: dayMs / 1000, reports: dayMs / 1000, account: hourMs / 1000 };
const longestTitle = 120;
const longestBody = 300;
/** https://www.rfc-editor.org/rfc/rfc8030#section-5.4 */
const topicForm = /^[A-Za-z0-9_-]{1,32}$/;
/** https://www.rfc-editor.org/rfc/rfc8030#section-7.3 defines 404; push services of browsers also return 410. */
const goneStatuses = [404, 410];

export type PushParts = {
	send: NetworkSend;
	settings: PushSettings;
	/** The console's URLs, which must not be a target. */
	ownUrls: readonly (string | null)[];
	clock: () => number;
};

/** Encrypts (RFC 8291) and signs (RFC 8292). A user supplied the address, so it is checked like a webhook's. */
export async function sendPush(
	{ send, settings, ownUrls, clock }: PushParts,
	message: ClaimedMessage,
	content: PushContent,
): Promise<SendOutcome> {
	const { address: endpoint, secret } = message.addressee;
	const ownHosts = ownUrls.flatMap((url) => (url === null ? [] : new URL(url).hostname));
	const problem = webhookComplaint(endpoint, { ownHosts });
	if (problem !== null) return { kind: "refused", error: errorSentence(problem) };
	const { p256dh, auth, publicKey } = pushKeysOf({ secret });
	if (publicKey !== settings.publicKey) {
		return {
			kind: "suppressed",
			reason: "browserGone",
			error: "The browser subscribed with a former key of the console",
		};
	}
	const topic = message.abouts.find((about) => topicForm.test(about));
	const options = {
		ttl: timeToLive[message.class],
		urgency: content.isUrgent ? "high" : "normal",
		...(message.abouts.length === 1 && topic !== undefined && { topic }),
	} as const;
	const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
	const built = await buildPushPayload({ data: content, options }, subscription, settings);
	const { "content-length": _, ...headers } = built.headers;
	const { body } = built;
	const signal = AbortSignal.timeout(postDeadlineMs);
	try {
		const response = await send(endpoint, { method: "POST", headers, body, redirect: "manual", signal });
		await response.body?.cancel();
		return outcomeOf(response, clock());
	} catch (error) {
		return noResponseOutcome(error);
	}
}

function outcomeOf(response: Response, now: number): SendOutcome {
	const { status } = response;
	if (goneStatuses.includes(status)) {
		return { kind: "suppressed", reason: "browserGone", error: `The browser takes no more messages (${status})` };
	}
	if (status === 401 || status === 403) {
		const error = `The browser's service refused this console's key (${status}). Its user has to turn pushes on again`;
		return { kind: "refused", error };
	}
	return postedOutcome(response, now);
}

export function pushContent(message: ClaimedMessage, content: MessageContent, consoleUrl: string | null): PushContent {
	const { abouts, messageId, links, notices, addressee } = message;
	const { subject, short, url } = content;
	const say = wordsIn(addressee.language);
	const title = shortened(subject, longestTitle);
	const open = Object.values(links?.events ?? {});
	const isOne = abouts.length === 1 && notices.length === 1;
	const isPath = url !== null && consoleUrl !== null && url.startsWith(`${consoleUrl}/`);
	const [only] = notices;
	const eventPath = isOne && open.length === 1 && only?.cause === "alert" ? eventPage(message, only.facts) : null;
	return {
		title,
		body: shortened(short, longestBody),
		tag: message.sentId ?? (isOne ? abouts[0] : undefined) ?? messageId,
		...(message.sentId !== undefined && { isSilent: true }),
		isUrgent: message.class === "alerts" && open.length > 0,
		path: eventPath ?? (isPath ? url.slice(consoleUrl.length) : null),
		acknowledge: isOne && open.length === 1 ? (open[0]?.acknowledge ?? null) : (links?.acknowledgeAll ?? null),
		mute: isOne && open.length === 1 ? (open[0]?.mute ?? null) : null,
		words: {
			acknowledge: say("alert.acknowledge"),
			mute: say("alert.muteHour"),
			notMuted: say("push.notMuted", { title }),
			notAcknowledged: say("push.notAcknowledged", { title }),
			noAnswer: say("push.noAnswer"),
		},
		language: addressee.language,
	};
}

function eventPage({ accountId }: ClaimedMessage, { eventId }: AlertFacts): string {
	const path = `/alerts/events/${eventId}`;
	return accountId === undefined ? path : pageOfAccount(path, accountId);
}
