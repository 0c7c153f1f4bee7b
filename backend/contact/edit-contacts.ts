import { errorKey } from "../../shared/base/error-key";
import { limits } from "../../shared/base/limits";
import { type ContactText, contactTextNames, pick } from "../../shared/base/plain-fields";
import { errorSentences } from "../../shared/errors/error-sentence";
import { type Said, said } from "../../shared/log/said";
import {
	addressFields,
	type CreateContact,
	type CreateContacts,
	type CreatedContacts,
	isTyped,
	type SavedContact,
	type TypedDeliveryChannel,
	typedAddress,
	typedDeliveryChannels,
	type UpdateContact,
} from "../../shared/message/contact";
import { isPhone, isPosted, MessageClass } from "../../shared/message/message";
import { webhookComplaint } from "../../shared/message/webhook-url";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { accountOrThrow, findUser } from "../db/account-rows";
import {
	addToContactGroups,
	groupIdsByContact,
	listContactGroups,
	removeFromContactGroups,
} from "../db/contact-group-rows";
import {
	type ContactRow,
	countContacts,
	type DeliveryChannelRow,
	deleteCode,
	deleteDeliveryChannel,
	findDeliveryChannel,
	insertContact,
	insertDeliveryChannel,
	listDeliveryChannels,
	listOptOuts,
	saveContact,
	updateDeliveryChannel,
} from "../db/contact-rows";
import { pushKeysOf } from "../db/push-keys";
import { assertWholeScope } from "../group/scope";
import { readPhone } from "../message/phone-number";
import { contactOrThrow, visibleContact } from "./contact-projection";
import { greetAddress } from "./verifying-link";

/** Sends a link to the mailbox. Throws NOT_PERMITTED, CONTACT_LIMIT, and InputError for an invalid address. */
export function createContact({ ctx, input }: Call<CreateContact>): SavedContact {
	assertWholeScope(ctx);
	const { id, secret } = ctx.audit.change({}, () => {
		if (countContacts(ctx.db) >= limits.contacts) throw domainError("CONTACT_LIMIT", { most: limits.contacts });
		const created = addContact(ctx, input);
		ctx.audit.made({ contact: [created.id] });
		addConfigEvent(ctx, null, said("contact.added", { name: input.fullName }));
		greetAddress(ctx, created.id);
		return created;
	});
	ctx.invalidations.changed("account", "all");
	return { contact: visibleContact(ctx, id), secret };
}

/** Adds or denies each contact, and sends nothing. Webhook secrets are not returned. Throws CONTACT_LIMIT. */
export function createContacts({ ctx, input }: Call<CreateContacts>): CreatedContacts {
	assertWholeScope(ctx);
	const created = ctx.audit.change({}, () => {
		const room = limits.contactsInFile - countContacts(ctx.db);
		if (input.contacts.length > room) throw domainError("CONTACT_LIMIT", { most: limits.contactsInFile });
		const results = input.contacts.map((contact) => addedOrDenied(ctx, contact));
		const ids = results.flatMap((result) => ("id" in result ? result.id : []));
		const count = ids.length;
		ctx.audit.made({ contact: ids });
		if (count > 0) addConfigEvent(ctx, null, said("contact.fromFile", { count }));
		return results;
	});
	ctx.invalidations.changed("account", "all");
	return created;
}

function addedOrDenied(ctx: MemberContext, contact: CreateContact): CreatedContacts[number] {
	try {
		return { id: addContact(ctx, contact).id };
	} catch (error) {
		if (error instanceof InputError) return { fields: errorSentences(error.fields), fieldKeys: error.fields };
		throw error;
	}
}

function addContact(ctx: MemberContext, typed: CreateContact): { id: string; secret: string | null } {
	const input = { ...typed, isCalled: typed.isCalled ?? false };
	assertAcceptable(ctx, input);
	const id = ctx.newId("contact");
	insertContact(ctx.db, { id, ...plainValues(input, accountOrThrow(ctx.db).language), createdAt: new Date(ctx.now) });
	const secret = saveAddresses(ctx, id, input);
	if (input.contactGroupIds.length > 0) {
		addToContactGroups(
			ctx.db,
			input.contactGroupIds.map((groupId) => ({ groupId, contactId: id })),
		);
	}
	return { id, secret };
}

