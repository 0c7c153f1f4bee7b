import { rostersOf } from "../../shared/alert/alert-rule";
import { type Roster, type RosterDetails, rosterLimits } from "../../shared/duty/roster";
import { dutySpans } from "../../shared/duty/turns";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { nameableRecipients, visibleRules } from "../contact/contact-projection";
import { listAlerts } from "../db/alert-rows";
import { findContacts, linkedContactIds } from "../db/contact-rows";
import { listRosters, type RosterRecord, rosterContactIds } from "../db/roster-rows";
import { availableContacts, dutiesOf, historyOf, type RosterDuty } from "./on-duty";

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
	};
}

type RosterGap = { id: string; name: string; from: number; to: number; contactName: string | null };

/** The first span of each roster in the next weeks without a person who can be reached. `contactName`: who cannot. */
export function rosterGaps(ctx: MemberContext): RosterGap[] {
	const visible = seenRosters(ctx);
	const contactIds = visible.flatMap(rosterContactIds);
	const names = new Map(findContacts(ctx.db, contactIds).map(({ id, fullName }) => [id, fullName]));
	const available = availableContacts(ctx, contactIds);
	return visible.flatMap((roster) => {
		const ahead = dutySpans(historyOf(roster), { from: ctx.now, to: ctx.now + rosterLimits.aheadMs });
		const gap = ahead.find(({ contactId }) => contactId === null || !available.has(contactId));
		if (!gap) return [];
		const contactName = gap.contactId === null ? null : (names.get(gap.contactId) ?? null);
		return [{ id: roster.id, name: roster.name, from: gap.from, to: gap.to, contactName }];
	});
}

function seenRosters(ctx: MemberContext): RosterRecord[] {
	const all = listRosters(ctx.db);
	const nameable = nameableRecipients(ctx);
	if (nameable === "all") return all;
	const own = new Set(linkedContactIds(ctx.db, ctx.user.id));
	return all.filter(
		(roster) => nameable.rosterIds.has(roster.id) || rosterContactIds(roster).some((id) => own.has(id)),
	);
}

function projection(ctx: MemberContext, rosters: readonly RosterRecord[]): (duty: RosterDuty) => Roster {
	const { db, now } = ctx;
	const contactIds = [...new Set(rosters.flatMap(rosterContactIds))];
	const names = new Map(findContacts(db, contactIds).map(({ id, fullName }) => [id, fullName]));
	const available = availableContacts(ctx, contactIds);
	const own = new Set(linkedContactIds(db, ctx.user.id));
	const rules = visibleRules(ctx);
	const named = (rules === "all" ? listAlerts(db) : rules).map(({ notification }) => rostersOf(notification));
	return ({ roster, contactId, until, next, notifiedIds }) => {
		const { id, name, version, plan, fallbackContactIds } = roster;
		const people = rosterContactIds(roster);
		const ahead = dutySpans(historyOf(roster), { from: now, to: now + rosterLimits.aheadMs });
		return {
			id,
			name,
			version,
			...plan,
			fallbackContactIds,
			people: people.flatMap((each) => {
				const ofEach = names.get(each);
				return ofEach === undefined ? [] : [{ id: each, name: ofEach, isAvailable: available.has(each) }];
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
