import { rostersOf } from "../../shared/alert/alert-rule";
import { type Roster, type RosterDetails, type RosterSwap, rosterLimits } from "../../shared/duty/roster";
import { dutySpans } from "../../shared/duty/turns";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { nameableRecipients, visibleRules } from "../contact/contact-projection";
import { listActiveMembers } from "../db/account-rows";
import { listAlerts } from "../db/alert-rows";
import { findContact, findContacts, linkedContactIds } from "../db/contact-rows";
import { listOpenSwaps, listRosters, type RosterRecord, rosterContactIds, type SwapRow } from "../db/roster-rows";
import { dutiesOf, faultsAhead, historyOf, type RosterDuty, reachableFrom } from "./on-duty";

const listedGaps = 10;

/** Returns rosters by name. A scope of groups sees the rosters of its rules, and those with the caller's own contact. */
export function visibleRosters(ctx: MemberContext): Roster[] {
	const visible = seenRosters(ctx);
	const toRoster = projection(ctx, visible);
	return dutiesOf(
		ctx,
		visible.map(({ id }) => id),
	).map(toRoster);
}

/** Throws ROSTER_NOT_FOUND, also out of scope. */
export function visibleRoster(ctx: MemberContext, rosterId: string): RosterDetails {
	const roster = seenRosters(ctx).find(({ id }) => id === rosterId);
	const [duty] = roster ? dutiesOf(ctx, [rosterId]) : [];
	if (!roster || !duty) throw domainError("ROSTER_NOT_FOUND", { rosterId });
	return {
		...projection(ctx, [roster])(duty),
		plans: roster.plans,
		overrides: roster.overrides.map(({ rosterId: _, ...override }) => override),
		swaps: visibleSwaps(ctx, rosterId),
		ownIds: linkedContactIds(ctx.db, ctx.user.id),
	};
}

type RosterGap = { id: string; name: string; from: number; to: number; contactName: string | null };

/** The first span of each roster in the next weeks without a person who can be reached. `contactName`: who cannot. */
export function rosterGaps(ctx: MemberContext): RosterGap[] {
	const nameable = nameableRecipients(ctx);
	return seenRosters(ctx).flatMap((roster) => {
		const [fault] = faultsAhead(ctx, roster);
		if (!fault) return [];
		const { contactId, from, to } = fault;
		const isNamed = contactId !== null && (nameable === "all" || nameable.contactIds.has(contactId));
		const contactName = isNamed ? (findContact(ctx.db, contactId)?.fullName ?? null) : null;
		return [{ id: roster.id, name: roster.name, from, to, contactName }];
	});
}

function seenRosters(ctx: MemberContext): RosterRecord[] {
	const all = listRosters(ctx.db);
	const nameable = nameableRecipients(ctx);
	if (nameable === "all") return all;
	const own = new Set(linkedContactIds(ctx.db, ctx.user.id));
	return all.filter(
		(roster) => nameable.rosterIds.has(roster.id) || rosterContactIds(roster, ctx.now).some((id) => own.has(id)),
	);
}

function projection(ctx: MemberContext, rosters: readonly RosterRecord[]): (duty: RosterDuty) => Roster {
	const { db, now } = ctx;
	const contactIds = [...new Set(rosters.flatMap((roster) => rosterContactIds(roster, now)))];
	const contacts = new Map(findContacts(db, contactIds).map((contact) => [contact.id, contact]));
	const nameable = nameableRecipients(ctx);
	const memberIds = new Set(listActiveMembers(db).map(({ id }) => id));
	const reachable = reachableFrom(ctx, contactIds);
	const own = new Set(linkedContactIds(db, ctx.user.id));
	const rules = visibleRules(ctx);
	const named = (rules === "all" ? listAlerts(db) : rules).map(({ notification }) => rostersOf(notification));
	return ({ roster, contactId, until, next, notifiedIds }) => {
		const { id, name, version, plan, fallbackContactIds } = roster;
		const people = rosterContactIds(roster, now);
		const ahead = dutySpans(historyOf(roster), { from: now, to: now + rosterLimits.aheadMs });
		return {
			id,
			name,
			version,
			...plan,
			fallbackContactIds,
			people: people.flatMap((each) => {
				const contact = contacts.get(each);
				if (!contact) return [];
				const isNamed = nameable === "all" || nameable.contactIds.has(each);
				const isMember = contact.linkedUserId !== null && memberIds.has(contact.linkedUserId);
				const name = isNamed ? contact.fullName : null;
				return [{ id: each, name, isAvailable: reachable(each) <= now, isMember }];
			}),
			now: { contactId, until },
			next: until === null ? null : { contactId: next, from: until },
			notifiedIds,
			gaps: ahead
				.filter((span) => span.contactId === null)
				.slice(0, listedGaps)
				.map(({ from, to }) => ({ from, to })),
			ruleCount: named.filter((ids) => ids.includes(id)).length,
			isOwn: people.some((each) => own.has(each)),
		};
	};
}

/** Offers that the caller may decide on or withdraw, and for managers all. */
function visibleSwaps(ctx: MemberContext, rosterId: string): RosterSwap[] {
	const own = new Set(linkedContactIds(ctx.db, ctx.user.id));
	return listOpenSwaps(ctx.db, rosterId, ctx.now)
		.filter(({ giverId, takerId }) => ctx.user.scope === "all" || own.has(giverId) || own.has(takerId))
		.map((swap) => {
			const { id, version, giverId, takerId, from, to } = swap;
			const mine = own.has(takerId) ? "taker" : own.has(giverId) ? "giver" : null;
			return { id, version, giverId, takerId, from, to, inReturn: returnOf(swap), mine };
		});
}

export function returnOf({ returnFrom, returnTo }: SwapRow): { from: number; to: number } | null {
	return returnFrom === null || returnTo === null ? null : { from: returnFrom, to: returnTo };
}