/** A changed address is unverified. Throws CHANGED_MEANWHILE, NOT_PERMITTED, CONTACT_NOT_FOUND, and InputError. */
export function updateContact({ ctx, input: typed }: Call<UpdateContact>): SavedContact {
	assertWholeScope(ctx);
	const { contactId } = typed;
	const isCalled = typed.isCalled ?? findDeliveryChannel(ctx.db, contactId, "call") !== null;
	const input = { ...typed, isCalled };
	const secret = ctx.audit.change({ contact: [contactId] }, () => {
		const before = contactOrThrow(ctx, contactId);
		if (before.version !== input.version) throw domainError("CHANGED_MEANWHILE", { contactId });
		const joined = listDeliveryChannels(ctx.db, contactId).filter(({ channel }) => !isTyped(channel));
		const hasJoined = joined.some((row) => row.channel !== "push" || isBrowserOf(row, input));
		assertAcceptable(ctx, input, hasJoined);
		const change = saidOfChange(ctx.db, before, input);
		if (change === null) return null;
		saveContact(ctx.db, { ...before, ...plainValues(input, before.language) });
		saveGroups(ctx.db, contactId, input.contactGroupIds);
		const mailbox = findDeliveryChannel(ctx.db, contactId, "email")?.address;
		const made = saveAddresses(ctx, contactId, input);
		if (findDeliveryChannel(ctx.db, contactId, "email")?.address !== mailbox) greetAddress(ctx, contactId);
		addConfigEvent(ctx, null, change);
		return made;
	});
	ctx.invalidations.changed("account", "all");
	return { contact: visibleContact(ctx, contactId), secret };
}

function plainValues(input: CreateContact, usualLanguage: string) {
	const language = input.language ?? usualLanguage;
	const { fullName, timeZone, quietHours, criticalBypassesQuiet, linkedUserId } = input;
	const texts = pick(input, contactTextNames);
	return { fullName, ...texts, timeZone, language, quietHours, criticalBypassesQuiet, linkedUserId };
}

function assertAcceptable({ db, ownHosts }: MemberContext, input: CreateContact, hasJoined = false): void {
	const errors: Record<string, string> = {};
	const phone = input.phone === null ? null : readPhone(input.phone);
	if (phone && "complaint" in phone) errors.phone = phone.complaint;
	for (const field of ["webhookUrl", "slackUrl", "teamsUrl"] as const) {
		const url = input[field] ?? null;
		const complaint = url === null ? null : webhookComplaint(url, { ownHosts });
		if (complaint !== null) errors[field] = complaint;
	}
	const usual = input.defaultChannels.filter((channel) => isTyped(channel) && (channel !== "call" || input.isCalled));
	if (usual.length === 0 && !hasJoined) errors.defaultChannels = errorKey("contact.noChannel");
	if (input.linkedUserId !== null && !findUser(db, input.linkedUserId))
		errors.linkedUserId = errorKey("contact.userGone");
	if (input.contactGroupIds.length > 0) {
		const known = new Set(listContactGroups(db).map(({ id }) => id));
		if (!input.contactGroupIds.every((id) => known.has(id))) errors.contactGroupIds = errorKey("contactGroup.gone");
	}
	if (Object.keys(errors).length > 0) throw new InputError(errors);
}

/** Normalizes a number: `+44 07400…` and `+44 7400…` are the same. `known`: stays where the input has no such field. */
function savedAddress(
	input: CreateContact,
	channel: TypedDeliveryChannel,
	known: DeliveryChannelRow | undefined,
): string | null {
	if (input[addressFields[channel]] === undefined) return known?.address ?? null;
	const address = typedAddress(input, channel);
	if (!isPhone(channel) || address === null) return address;
	const phone = readPhone(address);
	return "number" in phone ? phone.number : address;
}

function saveAddresses(ctx: MemberContext, contactId: string, input: CreateContact): string | null {
	const { db, now } = ctx;
	const rows = listDeliveryChannels(db, contactId);
	const before = new Map(rows.map((row) => [row.channel, row]));
	let newSecret: string | null = null;
	for (const row of rows) if (!isTyped(row.channel)) saveJoined(db, row, input);
	for (const channel of typedDeliveryChannels) {
		const known = before.get(channel);
		const address = savedAddress(input, channel, known);
		const isDefault = input.defaultChannels.includes(channel);
		if (address === null) {
			if (known) deleteDeliveryChannel(db, known);
			continue;
		}
		if (known?.address === address) {
			if (known.isDefault !== isDefault) updateDeliveryChannel(db, known, { isDefault });
			continue;
		}
		// Times as versions: an address that was removed and entered again does not revive old links.
		const addressVersion = Math.max(now, (known?.addressVersion ?? 0) + 1);
		const status = initialStatus(db, { channel, address, linkedUserId: input.linkedUserId });
		const facts = { address, addressVersion, status, isDefault, consentAt: null, lastResult: null, lastResultAt: null };
		if (known) {
			deleteCode(db, known);
			updateDeliveryChannel(db, known, facts);
		} else {
			newSecret = channel === "webhook" ? ctx.webhookSecrets.mint() : newSecret;
			insertDeliveryChannel(db, { contactId, channel, ...facts, secret: channel === "webhook" ? newSecret : null });
		}
	}
	return newSecret;
}

