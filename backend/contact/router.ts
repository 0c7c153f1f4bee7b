import { limits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import {
	type Contact,
	type ContactDetails,
	type ContactGroup,
	ContactGroupTarget,
	ContactTarget,
	CreateContact,
	CreateContactGroup,
	CreateContacts,
	DeleteContacts,
	GroupContacts,
	PauseContacts,
	RenameContactGroup,
	ReplaceContacts,
	ReplaceSecret,
	SendCode,
	SendTest,
	type SentTest,
	UpdateContact,
	VerifyAddress,
} from "../../shared/message/contact";
import { EndPush, NamePush, StartPush } from "../../shared/message/push";
import { suppressionText } from "../../shared/message/suppression-text";
import { TelegramTarget } from "../../shared/message/telegram";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { accountOrThrow, findUser } from "../db/account-rows";
import { listContactGroups } from "../db/contact-group-rows";
import {
	countContacts,
	findDeliveryChannel,
	insertContact,
	insertDeliveryChannel,
	linkedContactIds,
} from "../db/contact-rows";
import type { Recipient } from "../db/message-schema";
import { assertWholeScope, groupsInScope } from "../group/scope";
import { queueMessage, whyNotSent } from "../message/queue-message";
import { recipientAt } from "./alert-uses";
import {
	createContactGroup,
	deleteContactGroup,
	groupContacts,
	pauseContacts,
	renameContactGroup,
} from "./change-contacts";
import { contactOrThrow, storedAddressId, visibleContact, visibleContacts } from "./contact-projection";
import { deleteContacts, replaceContacts } from "./delete-contacts";
import { createContact, createContacts, updateContact } from "./edit-contacts";
import { endPush, namePush, startPush } from "./push-channel";
import { endTelegram, startTelegram } from "./telegram-channel";
import { replaceSecret, sendCode, verifyAddress } from "./verify-address";

export const contactListRouter = router({
	getContacts: procedureFor("viewContacts").query(({ ctx }): Contact[] => visibleContacts(ctx)),
});

export const contactRouter = router({
	getContact: procedureFor("viewContacts")
		.input(ContactTarget)
		.query(({ ctx, input }): ContactDetails => visibleContact(ctx, input.contactId)),
	createContact: procedureFor("editContacts").input(CreateContact).mutation(createContact),
	createContacts: procedureFor("editContacts").input(CreateContacts).mutation(createContacts),
	// Authors of rules may add themselves as recipients.
	addMe: procedureFor("editAlerts").mutation(addMe),
	updateContact: procedureFor("editContacts").input(UpdateContact).mutation(updateContact),
	pauseContacts: procedureFor("editContacts").input(PauseContacts).mutation(pauseContacts),
	groupContacts: procedureFor("editContacts").input(GroupContacts).mutation(groupContacts),
	replaceContacts: procedureFor("editContacts").input(ReplaceContacts).mutation(replaceContacts),
	deleteContacts: procedureFor("editContacts").input(DeleteContacts).mutation(deleteContacts),
	sendCode: procedureFor("editContacts").input(SendCode).mutation(sendCode),
	verifyAddress: procedureFor("editContacts").input(VerifyAddress).mutation(verifyAddress),
	replaceSecret: procedureFor("editContacts").input(ReplaceSecret).mutation(replaceSecret),
	sendTest: procedureFor("editContacts").input(SendTest).mutation(sendTest),
	startPush: procedureFor("viewContacts").input(StartPush).mutation(startPush),
	endPush: procedureFor("viewContacts").input(EndPush).mutation(endPush),
	namePush: procedureFor("viewContacts").input(NamePush).mutation(namePush),
	startTelegram: procedureFor("viewContacts").input(TelegramTarget).mutation(startTelegram),
	endTelegram: procedureFor("viewContacts").input(TelegramTarget).mutation(endTelegram),
	getContactGroups: procedureFor("viewContacts").query(({ ctx }): ContactGroup[] =>
		groupsInScope(ctx) === "all" ? listContactGroups(ctx.db) : [],
	),
	createContactGroup: procedureFor("editContacts").input(CreateContactGroup).mutation(createContactGroup),
	renameContactGroup: procedureFor("editContacts").input(RenameContactGroup).mutation(renameContactGroup),
	deleteContactGroup: procedureFor("editContacts").input(ContactGroupTarget).mutation(deleteContactGroup),
});

/** Sent like every message. Throws CONTACT_NOT_FOUND, and InputError at `channel` with the reason. */
function sendTest({ ctx, input }: Call<SendTest>): SentTest {
	assertWholeScope(ctx);
	const contact = contactOrThrow(ctx, input.contactId);
	const row = findDeliveryChannel(ctx.db, contact.id, input.channel, storedAddressId(input.channel, input.addressId));
	if (!row) throw new InputError({ channel: suppressionText.noAddress });
	const recipient: Recipient = recipientAt(row);
	const requestedBy = ctx.user.id;
	const reason = whyNotSent(ctx, { cause: "test", recipient, requestedBy });
	if (reason !== null) throw new InputError({ channel: suppressionText[reason] });
	const facts = { contactName: contact.fullName, requestedBy: ctx.user.name, requestedAt: ctx.now };
	const about = ctx.newId("notice");
	return ctx.db.transaction(() => {
		ctx.audit.act({ contact: [contact.id] }, { channel: input.channel });
		return queueMessage(ctx, { cause: "test", about, recipient, facts, requestedBy });
	});
}

/** The contact linked to the caller, or a new one with the verified sign-in address. Throws CONTACT_LIMIT. */
function addMe({ ctx }: Call<undefined>): ContactDetails {
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
