import type { AlertRole } from "../../shared/alert/alert-rule";
import type { DeliveryChannel } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import { type AlertRow, listAlerts } from "../db/alert-rows";
import { type DeliveryChannelRow, listDeliveryChannelsOf } from "../db/contact-rows";
import type { Recipient } from "../db/message-schema";
import { contactIdsOfRosters } from "../db/roster-rows";
import { roleMembers } from "./role-recipients";

export function countRoleUses(db: AccountDb): (contactId: string) => number {
	const membersOf = new Map<string, Set<string>>();
	const counts = new Map<string, number>();
	for (const rule of listAlerts(db)) {
		const roles = [...new Set(placesOf(rule).flatMap((place) => place.roles ?? []))].sort();
		for (const contactId of contactsOf(roles)) counts.set(contactId, (counts.get(contactId) ?? 0) + 1);
	}
	return (contactId) => counts.get(contactId) ?? 0;

	function contactsOf(roles: AlertRole[]): Set<string> {
		const key = roles.join();
		const known = membersOf.get(key);
		if (known) return known;
		const members = roleMembers(db, { roles, about: "any" });
		const contactIds = new Set(members.flatMap((member) => member.contactIds));
		membersOf.set(key, contactIds);
		return contactIds;
	}
}

type Reached = { now: number; contactId: string; contactGroupIds: string[]; channels: DeliveryChannelRow[] };

/** Returns the contact's channels by which rules send, at once or by escalation. */
export function channelsInRules(db: AccountDb, { now, contactId, contactGroupIds, channels }: Reached) {
	const places = listAlerts(db)
		.flatMap(placesOf)
		.filter(
			({ contactIds, contactGroupIds: groupIds, roles, rosterIds = [] }) =>
				contactIds.includes(contactId) ||
				groupIds.some((id) => contactGroupIds.includes(id)) ||
				contactIdsOfRosters(db, rosterIds, now).includes(contactId) ||
				roleMembers(db, { roles, about: "any" }).some((member) => member.contactIds.includes(contactId)),
		);
	const chosen = places.flatMap((place) => chosenChannels(channels, place.channels));
	return new Set(chosen.map(({ channel }) => channel));
}

/** The recipient of an address. Only further addresses of a channel are named by their id. */
export function recipientAt({ contactId, channel, id }: Pick<DeliveryChannelRow, "contactId" | "channel" | "id">) {
	return { to: "contact", contactId, channel, ...(id !== "" && { addressId: id }) } as const;
}

/** A contact without the requested channels gets the usual ones. */
export function chosenChannels(own: DeliveryChannelRow[], requested: readonly DeliveryChannel[] | null) {
	const known = own.filter(({ channel }) => requested?.includes(channel));
	return known.length > 0 ? known : own.filter(({ isDefault }) => isDefault);
}

export function usualRecipients(db: AccountDb, contactId: string): Recipient[] {
	return chosenChannels(listDeliveryChannelsOf(db, [contactId]), null).map(recipientAt);
}

function placesOf({ contactIds, contactGroupIds, notification }: AlertRow) {
	const { channels, roles, rosterIds, escalation } = notification;
	return [{ contactIds, contactGroupIds, channels, roles, rosterIds }, ...escalation];
}
