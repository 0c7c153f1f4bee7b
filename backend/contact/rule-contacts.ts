import { namesAnybody, rostersOf } from "../../shared/alert/alert-rule";
import type { ReportDelivery } from "../../shared/report/report";
import type { RoundPeople } from "../../shared/round/round";
import type { AccountDb, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { type AlertRecipients, type AlertRow, changeRecipients, listAlerts } from "../db/alert-rows";
import { listGroupContactIds } from "../db/contact-group-rows";
import { isSameValue } from "../db/device-rows";
import { changeReport, listReports } from "../db/report-rows";
import {
	contactIdsOfRosters,
	insertOverride,
	listRosters,
	recordTurnsChange,
	saveRosterPlan,
	updateOverride,
	updateRosterRow,
} from "../db/roster-rows";
import { listRounds, updateRoundRow } from "../db/round-rows";

type Named = Pick<AlertRecipients, "contactIds" | "contactGroupIds">;

/** `first`: notified at once. `all`: notified at any step or for any part. */
type Notified = { first: Set<string>; all: Set<string> };

export function ruleContacts(db: AccountDb, now: number): (rule: AlertRecipients) => Notified {
	const notifiedBy = namedContacts(db);
	return (rule) => {
		const { first, all } = notifiedBy(rule, rule.notification.escalation);
		const atOnce = contactIdsOfRosters(db, rule.notification.rosterIds ?? [], now);
		const later = contactIdsOfRosters(db, rostersOf(rule.notification), now);
		return { first: new Set([...first, ...atOnce]), all: new Set([...all, ...atOnce, ...later]) };
	};
}

export function reportContacts(db: AccountDb): (delivery: ReportDelivery) => Notified {
	const notifiedBy = namedContacts(db);
	return (delivery) => notifiedBy(delivery, delivery.groups);
}

/** Storage warnings go to the named contacts, else to those of all enabled rules. */
export function storageContacts(db: AccountDb): { isNamed: boolean; isWarned: (contactId: string) => boolean } {
	const named = accountOrThrow(db).storageContacts;
	const notifiedBy = namedContacts(db);
	const places = named === null ? listAlerts(db).filter(({ isEnabled }) => isEnabled) : [named];
	const contactIds = new Set(places.flatMap((place) => [...notifiedBy(place, []).first]));
	return { isNamed: named !== null, isWarned: (contactId) => contactIds.has(contactId) };
}

function namedContacts(db: AccountDb): (first: Named, further: readonly Named[]) => Notified {
	const members = new Map<string, string[]>();
	const membersOf = (groupId: string) => {
		const known = members.get(groupId) ?? listGroupContactIds(db, [groupId]);
		members.set(groupId, known);
		return known;
	};
	const namedBy = ({ contactIds, contactGroupIds }: Named) => [...contactIds, ...contactGroupIds.flatMap(membersOf)];
	return (named, further) => {
		const first = namedBy(named);
		return { first: new Set(first), all: new Set([...first, ...further.flatMap(namedBy)]) };
	};
}

type Going = {
	contactIds: ReadonlySet<string>;
	contactGroupIds: ReadonlySet<string>;
	rosterIds?: ReadonlySet<string>;
	successorId: string | null;
};

/** Returns the number of changed rules. Throws CONTACT_NEEDED if a rule has no contact left. */
export function replaceInRules({ db, audit, now }: Pick<MemberContext, "db" | "audit" | "now">, going: Going): number {
	const contactsOf = ruleContacts(db, now);
	let positions = 0;
	for (const rule of listAlerts(db)) {
		const recipients = withoutGoing(rule, going);
		const { first } = contactsOf(recipients);
		const { roles = [], rosterIds = [] } = recipients.notification;
		const isLeft = roles.length + rosterIds.length > 0 || [...first].some((id) => !going.contactIds.has(id));
		if (!isLeft && contactsOf(rule).first.size > 0) {
			if (going.successorId === null) throw domainError("CONTACT_NEEDED", { contactIds: [...going.contactIds] });
			recipients.contactIds.push(going.successorId);
		}
		if (JSON.stringify(recipients) === JSON.stringify(recipientsOf(rule))) continue;
		audit.change({ alert: [rule.id] }, () => changeRecipients(db, rule.id, recipients));
		positions += 1;
	}
	return positions;
}

export function replaceInReports(
	{ db, audit, now }: Pick<MemberContext, "db" | "audit" | "now">,
	going: Going,
): number {
	const contactsOf = reportContacts(db);
	let positions = 0;
	for (const { id, definition } of listReports(db)) {
		const { delivery } = definition;
		const left = namedWithout(delivery, going);
		const groups = delivery.groups
			.map((each) => namedWithout(each, going))
			.filter((each) => each.contactIds.length + each.contactGroupIds.length > 0);
		const isLeft = [...contactsOf(left).first].some((contactId) => !going.contactIds.has(contactId));
		if (!isLeft && contactsOf(delivery).first.size > 0) {
			if (going.successorId === null) throw domainError("CONTACT_NEEDED", { contactIds: [...going.contactIds] });
			left.contactIds.push(going.successorId);
		}
		const after = { ...left, groups };
		if (JSON.stringify(after) === JSON.stringify(delivery)) continue;
		audit.change({ report: [id] }, () => changeReport(db, id, { ...definition, delivery: after }, now));
		positions += 1;
	}
	return positions;
}

/** Returns the number of changed rosters. A deleted contact without a successor stays in the order: its turns are gaps. */
export function replaceInRosters(
	{ db, audit, now, newId }: Pick<MemberContext, "db" | "audit" | "now" | "newId">,
	going: Going,
): number {
	const heirOf = (id: string) => (going.contactIds.has(id) ? (going.successorId ?? id) : id);
	let positions = 0;
	for (const roster of listRosters(db)) {
		const { id, plan, fallbackContactIds, overrides, version } = roster;
		const left = [...new Set(fallbackContactIds.map(heirOf))].filter((each) => !going.contactIds.has(each));
		if (left.length === 0) throw domainError("CONTACT_NEEDED", { contactIds: [...going.contactIds] });
		const layers = plan.layers.map((layer) => ({ ...layer, contactIds: layer.contactIds.map(heirOf) }));
		const isPlanSame = isSameValue(layers, plan.layers);
		const ahead = overrides.filter(({ to, contactId }) => to > now && heirOf(contactId) !== contactId);
		if (isPlanSame && ahead.length === 0 && isSameValue(left, fallbackContactIds)) continue;
		audit.change({ roster: [id] }, () => {
			recordTurnsChange(db, id, now, roster);
			if (!isPlanSame) saveRosterPlan(db, { rosterId: id, from: now, plan: { ...plan, layers } });
			for (const override of ahead) {
				const { id: overrideId, contactId, from } = override;
				// The part that has passed stays with the former contact.
				if (from < now) insertOverride(db, { ...override, id: newId("rosterOverride"), to: now });
				updateOverride(db, overrideId, { contactId: heirOf(contactId), from: Math.max(from, now) });
			}
			updateRosterRow(db, id, { fallbackContactIds: left, version: version + 1 });
		});
		positions += 1;
	}
	return positions;
}

/** Returns the number of changed rounds. One without people notifies owners and admins. */
export function replaceInRounds({ db, audit }: Pick<MemberContext, "db" | "audit">, going: Going): number {
	const heirs = (ids: string[]) =>
		new Set(ids.flatMap((id) => (going.contactIds.has(id) ? (going.successorId ?? []) : id)));
	const left = <Of extends Pick<RoundPeople, "contactIds" | "rosterIds">>(of: Of): Of => ({
		...of,
		contactIds: [...heirs(of.contactIds)],
		rosterIds: of.rosterIds.filter((id) => !going.rosterIds?.has(id)),
	});
	let positions = 0;
	for (const { id, people, version } of listRounds(db)) {
		const later = people.escalation && left(people.escalation);
		const isLeft = later !== null && later.contactIds.length + later.rosterIds.length > 0;
		const after = { ...left(people), escalation: isLeft ? later : null };
		if (isSameValue(after, people)) continue;
		audit.change({ round: [id] }, () => updateRoundRow(db, id, { people: after, version: version + 1 }));
		positions += 1;
	}
	return positions;
}

/** Like `replaceInRules`, for storage warnings, which owners always receive. */
export function replaceInStorage({ db, audit }: Pick<MemberContext, "db" | "audit">, going: Going): number {
	const { id, storageContacts } = accountOrThrow(db);
	if (storageContacts === null) return 0;
	const left = namedWithout(storageContacts, going);
	if (JSON.stringify(left) === JSON.stringify(storageContacts)) return 0;
	audit.change({ account: [id] }, () => changeAccount(db, { storageContacts: left }));
	return 1;
}

function recipientsOf({ contactIds, contactGroupIds, notification }: AlertRow): AlertRecipients {
	return { contactIds, contactGroupIds, notification };
}

function withoutGoing({ contactIds, contactGroupIds, notification }: AlertRow, going: Going): AlertRecipients {
	const withoutRosters = <Of extends { rosterIds?: string[] | undefined }>(subject: Of): Of => {
		const { rosterIds = [] } = subject;
		const left = rosterIds.filter((id) => !going.rosterIds?.has(id));
		return left.length === rosterIds.length ? subject : { ...subject, rosterIds: left };
	};
	const steps = notification.escalation.map((step) => withoutRosters(namedWithout(step, going)));
	const escalation = steps.filter(namesAnybody);
	return {
		...namedWithout({ contactIds, contactGroupIds }, going),
		notification: { ...withoutRosters(notification), escalation },
	};
}

function namedWithout<Of extends Named>(subject: Of, going: Going): Of {
	const left = subject.contactIds.flatMap((id) => (going.contactIds.has(id) ? (going.successorId ?? []) : id));
	const groups = subject.contactGroupIds.filter((id) => !going.contactGroupIds.has(id));
	return { ...subject, contactIds: [...new Set(left)], contactGroupIds: groups };
}
