import { limits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type { ContactDetails } from "../../shared/message/contact";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, findUser } from "../db/account-rows";
import { countContacts, insertContact, insertDeliveryChannel, linkedContactIds } from "../db/contact-rows";
import { visibleContact } from "./contact-projection";

/** The contact linked to the caller, or a new one with the verified sign-in address. Throws CONTACT_LIMIT. */
export function addMe({ ctx }: Call<undefined>): ContactDetails {
	const [known] = linkedContactIds(ctx.db, ctx.user.id);
	const id = known ?? ctx.audit.change({}, () => addOwn(ctx));
	if (known === undefined) ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, id);
}

function addOwn(ctx: MemberContext): string {
	const { db, now, user } = ctx;
	if (countContacts(db) >= limits.contacts) throw domainError("CONTACT_LIMIT", { most: limits.contacts });
	const id = ctx.newId("contact");
	const account = accountOrThrow(db);
	const { timeZone } = account;
	const language = findUser(db, user.id)?.language ?? account.language;
	insertContact(db, { id, fullName: user.name, timeZone, language, linkedUserId: user.id, createdAt: new Date(now) });
	const address = { channel: "email", address: user.email, addressVersion: now } as const;
	insertDeliveryChannel(db, { contactId: id, ...address, status: "verified", isDefault: true });
	ctx.audit.made({ contact: [id] });
	addConfigEvent(ctx, null, said("contact.added", { name: user.name }));
	return id;
}
