import type { AlertReach } from "../../shared/alert";
import type { AlertCondition, AlertSeverity } from "../../shared/alert-rule";
import type { DeliveryChannel } from "../../shared/message";
import { isInside, nextChangeAt, type ZonedWindows } from "../../shared/time-windows";
import type { AccountDb, MemberContext } from "../base/context";
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

type Named = { contactIds: readonly string[]; contactGroupIds: readonly string[] };
type Addressed = Named & { channels: readonly DeliveryChannel[] | null };

/** Each once. */
export function namedContactIds(db: AccountDb, { contactIds, contactGroupIds }: Named): string[] {
	return [...new Set([...contactIds, ...listGroupContactIds(db, [...contactGroupIds])])];
}

/** Who gets the first messages of a rule. */
export function firstRecipients(db: AccountDb, { contactIds, contactGroupIds, notification }: AlertRow): Recipient[] {
	return recipientsOf(db, { contactIds, contactGroupIds, channels: notification.channels });
}

/** A contact who has none of the requested channels gets it by their usual ones. */
export function recipientsOf(db: AccountDb, { channels, ...named }: Addressed): Recipient[] {
	const contactIds = namedContactIds(db, named);
	const byContact = Map.groupBy(listDeliveryChannelsOf(db, contactIds), ({ contactId }) => contactId);
	return contactIds.flatMap((contactId) => {
		const all = byContact.get(contactId) ?? [];
		const requested = all.filter(({ channel }) => channels?.includes(channel));
		const chosen = requested.length > 0 ? requested : all.filter(({ isDefault }) => isDefault);
		return chosen.map(({ channel }): Recipient => ({ to: "contact", contactId, channel }));
	});
}

type ReachStore = Pick<MemberContext, "db" | "now" | "openDeliveryChannels">;
type ReachedRule = Pick<AlertRow, "id" | "contactIds" | "contactGroupIds" | "severity" | "rule">;

/** What a rule's first messages come to, of many rules at once. A contact is tried on every address it has. */
export function alertReaches(store: ReachStore, rules: readonly ReachedRule[]): (rule: ReachedRule) => AlertReach {
	const { db, now } = store;
	const idsByRule = new Map(rules.map((rule) => [rule.id, namedContactIds(db, rule)]));
	const everyId = [...new Set([...idsByRule.values()].flat())];
	const contacts = new Map(findContacts(db, everyId).map((contact) => [contact.id, contact]));
	const channels = Map.groupBy(openChannelsOf(store, everyId), ({ contactId }) => contactId);
	const optedOut = new Set(listRuleOptOuts(db).map((row) => `${row.alertId} ${addressKey(row)}`));
	return ({ id, ...rule }) => {
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

function isCritical({
	severity,
	rule: { condition },
}: {
	severity: AlertSeverity;
	rule: { condition: AlertCondition };
}) {
	if (condition.kind !== "levels") return severity === "critical";
	return condition.levels.some((level) => level.severity === "critical");
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Within a week. Where there is such a time, it begins when the quiet hours of one of them do. */
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

/** Of contacts, then of contact groups, of many rules at once. */
export function recipientNames(db: AccountDb, rules: readonly Named[]): (rule: Named) => string[] {
	const contactIds = [...new Set(rules.flatMap((rule) => rule.contactIds))];
	const names = new Map(findContacts(db, contactIds).map(({ id, fullName }) => [id, fullName]));
	if (rules.some(({ contactGroupIds }) => contactGroupIds.length > 0)) {
		for (const { id, name } of listContactGroups(db)) names.set(id, name);
	}
	return (rule) => [...rule.contactIds, ...rule.contactGroupIds].flatMap((id) => names.get(id) ?? []);
}