/** Forgets a browser of another user. */
function saveJoined(db: AccountDb, known: DeliveryChannelRow, input: CreateContact): void {
	const isDefault = input.defaultChannels.includes(known.channel);
	if (known.channel === "push" && !isBrowserOf(known, input)) deleteDeliveryChannel(db, known);
	else if (known.isDefault !== isDefault) updateDeliveryChannel(db, known, { isDefault });
}

function isBrowserOf(row: DeliveryChannelRow, { linkedUserId }: Pick<CreateContact, "linkedUserId">): boolean {
	return pushKeysOf(row).userId === linkedUserId;
}

type NewAddress = Pick<DeliveryChannelRow, "channel" | "address"> & Pick<ContactRow, "linkedUserId">;

/** Webhooks, and the e-mail of a linked user, need no confirmation. A full opt-out outlives a new entry of the address. */
function initialStatus(db: AccountDb, { channel, address, linkedUserId }: NewAddress): DeliveryChannelRow["status"] {
	if (isPosted(channel)) return "verified";
	const classes = listOptOuts(db, { channel, address }).filter(({ until }) => until === null);
	if (classes.length === MessageClass.options.length) return "unsubscribed";
	const user = linkedUserId === null ? null : findUser(db, linkedUserId);
	const isOfUser = channel === "email" && user?.email === address.toLowerCase() && user.status === "active";
	return isOfUser ? "verified" : "unverified";
}

function saveGroups(db: AccountDb, contactId: string, groupIds: string[]): void {
	const before = groupIdsByContact(db, contactId).get(contactId) ?? [];
	const pairsOf = (ids: string[]) => ids.map((groupId) => ({ groupId, contactId }));
	removeFromContactGroups(db, pairsOf(before.filter((id) => !groupIds.includes(id))));
	addToContactGroups(db, pairsOf(groupIds.filter((id) => !before.includes(id))));
}

/** Omits addresses, as more people read the log. Null without a change. */
type ChangedField =
	| ContactText
	| TypedDeliveryChannel
	| "usualChannels"
	| "timeZone"
	| "language"
	| "quietHours"
	| "criticalInQuiet"
	| "linkedUser"
	| "groups";

function saidOfChange(db: AccountDb, before: ContactRow, input: CreateContact): Said | null {
	const known = new Map(listDeliveryChannels(db, before.id).map((row) => [row.channel, row]));
	const changed = new Set<ChangedField>();
	for (const text of contactTextNames) if (before[text] !== input[text]) changed.add(text);
	const isDefaultNow = ({ channel }: DeliveryChannelRow) => input.defaultChannels.includes(channel);
	for (const row of known.values()) {
		if (!isTyped(row.channel) && row.isDefault !== isDefaultNow(row)) changed.add("usualChannels");
	}
	for (const channel of typedDeliveryChannels) {
		const row = known.get(channel);
		const address = savedAddress(input, channel, row);
		if ((row?.address ?? null) !== address) changed.add(channel);
		else if (row && row.isDefault !== isDefaultNow(row)) changed.add("usualChannels");
	}
	if (before.timeZone !== input.timeZone) changed.add("timeZone");
	if (before.language !== (input.language ?? before.language)) changed.add("language");
	if (JSON.stringify(before.quietHours) !== JSON.stringify(input.quietHours)) changed.add("quietHours");
	if (before.criticalBypassesQuiet !== input.criticalBypassesQuiet) changed.add("criticalInQuiet");
	if (before.linkedUserId !== input.linkedUserId) changed.add("linkedUser");
	const groups = groupIdsByContact(db, before.id).get(before.id) ?? [];
	const isInGroups = input.contactGroupIds.every((id) => groups.includes(id));
	if (groups.length !== input.contactGroupIds.length || !isInGroups) changed.add("groups");
	const fields = { names: Array.from(changed, (field) => said("contact.field", { field })) };
	const renamed = { before: before.fullName, after: input.fullName };
	if (renamed.before === renamed.after) {
		return changed.size === 0 ? null : said("contact.changed", { name: before.fullName, fields });
	}
	return changed.size === 0
		? said("contact.renamed", renamed)
		: said("contact.renamedAndChanged", { ...renamed, fields });
}
