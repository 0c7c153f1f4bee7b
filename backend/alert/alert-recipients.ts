import type { AlertReach } from "../../shared/alert/alert";
import { type AlertRole, alertRoleLabels, ownSeverities, rostersOf } from "../../shared/alert/alert-rule";
import { dayMs } from "../../shared/base/durations";
import type { DeliveryChannel } from "../../shared/message/message";
import { isInside, nextChangeAt, type ZonedWindows } from "../../shared/time/time-windows";
import type { AccountDb, MemberContext } from "../base/context";
import { chosenChannels, recipientAt } from "../contact/alert-uses";
import { roleMembers } from "../contact/role-recipients";
import type { AlertRow } from "../db/alert-rows";
import { listContactGroups, listGroupContactIds } from "../db/contact-group-rows";
import {
	type ContactRow,
	type DeliveryChannelRow,
	findContacts,
	listDeliveryChannelsOf,
	listOptOutsOf,
} from "../db/contact-rows";
import { listRuleOptOuts } from "../db/follow-up-rows";
import type { Recipient } from "../db/message-schema";
import { contactIdsOfRosters, listRosters } from "../db/roster-rows";
import { dutiesOf } from "../duty/on-duty";

type Named = { contactIds: readonly string[]; contactGroupIds: readonly string[] };
type Addressed = Named & {
	channels: readonly DeliveryChannel[] | null;
	roles?: readonly AlertRole[] | undefined;
	rosterIds?: readonly string[] | undefined;
};
type Store = Pick<MemberContext, "db" | "now">;

export function namedContactIds(db: AccountDb, { contactIds, contactGroupIds }: Named): string[] {
	return [...new Set([...contactIds, ...listGroupContactIds(db, [...contactGroupIds])])];
}

/** Everyone whom a rule may notify as a person: by name, group or roster, at once. */
export function possibleContactIds({ db, now }: Store, rule: Named & Pick<AlertRow, "notification">): string[] {
	const { rosterIds = [] } = rule.notification;
	return [...new Set([...namedContactIds(db, rule), ...contactIdsOfRosters(db, rosterIds, now)])];
}

/** `about`: the message's device; null: the account. */
export function firstRecipients(
	store: Store,
	{ contactIds, contactGroupIds, notification: { channels, roles, rosterIds } }: AlertRow,
	about: string | null,
): Recipient[] {
	return recipientsOf(store, { contactIds, contactGroupIds, roles, rosterIds, channels }, about);
}

/** A user without a contact gets e-mail. */
export function recipientsOf(
	store: Store,
	{ channels, roles, rosterIds, ...named }: Addressed,
	about: string | null,
): Recipient[] {
	const { db } = store;
	const members = roleMembers(db, { roles, about });
	const onDuty = dutiesOf(store, rosterIds ?? []).flatMap(({ notifiedIds }) => notifiedIds);
	const linked = members.flatMap((member) => member.contactIds);
	const contactIds = [...new Set([...namedContactIds(db, named), ...onDuty, ...linked])];
	const byContact = Map.groupBy(listDeliveryChannelsOf(db, contactIds), ({ contactId }) => contactId);
	const toContacts = contactIds.flatMap((contactId) => {
		const chosen = chosenChannels(byContact.get(contactId) ?? [], channels);
		return chosen.map(recipientAt);
	});
	const reached = new Set(toContacts.map(({ contactId }) => contactId));
	const others = members.filter((member) => !member.contactIds.some((id) => reached.has(id)));
	return [...toContacts, ...others.map(({ userId }) => ({ to: "user", userId, channel: "email" }) as const)];
}

type ReachStore = Pick<MemberContext, "db" | "now" | "openDeliveryChannels">;
type ReachedRule = Pick<AlertRow, "id" | "contactIds" | "contactGroupIds" | "notification" | "severity" | "rule">;

