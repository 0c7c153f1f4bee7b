import { serverLimits } from "../../shared/base/limits";
import type { SentCode } from "../../shared/message/contact";
import type { MemberContext } from "../base/context";
import { findDeliveryChannel, saveCode } from "../db/contact-rows";
import { queueMessage, whyNotSent } from "../message/queue-message";

type Address = { contactId: string; addressVersion: number };

/** Call within a transaction. The link's expiry is stored with the codes, although it has no code. */
export function queueLink(ctx: MemberContext, { contactId, addressVersion }: Address): SentCode {
	const channel = "email";
	const until = new Date(ctx.now + serverLimits.verifyingLinkMs);
	const codeDigest = crypto.randomUUID();
	saveCode(ctx.db, {
		contactId,
		channel,
		codeDigest,
		addressVersion,
		triesLeft: serverLimits.codeTries,
		expiresAt: until,
	});
	const recipient = { to: "contact", contactId, channel } as const;
	const facts = { contactId, channel, addressVersion, expiresAt: until.getTime() } as const;
	const about = ctx.newId("notice");
	return { ...queueMessage(ctx, { cause: "verify", about, recipient, facts, requestedBy: ctx.user.id }), until };
}

export function greetAddress(ctx: MemberContext, contactId: string): void {
	const found = findDeliveryChannel(ctx.db, contactId, "email");
	if (found?.status !== "unverified") return;
	const recipient = { to: "contact", contactId, channel: "email" } as const;
	if (whyNotSent(ctx, { cause: "verify", recipient, requestedBy: ctx.user.id }) !== null) return;
	queueLink(ctx, { contactId, addressVersion: found.addressVersion });
}
