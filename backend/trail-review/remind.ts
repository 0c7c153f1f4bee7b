import { can } from "../../shared/account/permissions";
import { trailReviewDueMs } from "../../shared/account/trail-review";
import { hourMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { findAccount, listActiveMembers, toUser } from "../db/account-rows";
import {
	findTrailReview,
	insertTrailReview,
	listTrailReviews,
	type TrailReviewRow,
	updateTrailReview,
} from "../db/trail-review-rows";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { endedMonths, monthAfter, monthAt, monthSpan } from "./review-months";
import { seesReviews } from "./visible-reviews";

/** A message at midnight helps no one. */
const morningMs = 8 * hourMs;
const newMonth = "month";

/** The first reminder when the month has ended, the second when the review is due. Null: no further one. */
function reminderAt({ to, dueAt, reminders }: TrailReviewRow): number | null {
	if (dueAt === null || reminders > 1) return null;
	return (reminders === 0 ? to : dueAt) + morningMs;
}

/** Makes the review of each ended month due, and reminds of reviews that are not signed. */
export function trailReviewWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	let known = { month: "", zone: "", end: 0 };
	// Runs at every write, and the end of a month takes the zone's rules.
	const endOf = (zone: string, month: string): number => {
		if (known.month !== month || known.zone !== zone) known = { month, zone, end: monthSpan(zone, month).to };
		return known.end;
	};
	const dueTimes = () => {
		const account = findAccount(db);
		if (account === null || account.trailReview === "off") return null;
		const [latest] = listTrailReviews(db);
		const { timeZone, createdAt } = account;
		const next = latest ? monthAfter(latest.month) : monthAt(timeZone, createdAt.getTime());
		return { account, monthEnd: endOf(timeZone, next) };
	};
	return {
		name: "audit reviews",
		title: said("work.is.auditReviewReminders"),
		describe: (id) => ({ name: findTrailReview(db, id)?.month ?? id, deviceId: null }),
		nextDueAt() {
			const times = dueTimes();
			if (times === null) return null;
			return waited(db).reduce((first, review) => Math.min(first, reminderAt(review) ?? first), times.monthEnd);
		},
		due(now, limit) {
			const times = dueTimes();
			if (times === null) return [];
			const isOver = times.monthEnd <= now ? [newMonth] : [];
			const toRemind = waited(db).filter((review) => (reminderAt(review) ?? now + 1) <= now);
			return [...isOver, ...toRemind.map(({ id }) => id)].slice(0, limit);
		},
		run: async (id, now) => {
			const times = dueTimes();
			if (times === null) return;
			db.transaction(() => (id === newMonth ? makeDue(db, times.account, now) : remind(db, id, now)));
			invalidations.changed("account", "all");
		},
	};
}

function waited(db: AccountDb): TrailReviewRow[] {
	return listTrailReviews(db).filter(({ dueAt, signedAt }) => dueAt !== null && signedAt === null);
}

type Account = NonNullable<ReturnType<typeof findAccount>>;

function makeDue(db: AccountDb, { timeZone: zone, createdAt }: Account, now: number): void {
	const [month] = endedMonths(zone, { now, since: createdAt.getTime(), most: 1 });
	if (month === undefined) return;
	const span = monthSpan(zone, month);
	const times = { ...span, createdAt: now, dueAt: Math.max(span.to, now) + trailReviewDueMs };
	insertTrailReview(db, { id: createNewId(now)("trailReview"), month, zone, startedBy: null, ...times });
}

function remind(db: AccountDb, id: string, now: number): void {
	const review = findTrailReview(db, id);
	if (!review || review.signedAt !== null || review.dueAt === null) return;
	// A job that ran late sends one message for both.
	const reminders = now >= review.dueAt ? 2 : 1;
	updateTrailReview(db, id, { reminders });
	const { month, dueAt } = review;
	const facts = {
		reviewId: id,
		month,
		dueAt,
		isOverdue: now >= dueAt,
		path: `/accounts/audit/?view=reviews&review=${id}`,
	};
	const store = { db, now, newId: createNewId(now) };
	for (const member of listActiveMembers(db)) {
		if (!can(member.role, "viewAudit") || !seesReviews({ user: toUser(member) })) continue;
		const recipient = { to: "user", userId: member.id, channel: "email" } as const;
		queueMessage(store, { cause: "trailReview", about: id, step: reminders, recipient, facts });
	}
}

export const trailReviewHook: CauseHooks["trailReview"] = {
	stillOwed: ({ db }, notices) => notices.filter(({ facts }) => findTrailReview(db, facts.reviewId)?.signedAt === null),
};
