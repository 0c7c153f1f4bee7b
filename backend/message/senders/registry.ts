import { neutralProductName } from "../../../shared/account/brand";
import { callPath } from "../../../shared/base/links";
import { ownValue } from "../../../shared/base/own-value";
import { isOfSlack } from "../../../shared/message/chat-address";
import type { DeliveryChannel } from "../../../shared/message/message";
import { recordFault } from "../../base/event-log";
import type { MessageSettings } from "../../base/message-settings";
import { isSenderNameReleased } from "../../db/host-brand-rows";
import { type CallTokens, callTokenMs } from "../../keys/call-tokens";
import { type ChannelTraits, channelTraits } from "../channel-traits";
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
import { declinedNumber, sendSms } from "./sms-sender";
import { teamsCards } from "./teams-card";
import { telegramCards } from "./telegram-card";
import { twilioCalls } from "./twilio-calls";
import { type NetworkSend, sendWebhook } from "./webhook-sender";

export type SendParts = {
	accountId: string;
	consoleUrl: string | null;
	directory: D1Database;
	settings: MessageSettings;
	callTokens: CallTokens;
	email: EmailBinding;
	files: Pick<R2Bucket, "get">;
	send: NetworkSend;
	isLocal: boolean;
	clock: () => number;
};

/** Returns null if the operator has not set the channel up. */
type Send = (parts: SendParts, message: ClaimedMessage) => Promise<SendOutcome | null>;

const sends: Record<DeliveryChannel, Send> = {
	email: sendMail,
	sms: sendShort,
	call: placeCall,
	webhook: postWebhook,
	push: pushTo,
	slack: (parts, message) => {
		const isSlack = isOfSlack(message.addressee.address);
		return isSlack ? postCard(slackCards, parts, message) : postWebhook(parts, message);
	},
	teams: (parts, message) => postCard(teamsCards, parts, message),
	telegram: async (parts, message) => {
		const { telegram } = parts.settings;
		return telegram && postCard(telegramCards, parts, message, telegram.token);
	},
	pagerduty: (parts, message) => postCard(pagerDutyCards, parts, message),
};

export function senderOf(channel: DeliveryChannel): (ChannelTraits & { send: Send }) | null {
	const [send, traits] = [ownValue(sends, channel), ownValue(channelTraits, channel)];
	return send && traits ? { ...traits, send } : null;
}

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

async function placeCall(
	{ accountId, callTokens, settings: { call, consoleUrl }, send, clock }: SendParts,
	{ messageId, attempt, addressee: { address } }: ClaimedMessage,
): Promise<SendOutcome | null> {
	if (!call) return null;
	const denied = declinedNumber(address, call.countries);
	if (denied) return denied;
	const token = await callTokens.sign({ accountId, messageId, attempt, expiresAt: clock() + callTokenMs });
	return twilioCalls(call, send).place({ to: address, url: `${consoleUrl}${callPath}${token}` });
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
