import type { AddressStatus } from "../../shared/message/contact";
import { spokenLanguage } from "../../shared/message/language";
import type { MessageClass } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import { accountOrThrow, findUser } from "../db/account-rows";
import {
	type ContactRow,
	type DeliveryChannelRow,
	findContact,
	findDeliveryChannel,
	listOptOuts,
} from "../db/contact-rows";
import type { Recipient } from "../db/message-schema";
import { pushKeysOf } from "../db/push-keys";
import { findWebhook } from "../db/webhook-rows";

export type Addressee = {
	name: string;
	/** An e-mail address, a number in E.164 or a webhook's URL. */
	address: string;
	addressVersion: string;
	status: AddressStatus;
	/** IANA name. */
	timeZone: string;
	/** A tag that has words. */
	language: string;
	pausedUntil: number | null;
	/** `until` is epoch ms; null: for good. */
	optedOut: readonly { class: MessageClass; until: number | null }[];
	/** Webhook: a `whsec_…` secret. Push: its keys. Otherwise null. */
	secret: string | null;
	/** Signs too while receivers switch to the new one. */
	previousSecret?: string;
};

type Missing = { missing: "recipientGone" | "noAddress" | "paused" };

export type FoundAddressee = Addressee | Missing;

export function findAddressee(db: AccountDb, recipient: Recipient, now: number): FoundAddressee {
	if (recipient.to === "contact") return contactAddressee(db, recipient);
	if (recipient.to === "user") return userAddressee(db, recipient.userId);
	if (recipient.to === "webhook") return webhookAddressee(db, recipient.webhookId, now);
	const account = accountOrThrow(db);
	const { address, name = address, timeZone = account.timeZone } = recipient;
	const language = spokenLanguage(account.language);
	return { ...reachable, language, name, address, addressVersion: address, status: "unverified", timeZone };
}

const reachable = { pausedUntil: null, optedOut: [], secret: null } as const;

function contactAddressee(
	db: AccountDb,
	{ contactId, channel, addressId }: Recipient & { to: "contact" },
): FoundAddressee {
	const contact = findContact(db, contactId);
	if (!contact) return { missing: "recipientGone" };
	const found = findDeliveryChannel(db, contactId, channel, addressId);
	if (!found) return { missing: "noAddress" };
	if (channel === "push" && !isBrowserOfUser(db, contact, found)) return { missing: "recipientGone" };
	const { fullName: name, timeZone, language, pausedUntil } = contact;
	const { address, addressVersion, status, secret } = found;
	return {
		name,
		address,
		addressVersion: String(addressVersion),
		status,
		timeZone,
		language: spokenLanguage(language),
		secret,
		pausedUntil: pausedUntil?.getTime() ?? null,
		optedOut: listOptOuts(db, found).map((optOut) => ({ ...optOut, until: optOut.until?.getTime() ?? null })),
	};
}

function webhookAddressee(db: AccountDb, webhookId: string, now: number): FoundAddressee {
	const webhook = findWebhook(db, webhookId);
	if (!webhook) return { missing: "recipientGone" };
	if (!webhook.isEnabled) return { missing: "paused" };
	const { name, address, secret, previousSecret, previousSecretUntil } = webhook;
	const isInGrace = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil.getTime() > now;
	return {
		...reachable,
		language: "en",
		name,
		address,
		addressVersion: address,
		status: "verified",
		secret,
		timeZone: accountOrThrow(db).timeZone,
		...(isInGrace && { previousSecret }),
	};
}

/** A browser belongs to its user: later linked users and users without access get nothing on it. */
function isBrowserOfUser(
	db: AccountDb,
	{ linkedUserId }: Pick<ContactRow, "linkedUserId">,
	{ secret }: Pick<DeliveryChannelRow, "secret">,
): boolean {
	const { userId } = pushKeysOf({ secret });
	return linkedUserId === userId && findUser(db, userId)?.status === "active";
}

function userAddressee(db: AccountDb, userId: string): FoundAddressee {
	const user = findUser(db, userId);
	if (user?.status !== "active") return { missing: "recipientGone" };
	const { name, email } = user;
	const account = accountOrThrow(db);
	const { timeZone } = account;
	const language = spokenLanguage(user.language, account.language);
	return { ...reachable, language, name, address: email, addressVersion: email, status: "verified", timeZone };
}
