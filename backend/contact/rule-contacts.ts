import type { AccountDb, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { type AlertRecipients, type AlertRow, changeAlert, listAlerts } from "../db/alert-rows";
import { listGroupContactIds } from "../db/contact-group-rows";

type Named = Pick<AlertRecipients, "contactIds" | "contactGroupIds">;

/** Whom rules tell by name or by group: `first` of an event, `all` at whichever step. */
export function ruleContacts(db: AccountDb): (rule: AlertRecipients) => { first: Set<string>; all: Set<string> } {
	const members = new Map<string, string[]>();
	const membersOf = (groupId: string) => {
		const known = members.get(groupId) ?? listGroupContactIds(db, [groupId]);
		members.set(groupId, known);
		return known;
	};
	const namedBy = ({ contactIds, contactGroupIds }: Named) => [...contactIds, ...contactGroupIds.flatMap(membersOf)];
	return (rule) => {
		const first = namedBy(rule);
		return { first: new Set(first), all: new Set([...first, ...rule.notification.escalation.flatMap(namedBy)]) };
	};
}

type Going = { contactIds: ReadonlySet<string>; contactGroupIds: ReadonlySet<string>; successorId: string | null };

/**
 * Takes contacts or groups out of every rule, where a successor takes the place of contacts. Throws CONTACT_NEEDED where
 * a rule would be left without anybody. Returns in how many rules.
 */
export function replaceInRules({ db, audit }: Pick<MemberContext, "db" | "audit">, going: Going): number {
	const contactsOf = ruleContacts(db);
	let places = 0;
	for (const rule of listAlerts(db)) {
		const recipients = withoutGoing(rule, going);
		const { first } = contactsOf(recipients);
		const isLeft = [...first].some((id) => !going.contactIds.has(id));
		if (!isLeft && contactsOf(rule).first.size > 0) {
			if (going.successorId === null) throw domainError("CONTACT_NEEDED", { contactIds: [...going.contactIds] });
			recipients.contactIds.push(going.successorId);
		}
		if (JSON.stringify(recipients) === JSON.stringify(recipientsOf(rule))) continue;
		audit.change({ alert: [rule.id] }, () => changeAlert(db, rule.id, recipients));
		places += 1;
	}
	return places;
}

function recipientsOf({ contactIds, contactGroupIds, notification }: AlertRow): AlertRecipients {
	return { contactIds, contactGroupIds, notification };
}

/** A step that is left without anybody goes. */
function withoutGoing({ contactIds, contactGroupIds, notification }: AlertRow, going: Going): AlertRecipients {
	const named = <Of extends Named>(of: Of): Of => {
		const left = of.contactIds.flatMap((id) => (going.contactIds.has(id) ? (going.successorId ?? []) : id));
		const groups = of.contactGroupIds.filter((id) => !going.contactGroupIds.has(id));
		return { ...of, contactIds: [...new Set(left)], contactGroupIds: groups };
	};
	const steps = notification.escalation.map(named);
	const escalation = steps.filter((step) => step.contactIds.length + step.contactGroupIds.length > 0);
	return { ...named({ contactIds, contactGroupIds }), notification: { ...notification, escalation } };
}
