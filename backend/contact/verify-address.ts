import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type {
	ContactDetails,
	ReplaceSecret,
	SavedContact,
	SendCode,
	SentCode,
	VerifyAddress,
} from "../../shared/message/contact";
import { isPhone } from "../../shared/message/message";
import { suppressionText } from "../../shared/message/suppression-text";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { accountOrThrow } from "../db/account-rows";
import {
	type DeliveryChannelRow,
	deleteCode,
	findContact,
	findDeliveryChannel,
	listCodes,
	saveCode,
	updateDeliveryChannel,
} from "../db/contact-rows";
import type { Recipient } from "../db/message-schema";
import { assertWholeScope } from "../group/scope";
import { digestSecret } from "../keys/ingest-keys";
import { newSixDigits } from "../keys/short-codes";
import { queueMessage, whyNotSent } from "../message/queue-message";
import { contactOrThrow, visibleContact } from "./contact-projection";
import { queueLink } from "./verifying-link";

/** A phone gets a code, a mailbox a link. Throws NOT_PERMITTED, CONTACT_NOT_FOUND, and InputError at `channel`. */
export async function sendCode({ ctx, input }: Call<SendCode>): Promise<SentCode> {
	assertWholeScope(ctx);
	const sent = await (input.channel === "email" ? sendLink(ctx, input.contactId) : sendNumber(ctx, input));
	ctx.invalidations.changed("account", "all");
	return sent;
}

async function sendNumber(ctx: MemberContext, { contactId, channel }: SendCode): Promise<SentCode> {
	const recipient: Recipient = { to: "contact", contactId, channel };
	const code = newSixDigits();
	const codeDigest = await digestSecret(`${contactId} ${code}`);
	const expiresAt = new Date(ctx.now + serverLimits.codeMs);
	const { messageId } = ctx.db.transaction(() => {
		const addressVersion = sendableOrThrow(ctx, recipient, "code");
		const triesLeft = serverLimits.codeTries;
		saveCode(ctx.db, { contactId, channel, codeDigest, addressVersion, triesLeft, expiresAt });
		const purpose = `confirm that ${accountOrThrow(ctx.db).companyName} may send you messages`;
		const facts = { code, purpose, isConsent: true as const, expiresAt: expiresAt.getTime() };
		ctx.audit.act({ contact: [contactId] }, { channel });
		const about = ctx.newId("notice");
		return queueMessage(ctx, { cause: "code", about, recipient, facts, requestedBy: ctx.user.id });
	});
	return { messageId, until: expiresAt };
}

async function sendLink(ctx: MemberContext, contactId: string): Promise<SentCode> {
	return ctx.db.transaction(() => {
		const recipient = { to: "contact", contactId, channel: "email" } as const;
		const addressVersion = sendableOrThrow(ctx, recipient, "verify");
		ctx.audit.act({ contact: [contactId] }, { channel: "email" });
		return queueLink(ctx, { contactId, addressVersion });
	});
}

/** Returns the address version. Throws InputError at `channel`. */
function sendableOrThrow(
	ctx: MemberContext,
	recipient: Recipient & { to: "contact" },
	cause: "code" | "verify",
): number {
	const { addressVersion, status } = deliveryChannelOrThrow(ctx, recipient);
	if (status === "verified") throw new InputError({ channel: errorKey("address.verified") });
	const reason = whyNotSent(ctx, { cause, recipient, requestedBy: ctx.user.id });
	if (reason !== null) throw new InputError({ channel: suppressionText[reason] });
	return addressVersion;
}

/** Counts wrong entries. Throws NOT_PERMITTED, CONTACT_NOT_FOUND, and InputError at `code`. */
export async function verifyAddress({ ctx, input }: Call<VerifyAddress>): Promise<ContactDetails> {
	assertWholeScope(ctx);
	const { contactId, channel, code } = input;
	const digest = await digestSecret(`${contactId} ${code}`);
	const complaint = ctx.audit.change({ contact: [contactId] }, () => {
		const { addressVersion, status } = deliveryChannelOrThrow(ctx, input);
		if (status === "verified") return null;
		const known = listCodes(ctx.db, contactId).find((each) => each.channel === channel);
		const isAlive = known?.addressVersion === addressVersion && known.expiresAt.getTime() > ctx.now;
		if (!known || !isAlive) return errorKey("code.over");
		if (known.triesLeft <= 0) return errorKey("code.tooManyTries");
		if (known.codeDigest === digest) {
			confirmAddress(ctx, { contactId, channel });
			return null;
		}
		saveCode(ctx.db, { ...known, triesLeft: known.triesLeft - 1 });
		return known.triesLeft === 1 ? errorKey("code.tooManyTries") : errorKey("code.wrong");
	});
	if (complaint !== null) throw new InputError({ code: complaint });
	ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, contactId);
}

type ConfirmStore = Parameters<typeof addConfigEvent>[0];

/** Call within a transaction. A code entered for a phone is consent to messages. */
export function confirmAddress(store: ConfirmStore, key: Pick<DeliveryChannelRow, "contactId" | "channel">): void {
	const { db, now } = store;
	updateDeliveryChannel(db, key, { status: "verified", consentAt: isPhone(key.channel) ? new Date(now) : null });
	deleteCode(db, key);
	store.invalidations.changed("account", "all");
	addConfigEvent(store, null, said("contact.verified", { channel: key.channel, name: nameOf(db, key.contactId) }));
}

function nameOf(db: AccountDb, contactId: string): string {
	return findContact(db, contactId)?.fullName ?? "";
}

/** The previous secret ends at once. Throws NOT_PERMITTED, CONTACT_NOT_FOUND, and InputError without a webhook. */
export function replaceSecret({ ctx, input }: Call<ReplaceSecret>): SavedContact {
	assertWholeScope(ctx);
	const secret = ctx.webhookSecrets.mint();
	ctx.audit.change({ contact: [input.contactId] }, () => {
		const row = deliveryChannelOrThrow(ctx, input);
		updateDeliveryChannel(ctx.db, row, { secret });
		addConfigEvent(ctx, null, said("contact.newSecret", { name: nameOf(ctx.db, input.contactId) }));
	});
	return { contact: visibleContact(ctx, input.contactId), secret };
}

function deliveryChannelOrThrow(
	ctx: MemberContext,
	{ contactId, channel }: Pick<DeliveryChannelRow, "contactId" | "channel">,
) {
	contactOrThrow(ctx, contactId);
	const row = findDeliveryChannel(ctx.db, contactId, channel);
	if (!row) throw new InputError({ channel: suppressionText.noAddress });
	return row;
}
