import { can } from "../../shared/account/permissions";
import { errorKey } from "../../shared/base/error-key";
import { largestOf } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import type { ContactDetails } from "../../shared/message/contact";
import { type EndPush, mostBrowsers, type NamePush, type StartPush } from "../../shared/message/push";
import { suppressionText } from "../../shared/message/suppression-text";
import { webhookComplaint } from "../../shared/message/webhook-url";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import {
	type ContactRow,
	type DeliveryChannelRow,
	deleteDeliveryChannel,
	findDeliveryChannel,
	insertDeliveryChannel,
	listDeliveryChannels,
	raiseContactVersions,
	updateDeliveryChannel,
} from "../db/contact-rows";
import { pushKeysOf, pushSecret } from "../db/push-keys";
import { groupsInScope } from "../group/scope";
import { contactOrThrow, storedAddressId, visibleContact } from "./contact-projection";

/** Adds a browser, up to five. A known one is subscribed anew. Throws CONTACT_NOT_FOUND, NOT_PERMITTED for another user's contact, and InputError. */
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
		const browsers = browsersOf(ctx.db, contactId);
		const known = browsers.find((each) => each.address === endpoint);
		if (!known && browsers.length >= mostBrowsers) {
			throw new InputError({ endpoint: errorKey("push.tooMany", { most: mostBrowsers }) });
		}
		const keys = { userId: ctx.user.id, browser, p256dh, auth, publicKey: ctx.pushPublicKey };
		const secret = pushSecret(keys);
		if (known?.secret === secret && known.status === "verified") return;
		const addressVersion = Math.max(ctx.now, largestOf(browsers.map((each) => each.addressVersion)) + 1);
		const fresh = { status: "verified", consentAt: new Date(ctx.now), lastResult: null, lastResultAt: null } as const;
		const facts = { address: endpoint, addressVersion, secret, ...fresh };
		if (known) updateDeliveryChannel(ctx.db, known, facts);
		else {
			const id = browsers.some((each) => each.id === "") ? ctx.newId("contactAddress") : "";
			const isDefault = browsers[0]?.isDefault ?? true;
			insertDeliveryChannel(ctx.db, { contactId, channel: "push", id, isDefault, ...facts });
		}
		raiseContactVersions(ctx.db, [contactId]);
		addConfigEvent(ctx, null, said("contact.pushes", { name: contact.fullName, browser }));
	});
	ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, contactId);
}

/** The linked user and editors of contacts may call it. Throws CONTACT_NOT_FOUND and NOT_PERMITTED. */
export function endPush({ ctx, input }: Call<EndPush>): ContactDetails {
	return changePush(ctx, input, (known) => {
		deleteDeliveryChannel(ctx.db, known);
		return "contact.noPushes";
	});
}

/** The linked user and editors of contacts may call it. Throws CONTACT_NOT_FOUND and NOT_PERMITTED. */
export function namePush({ ctx, input }: Call<NamePush>): ContactDetails {
	const { label } = input;
	return changePush(ctx, input, (known) => {
		if (known.label === label) return null;
		updateDeliveryChannel(ctx.db, known, { label });
		return "contact.pushNamed";
	});
}

function changePush(
	ctx: MemberContext,
	{ contactId, addressId }: EndPush,
	change: (known: DeliveryChannelRow) => "contact.noPushes" | "contact.pushNamed" | null,
): ContactDetails {
	ctx.audit.change({ contact: [contactId] }, () => {
		const contact = contactOrThrow(ctx, contactId);
		assertEditor(ctx, contact);
		const known = findDeliveryChannel(ctx.db, contactId, "push", storedAddressId("push", addressId));
		const event = known && change(known);
		if (!known || !event) return;
		raiseContactVersions(ctx.db, [contactId]);
		const { browser } = pushKeysOf(known);
		addConfigEvent(ctx, null, said(event, { name: contact.fullName, browser }));
	});
	ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, contactId);
}

function browsersOf(db: AccountDb, contactId: string): DeliveryChannelRow[] {
	return listDeliveryChannels(db, contactId).filter(({ channel }) => channel === "push");
}

export function assertEditor(ctx: MemberContext, contact: ContactRow): void {
	const isEditor = can(ctx.user.role, "editContacts") && groupsInScope(ctx) === "all";
	if (!isEditor) assertOwn(ctx, contact);
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
