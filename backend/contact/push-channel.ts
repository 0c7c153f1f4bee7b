import { can } from "../../shared/account/permissions";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import type { ContactDetails, ContactTarget } from "../../shared/message/contact";
import type { StartPush } from "../../shared/message/push";
import { suppressionText } from "../../shared/message/suppression-text";
import { webhookComplaint } from "../../shared/message/webhook-url";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import {
	type ContactRow,
	deleteDeliveryChannel,
	findDeliveryChannel,
	insertDeliveryChannel,
	raiseContactVersions,
	updateDeliveryChannel,
} from "../db/contact-rows";
import { pushKeysOf, pushSecret } from "../db/push-keys";
import { groupsInScope } from "../group/scope";
import { contactOrThrow, visibleContact } from "./contact-projection";

/** Replaces another browser. Throws CONTACT_NOT_FOUND, NOT_PERMITTED for another user's contact, and InputError. */
export async function startPush({ ctx, input }: Call<StartPush>): Promise<ContactDetails> {
	const { contactId, endpoint, p256dh, auth } = input;
	const complaint = webhookComplaint(endpoint, { ownHosts: ctx.ownHosts });
	if (complaint !== null) throw new InputError({ endpoint: complaint });
	if (!(await isPublicKey(p256dh))) throw new InputError({ p256dh: errorKey("push.key") });
	ctx.audit.change({ contact: [contactId] }, () => {
		const contact = contactOrThrow(ctx, contactId);
		assertOwn(ctx, contact);
		if (ctx.pushPublicKey === null) throw new InputError({ endpoint: suppressionText.channelOff });
		const browser = ctx.origin.browser ?? "A browser";
		const known = findDeliveryChannel(ctx.db, contactId, "push");
		const keys = { userId: ctx.user.id, browser, p256dh, auth, publicKey: ctx.pushPublicKey };
		const secret = pushSecret(keys);
		const addressVersion = Math.max(ctx.now, (known?.addressVersion ?? 0) + 1);
		const fresh = { status: "verified", consentAt: new Date(ctx.now), lastResult: null, lastResultAt: null } as const;
		const facts = { address: endpoint, addressVersion, secret, ...fresh };
		if (known) updateDeliveryChannel(ctx.db, known, facts);
		else insertDeliveryChannel(ctx.db, { contactId, channel: "push", isDefault: true, ...facts });
		raiseContactVersions(ctx.db, [contactId]);
		addConfigEvent(ctx, null, said("contact.pushes", { name: contact.fullName, browser }));
	});
	ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, contactId);
}

/** For the linked user, or an editor of contacts. Throws CONTACT_NOT_FOUND and NOT_PERMITTED. */
export function endPush({ ctx, input }: Call<ContactTarget>): ContactDetails {
	const { contactId } = input;
	ctx.audit.change({ contact: [contactId] }, () => {
		const contact = contactOrThrow(ctx, contactId);
		const isEditor = can(ctx.user.role, "editContacts") && groupsInScope(ctx) === "all";
		if (!isEditor) assertOwn(ctx, contact);
		const known = findDeliveryChannel(ctx.db, contactId, "push");
		if (!known) return;
		deleteDeliveryChannel(ctx.db, known);
		raiseContactVersions(ctx.db, [contactId]);
		const { browser } = pushKeysOf(known);
		addConfigEvent(ctx, null, said("contact.noPushes", { name: contact.fullName, browser }));
	});
	ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, contactId);
}

function assertOwn({ user }: MemberContext, { id, linkedUserId }: ContactRow): void {
	if (linkedUserId !== user.id) throw domainError("NOT_PERMITTED", { contactId: id });
}

/** Whether a text is a point of the curve; otherwise encryption of an alert would throw. */
async function isPublicKey(text: string): Promise<boolean> {
	const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
	try {
		await crypto.subtle.importKey("raw", bytes, { name: "ECDH", namedCurve: "P-256" }, false, []);
		return true;
	} catch {
		return false;
	}
}
