import type { AlertEvent, EventsOf } from "../../shared/alert/alert";
import { rostersOf } from "../../shared/alert/alert-rule";
import type { MemberContext } from "../base/context";
import type { Inbox } from "../db/alert-event-rows";
import { listAlerts } from "../db/alert-rows";
import { snoozesOf } from "../db/assignment-rows";
import { linkedContactIds } from "../db/contact-rows";
import { contactKeyPrefix } from "../db/recipient-key";
import { listRosters } from "../db/roster-rows";
import { dutiesOf } from "../duty/on-duty";

type Caller = Pick<MemberContext, "db" | "now" | "user">;

export function inboxOf(ctx: Caller, which: EventsOf): Inbox {
	const { db, user } = ctx;
	const contactIds = linkedContactIds(db, user.id);
	const recipients = [`user:${user.id}:`, ...contactIds.map(contactKeyPrefix)];
	return { which, userId: user.id, recipients, alertIds: which === "mine" ? rulesOnDuty(ctx, contactIds) : [] };
}

function rulesOnDuty(ctx: Caller, contactIds: string[]): string[] {
	if (contactIds.length === 0) return [];
	const duties = dutiesOf(
		ctx,
		listRosters(ctx.db).map(({ id }) => id),
	);
	const own = duties.filter(({ notifiedIds }) => notifiedIds.some((id) => contactIds.includes(id)));
	const rosterIds = new Set(own.map(({ roster }) => roster.id));
	if (rosterIds.size === 0) return [];
	const rules = listAlerts(ctx.db).filter(({ notification }) =>
		rostersOf(notification).some((id) => rosterIds.has(id)),
	);
	return rules.map(({ id }) => id);
}

export function withSnoozes({ db, now, user }: Caller, events: AlertEvent[]): AlertEvent[] {
	const ends = snoozesOf(
		db,
		{ userId: user.id, now },
		events.map(({ id }) => id),
	);
	return events.map((event) => {
		const snoozedUntil = ends.get(event.id);
		return snoozedUntil === undefined ? event : { ...event, snoozedUntil };
	});
}
