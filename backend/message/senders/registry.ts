import type { MonthlyMeter } from "../../../shared/account/billing-meters";
import { neutralProductName } from "../../../shared/account/brand";
import { isOfSlack } from "../../../shared/message/chat-address";
import type { DeliveryChannel } from "../../../shared/message/message";
import { recordFault } from "../../base/event-log";
import type { MessageSettings } from "../../base/message-settings";
import { isSenderNameReleased } from "../../db/host-brand-rows";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import { shortUrl } from "../short-url";
import { contentOf } from "../templates/message-content";
import { type CardService, sendCard } from "./card-sender";
import { type AttachedFile, type EmailBinding, sendEmail } from "./email-sender";
import { sendWithPicture } from "./mail-with-picture";
import { pagerDutyCards } from "./pagerduty-card";
import { pushContent, sendPush } from "./push-sender";
import { slackCards } from "./slack-card";
import { sendSms } from "./sms-sender";
import { teamsCards } from "./teams-card";
import { telegramCards } from "./telegram-card";
import { type NetworkSend, sendWebhook } from "./webhook-sender";

export type SendParts = {
	accountId: string;
	/** The account's own console. */
	consoleUrl: string | null;
	directory: D1Database;
	settings: MessageSettings;
	email: EmailBinding;
	files: Pick<R2Bucket, "get">;
	send: NetworkSend;
	isLocal: boolean;
	clock: () => number;
};

export type Sender = {
	/** Returns null if the operator has not set the channel up. */
	send(parts: SendParts, message: ClaimedMessage): Promise<SendOutcome | null>;
	/** Null: not counted. */
	meter: MonthlyMeter | null;
	/** The message contains links that act without a sign-in. */
	hasLinks: boolean;
	/** Shows the state of each event: gets an acknowledgement too, and no reminders. */
	showsState: boolean;
	/** A later message of an event replaces the earlier one at the provider. */
	canUpdate: boolean;
	/** False: one message for each event. */
	gathers: boolean;
	/** When many events of a site come at once: how later ones are sent. */
	inStorm: "edited" | "seldom" | "asUsual";
};

const person = { hasLinks: false, showsState: false, canUpdate: false, gathers: true, inStorm: "seldom" } as const;
const posted = { ...person, meter: "webhooks" } as const;
const chat = { ...posted, hasLinks: true, showsState: true } as const;

export const senders: Record<DeliveryChannel, Sender> = {
	email: { ...person, meter: "emails", hasLinks: true, send: sendMail },
	sms: { ...person, meter: "sms", send: sendShort },
	webhook: { ...posted, inStorm: "asUsual", send: postWebhook },
	push: { ...person, meter: null, hasLinks: true, inStorm: "edited", send: pushTo },
	slack: {
		...chat,
		send: (parts, message) => {
			const isSlack = isOfSlack(message.addressee.address);
			return isSlack ? postCard(slackCards, parts, message) : postWebhook(parts, message);
		},
	},
	teams: { ...chat, send: (parts, message) => postCard(teamsCards, parts, message) },
	telegram: {
		...chat,
		canUpdate: true,
		gathers: false,
		inStorm: "edited",
		send: async (parts, message) => {
			const { telegram } = parts.settings;
			return telegram && postCard(telegramCards, parts, message, telegram.token);
		},
	},
	// Each event opens, acknowledges and resolves its own incident.
	pagerduty: {
		...chat,
		gathers: false,
		inStorm: "asUsual",
		send: (parts, message) => postCard(pagerDutyCards, parts, message),
	},
};

async function sendMail(parts: SendParts, message: ClaimedMessage): Promise<SendOutcome | null> {
	const { settings, email: binding, consoleUrl } = parts;
	if (!settings.email) return null;
	const attachments = await attachedFiles(parts.files, message);
	if (attachments === null) return { kind: "later", error: "Its file could not be read" };
	const isSenderReleased = await isReleased(parts, message);
	const by = { binding, settings: settings.email, consoleUrl, isSenderReleased };
	return sendWithPicture(message, { consoleUrl, attachments }, (mail) => sendEmail(by, message, mail));
}

async function sendShort(
	{ settings, directory, consoleUrl, accountId, send, clock }: SendParts,
	message: ClaimedMessage,
): Promise<SendOutcome | null> {
	if (!settings.sms) return null;
	const content = contentOf(message, consoleUrl);
	const { url } = content;
	const short = await shortUrl({ directory, consoleUrl, now: clock() }, { accountId, message, url });
	return sendSms({ settings: settings.sms, send }, message, { ...content, url: short });
}

function postWebhook({ send, isLocal, clock, ...parts }: SendParts, message: ClaimedMessage): Promise<SendOutcome> {
	const { consoleUrl } = parts;
	return sendWebhook({ send, consoleUrl, ownUrls: ownUrlsOf(parts), isLocal, clock }, message);
}

async function pushTo(parts: SendParts, message: ClaimedMessage): Promise<SendOutcome | null> {
	const { settings, send, consoleUrl, clock } = parts;
	if (!settings.push) return null;
	const content = pushContent(message, contentOf(message, consoleUrl), consoleUrl);
	const outcome = await sendPush({ send, settings: settings.push, ownUrls: ownUrlsOf(parts), clock }, message, content);
	return outcome.kind === "accepted" ? { kind: "accepted", providerId: content.tag } : outcome;
}

function postCard(
	service: CardService,
	{ send, consoleUrl, clock, ...parts }: SendParts,
	message: ClaimedMessage,
	token = "",
): Promise<SendOutcome> {
	const ownUrls = ownUrlsOf({ ...parts, consoleUrl });
	return sendCard(service, { send, consoleUrl, ownUrls, token, clock }, message);
}

function ownUrlsOf({ settings, consoleUrl }: Pick<SendParts, "settings" | "consoleUrl">) {
	return [settings.consoleUrl, consoleUrl];
}

async function isReleased({ directory, accountId }: SendParts, { brand, messageId }: ClaimedMessage) {
	if (!brand.look?.mailSender && brand.productName === neutralProductName) return false;
	try {
		return await isSenderNameReleased(directory, accountId);
	} catch (error) {
		recordFault(error, "backend", { event: "sender-not-known", messageId });
		return false;
	}
}

/** Returns null if a file is missing. */
async function attachedFiles(
	files: SendParts["files"],
	{ attachments = [] }: ClaimedMessage,
): Promise<AttachedFile[] | null> {
	const read: AttachedFile[] = [];
	for (const { objectKey, name, mediaType } of attachments) {
		const object = await files.get(objectKey);
		if (object === null) return null;
		read.push({ name, mediaType, content: await object.arrayBuffer() });
	}
	return read;
}