/** Returns whether each rule's first messages reach a person. Tries every address of a contact. */
export function alertReaches(store: ReachStore, rules: readonly ReachedRule[]): (rule: ReachedRule) => AlertReach {
	const { db, now, openDeliveryChannels } = store;
	const membersByRule = new Map(
		rules.map(({ id, notification: { roles } }) => [id, roleMembers(db, { roles, about: "any" })]),
	);
	const rosterIds = rules.flatMap(({ notification }) => notification.rosterIds ?? []);
	const idsByRoster = new Map(
		dutiesOf(store, rosterIds).map(({ notifiedIds, roster }) => {
			return [roster.id, [...notifiedIds, ...roster.fallbackContactIds]];
		}),
	);
	const idsByRule = new Map(
		rules.map((rule) => {
			const linked = (membersByRule.get(rule.id) ?? []).flatMap(({ contactIds }) => contactIds);
			const onDuty = (rule.notification.rosterIds ?? []).flatMap((id) => idsByRoster.get(id) ?? []);
			return [rule.id, [...new Set([...namedContactIds(db, rule), ...onDuty, ...linked])]];
		}),
	);
	const everyId = [...new Set([...idsByRule.values()].flat())];
	const contacts = new Map(findContacts(db, everyId).map((contact) => [contact.id, contact]));
	const channels = Map.groupBy(openChannelsOf(store, everyId), ({ contactId }) => contactId);
	const optedOut = new Set(listRuleOptOuts(db).map((row) => `${row.alertId} ${addressKey(row)}`));
	return ({ id, ...rule }) => {
		// The user pool verified sign-in addresses, and users have no quiet hours.
		const hasMember = (membersByRule.get(id) ?? []).some(({ contactIds }) => contactIds.length === 0);
		if (hasMember && openDeliveryChannels.includes("email")) return "reached";
		let reach: AlertReach = "nobody";
		const reached: ContactRow[] = [];
		for (const contactId of idsByRule.get(id) ?? []) {
			const contact = contacts.get(contactId);
			if (!contact || (contact.pausedUntil?.getTime() ?? 0) > now) continue;
			const open = (channels.get(contactId) ?? []).filter((row) => !optedOut.has(`${id} ${addressKey(row)}`));
			if (open.some(({ status }) => status === "verified")) reached.push(contact);
			else if (open.length > 0) reach = "unverified";
		}
		if (reached.length === 0) return reach;
		return isCritical(rule) && hasCommonQuiet(reached, now) ? "quiet" : "reached";
	};
}

function openChannelsOf({ db, now, openDeliveryChannels }: ReachStore, contactIds: string[]): DeliveryChannelRow[] {
	const current = listOptOutsOf(db, "alerts").filter(({ until }) => until === null || until.getTime() > now);
	const optedOut = new Set(current.map(addressKey));
	return listDeliveryChannelsOf(db, contactIds).filter((row) => {
		const isDead = row.status === "bouncing" || row.status === "unsubscribed";
		return !isDead && openDeliveryChannels.includes(row.channel) && !optedOut.has(addressKey(row));
	});
}

function addressKey({ channel, address }: Pick<DeliveryChannelRow, "channel" | "address">): string {
	return `${channel} ${address.toLowerCase()}`;
}

function isCritical({ severity, rule: { condition } }: Pick<AlertRow, "severity" | "rule">): boolean {
	return (ownSeverities(condition) ?? [severity]).includes("critical");
}

const weekMs = 7 * dayMs;

/** Checks one week at the starts of quiet hours: a common quiet time begins with one of them. */
function hasCommonQuiet(contacts: readonly ContactRow[], now: number): boolean {
	if (contacts.some(({ criticalBypassesQuiet, quietHours }) => criticalBypassesQuiet || quietHours.length === 0)) {
		return false;
	}
	const quiet = contacts.map(({ timeZone, quietHours }): ZonedWindows => {
		return { zone: timeZone, weekly: quietHours, spans: [] };
	});
	const isQuiet = (at: number) => quiet.every((windows) => isInside(windows, at));
	return isQuiet(now) || quiet.some((windows) => changesOf(windows, now).some(isQuiet));
}

function changesOf(windows: ZonedWindows, now: number): number[] {
	const changes: number[] = [];
	for (let at = nextChangeAt(windows, now); at !== null && at <= now + weekMs; at = nextChangeAt(windows, at)) {
		changes.push(at);
	}
	return changes;
}

type NamedByRule = Pick<AlertRow, "contactIds" | "contactGroupIds" | "notification">;

export function recipientNames(db: AccountDb, rules: readonly NamedByRule[]): (rule: NamedByRule) => string[] {
	const contactIds = [...new Set(rules.flatMap((rule) => rule.contactIds))];
	const names = new Map(findContacts(db, contactIds).map(({ id, fullName }) => [id, fullName]));
	if (rules.some(({ contactGroupIds }) => contactGroupIds.length > 0)) {
		for (const { id, name } of listContactGroups(db)) names.set(id, name);
	}
	if (rules.some(({ notification }) => rostersOf(notification).length > 0)) {
		for (const { id, name } of listRosters(db)) names.set(id, name);
	}
	return ({ contactIds: ids, contactGroupIds, notification }) => [
		...[...ids, ...contactGroupIds, ...(notification.rosterIds ?? [])].flatMap((id) => names.get(id) ?? []),
		...(notification.roles ?? []).map((role) => alertRoleLabels[role]),
	];
}
