import { can } from "../../shared/account/permissions";
import { rostersOf } from "../../shared/alert/alert-rule";
import { contactTextNames, pick } from "../../shared/base/plain-fields";
import {
	addressFields,
	type Contact,
	type ContactDetails,
	type ContactUse,
	maskedAddress,
} from "../../shared/message/contact";
import { offeredLanguage } from "../../shared/message/language";
import { type DeliveryChannel, PostedDeliveryChannel } from "../../shared/message/message";
import type { AccountDb, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { type AlertRow, listAlerts } from "../db/alert-rows";
import { groupIdsByContact } from "../db/contact-group-rows";
import {
	type ContactRow,
	type DeliveryChannelRow,
	findContact,
	linkedContactIds,
	listCodes,
	listContacts,
	listDeliveryChannels,
	listOptOuts,
} from "../db/contact-rows";
import { pushKeysOf } from "../db/push-keys";
import { listReports } from "../db/report-rows";
import { devicesInScope, groupsInScope } from "../group/scope";
import { channelsInRules, countRoleUses } from "./alert-uses";
import { reportContacts, ruleContacts, storageContacts } from "./rule-contacts";
import { stoppedAlerts } from "./stopped-alerts";

/** Sorted by name. A scope of groups sees only contacts of its rules, with masked addresses. */
export function visibleContacts(ctx: MemberContext): Contact[] {
	const visible = visibleContactIds(ctx);
	const deliveryChannelsOf = Map.groupBy(listDeliveryChannels(ctx.db), ({ contactId }) => contactId);
	const groupIdsOf = groupIdsByContact(ctx.db);
	const usesOf = countUses(ctx);
	const roleUsesOf = countRoleUses(ctx.db);
	return listContacts(ctx.db).flatMap((contact) => {
		if (visible !== "all" && !visible.has(contact.id)) return [];
		return toContact(ctx, contact, {
			channels: deliveryChannelsOf.get(contact.id) ?? [],
			contactGroupIds: visible === "all" ? (groupIdsOf.get(contact.id) ?? []) : [],
			useCounts: { ...usesOf(contact.id), roles: roleUsesOf(contact.id) },
		});
	});
}

/** Throws CONTACT_NOT_FOUND, also out of scope. */
export function visibleContact(ctx: MemberContext, contactId: string): ContactDetails {
	const contact = contactOrThrow(ctx, contactId);
	const channels = listDeliveryChannels(ctx.db, contactId);
	const codes = listCodes(ctx.db, contactId);
	const isWhole = groupsInScope(ctx) === "all";
	const uses = isWhole ? contactUses(ctx, contactId) : { alerts: [], reports: [], storage: false };
	const contactGroupIds = isWhole ? (groupIdsByContact(ctx.db, contactId).get(contactId) ?? []) : [];
	const inRules = isWhole ? channelsInRules(ctx.db, { now: ctx.now, contactId, contactGroupIds, channels }) : null;
	const roles = isWhole ? countRoleUses(ctx.db)(contactId) : 0;
	const { version, language, criticalBypassesQuiet } = contact;
	return {
		...toContact(ctx, contact, { channels, contactGroupIds, useCounts: { ...countsOf(ctx.db, uses), roles } }),
		version,
		language: offeredLanguage(language),
		criticalBypassesQuiet,
		uses,
		channels: channels.map(({ channel, address, status, isDefault, consentAt, lastResult, lastResultAt, ...row }) => {
			const code = codes.find((each) => each.channel === channel && each.addressVersion === row.addressVersion);
			const codeUntil = code && code.expiresAt.getTime() > ctx.now && code.triesLeft > 0 ? code.expiresAt : null;
			const shown = shownAddress(ctx, { channel, address, secret: row.secret });
			const named = { id: addressIdOf({ channel, id: row.id }), label: row.label };
			const known = {
				channel,
				...named,
				address: shown,
				status,
				isDefault,
				consentAt,
				lastResult,
				lastResultAt,
				codeUntil,
			};
			return inRules === null ? known : { ...known, isInRules: inRules.has(channel) };
		}),
		ownPush: contact.linkedUserId === ctx.user.id ? { publicKey: ctx.pushPublicKey } : null,
		telegramBot: ctx.telegramBot,
		stopped: stoppedAlerts(ctx, {
			contacts: new Map([[contactId, contact.fullName]]),
			isRuleSeen: () => isWhole,
		}),
		optOuts: channels.flatMap((row) =>
			listOptOuts(ctx.db, row)
				.filter(({ until }) => until === null || until.getTime() > ctx.now)
				.map(({ channel, class: messageClass, until }) => ({ channel, class: messageClass, until })),
		),
	};
}

/** The parameters of a message about contacts. */
export function namedContacts(contacts: ContactRow[]): { count: number; name: string } {
	return { count: contacts.length, name: contacts[0]?.fullName ?? "" };
}

export function contactOrThrow(ctx: MemberContext, contactId: string): ContactRow {
	const visible = visibleContactIds(ctx);
	const contact = visible === "all" || visible.has(contactId) ? findContact(ctx.db, contactId) : null;
	if (!contact) throw domainError("CONTACT_NOT_FOUND", { contactId });
	return contact;
}

type Parts = Pick<Contact, "contactGroupIds" | "useCounts"> & { channels: DeliveryChannelRow[] };

function toContact(ctx: MemberContext, contact: ContactRow, { channels, ...parts }: Parts): Contact {
	const of = (channel: DeliveryChannel) => channels.find((row) => row.channel === channel);
	const shown = (channel: DeliveryChannel) => {
		const row = of(channel);
		return row ? shownAddress(ctx, row) : null;
	};
	const { id, fullName, timeZone, quietHours, pausedUntil, linkedUserId, lastNotifiedAt, createdAt } = contact;
	return {
		id,
		fullName,
		...pick(contact, contactTextNames),
		timeZone,
		quietHours,
		linkedUserId,
		lastNotifiedAt,
		email: shown("email"),
		emailStatus: of("email")?.status ?? "unverified",
		phone: shown("sms"),
		phoneStatus: of("sms")?.status ?? "unverified",
		...(of("call")?.status === "verified" && { isCallable: true as const }),
		otherChannels: PostedDeliveryChannel.options.filter((channel) => of(channel)?.status === "verified"),
		pausedUntil: pausedUntil && pausedUntil.getTime() > ctx.now ? pausedUntil : null,
		lastResult: latestResult(channels),
		createdAt,
		...parts,
	};
}

/** The address id on the wire. The first address of a channel has the channel's name. */
export function addressIdOf({ channel, id }: Pick<DeliveryChannelRow, "channel" | "id">): string {
	return id || channel;
}

export function storedAddressId(channel: DeliveryChannel, addressId: string | undefined): string | undefined {
	return addressId === channel ? "" : addressId;
}

function latestResult(channels: DeliveryChannelRow[]): Contact["lastResult"] {
	const tried = channels.filter(({ lastResultAt }) => lastResultAt !== null);
	const timeOf = ({ lastResultAt }: DeliveryChannelRow) => lastResultAt?.getTime() ?? 0;
	return tried.sort((one, other) => timeOf(other) - timeOf(one))[0]?.lastResult ?? null;
}

/** A webhook's path is secret: only editors of contacts read it. */
function shownAddress(
	ctx: MemberContext,
	{ channel, address, secret }: Pick<DeliveryChannelRow, "channel" | "address" | "secret">,
): string {
	if (channel === "push") return pushKeysOf({ secret }).browser;
	if (channel === "telegram") return "";
	const isScoped = groupsInScope(ctx) !== "all";
	if (channel === "pagerduty" || addressFields[channel].endsWith("Url")) {
		return isScoped || !can(ctx.user.role, "editContacts") ? (URL.parse(address)?.hostname ?? "") : address;
	}
	return isScoped ? maskedAddress(address) : address;
}

/** Contacts of rules in the caller's scope, and the caller's own contact. */
export function visibleContactIds(ctx: MemberContext): Set<string> | "all" {
	const groupIds = groupsInScope(ctx);
	const deviceIds = devicesInScope(ctx);
	if (groupIds === "all" || deviceIds === "all") return "all";
	return contactIdsSeen(ctx, { userId: ctx.user.id, groupIds, deviceIds });
}

type Seer = { userId: string; groupIds: string[]; deviceIds: string[] };

export function contactIdsSeen(
	{ db, now }: Pick<MemberContext, "db" | "now">,
	{ userId, ...fleet }: Seer,
): Set<string> {
	const contactsOf = ruleContacts(db, now);
	const named = rulesOfFleet(db, fleet).flatMap((rule) => [...contactsOf(rule).all]);
	return new Set([...named, ...linkedContactIds(db, userId)]);
}

type Named = {
	contactIds: readonly string[];
	contactGroupIds: readonly string[];
	rosterIds?: readonly string[] | undefined;
};

/** A scope of groups may name only contacts of its own rules. Throws CONTACT_NOT_FOUND and CONTACT_GROUP_NOT_FOUND. */
export function assertMayName(ctx: MemberContext, named: readonly Named[]): void {
	const nameable = nameableRecipients(ctx);
	if (nameable === "all") return;
	const unseen = named.flatMap((each) => each.contactIds).find((id) => !nameable.contactIds.has(id));
	if (unseen !== undefined) throw domainError("CONTACT_NOT_FOUND", { contactId: unseen });
	const unseenGroup = named.flatMap((each) => each.contactGroupIds).find((id) => !nameable.contactGroupIds.has(id));
	if (unseenGroup !== undefined) throw domainError("CONTACT_GROUP_NOT_FOUND", { groupId: unseenGroup });
	const unseenRoster = named.flatMap((each) => each.rosterIds ?? []).find((id) => !nameable.rosterIds.has(id));
	if (unseenRoster !== undefined) throw domainError("ROSTER_NOT_FOUND", { rosterId: unseenRoster });
}

type Nameable =
	| "all"
	| {
			contactIds: ReadonlySet<string>;
			contactGroupIds: ReadonlySet<string>;
			rosterIds: ReadonlySet<string>;
	  };

export function nameableRecipients(ctx: MemberContext): Nameable {
	const rules = visibleRules(ctx);
	const contactIds = visibleContactIds(ctx);
	if (rules === "all" || contactIds === "all") return "all";
	const places = rules.flatMap((rule) => [rule, ...rule.notification.escalation]);
	return {
		contactIds,
		contactGroupIds: new Set(places.flatMap((each) => each.contactGroupIds)),
		rosterIds: new Set(rules.flatMap(({ notification }) => rostersOf(notification))),
	};
}

export function visibleRules(ctx: MemberContext): AlertRow[] | "all" {
	const groupIds = groupsInScope(ctx);
	const deviceIds = devicesInScope(ctx);
	return groupIds === "all" || deviceIds === "all" ? "all" : rulesOfFleet(ctx.db, { groupIds, deviceIds });
}

function rulesOfFleet(db: AccountDb, { groupIds, deviceIds }: Omit<Seer, "userId">): AlertRow[] {
	const [groups, devices] = [new Set(groupIds), new Set(deviceIds)];
	return listAlerts(db).filter(({ scope }) => {
		if (scope === "all") return true;
		return "groupIds" in scope
			? scope.groupIds.some((id) => groups.has(id))
			: scope.deviceIds.some((id) => devices.has(id));
	});
}

type Uses = ContactDetails["uses"];

function countUses({ db, now }: Pick<MemberContext, "db" | "now">): (contactId: string) => Contact["useCounts"] {
	const counts = new Map<string, Contact["useCounts"]>();
	const storage = storageContacts(db);
	const unused = (id: string) => ({ alerts: 0, reports: 0, storage: storage.isNamed && storage.isWarned(id) ? 1 : 0 });
	const countOf = (id: string) => {
		const known = counts.get(id) ?? unused(id);
		counts.set(id, known);
		return known;
	};
	const contactsOf = ruleContacts(db, now);
	for (const rule of listAlerts(db)) for (const id of contactsOf(rule).all) countOf(id).alerts += 1;
	const notifiedBy = reportContacts(db);
	for (const { definition } of listReports(db))
		for (const id of notifiedBy(definition.delivery).all) countOf(id).reports += 1;
	return (contactId) => counts.get(contactId) ?? unused(contactId);
}

function contactUses({ db, now }: Pick<MemberContext, "db" | "now">, contactId: string): Uses {
	const contactsOf = ruleContacts(db, now);
	const alerts = listAlerts(db).flatMap((rule): ContactUse[] => {
		const { first, all } = contactsOf(rule);
		const { id, name } = rule;
		return all.has(contactId) ? [{ id, name, isOnlyRecipient: first.size === 1 && first.has(contactId) }] : [];
	});
	const notifiedBy = reportContacts(db);
	const reports = listReports(db).flatMap(({ id, name, definition }): ContactUse[] => {
		const { first, all } = notifiedBy(definition.delivery);
		return all.has(contactId) ? [{ id, name, isOnlyRecipient: first.size === 1 && first.has(contactId) }] : [];
	});
	return { alerts, reports, storage: storageContacts(db).isWarned(contactId) };
}

function countsOf(db: AccountDb, { alerts, reports, storage }: Uses): Contact["useCounts"] {
	const isNamed = storage && storageContacts(db).isNamed;
	return { alerts: alerts.length, reports: reports.length, storage: isNamed ? 1 : 0 };
}
