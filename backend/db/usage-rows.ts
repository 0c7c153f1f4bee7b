import { and, asc, desc, eq, gt, max, sql } from "drizzle-orm";
import type { BillingMonth, Statement } from "../../shared/account/billing";
import type { MonthlyMeter } from "../../shared/account/billing-meters";
import { monthAfter, monthOf } from "../../shared/account/billing-month";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { prepared } from "./queries";
import { account, usageCounts, usageStatements } from "./schema";

/** Never a closed month, as after a move to a zone further west. `now` is epoch ms. */
export function openMonth(db: ReadDb, now: number): BillingMonth {
	const { timeZone = "UTC", closed = null } = monthFacts(db).get() ?? {};
	const month = monthOf(timeZone, now);
	return closed !== null && closed >= month ? monthAfter(closed) : month;
}

const monthFacts = prepared((db: ReadDb) => {
	const closed = sql<string | null>`(SELECT max(month) FROM usage_statements)`;
	return db.select({ timeZone: account.timeZone, closed }).from(account).prepare();
});

type Counted = { meter: MonthlyMeter; now: number; count?: number };

/** Call in the transaction of the counted change. */
export function countUsage(db: AccountDb, { meter, now, count = 1 }: Counted): void {
	adding(db).run({ month: openMonth(db, now), meter, count });
}

const adding = prepared((db) => {
	const more = sql`${usageCounts.count} + excluded.count`;
	return db
		.insert(usageCounts)
		.values({
			month: sql.placeholder("month"),
			meter: sql.placeholder("meter"),
			count: sql.placeholder("count"),
		})
		.onConflictDoUpdate({ target: [usageCounts.month, usageCounts.meter], set: { count: more } })
		.prepare();
});

export function usageOf(db: ReadDb, month: BillingMonth): Map<MonthlyMeter, number> {
	const rows = db.select().from(usageCounts).where(eq(usageCounts.month, month)).all();
	return new Map(rows.map(({ meter, count }) => [meter, count]));
}

/** The first month with a count after `closed`; null: none. */
export const firstCountedMonth: (db: ReadDb, closed: string) => BillingMonth | null = cached(
	[usageCounts],
	(db: ReadDb, closed) => firstCounted(db).get({ closed })?.month ?? null,
);

const firstCounted = prepared((db: ReadDb) => {
	const { month } = usageCounts;
	const later = db
		.select({ month })
		.from(usageCounts)
		.where(gt(month, sql.placeholder("closed")));
	return later.orderBy(asc(month)).limit(1).prepare();
});

export const lastClosedMonth = cached(
	[usageStatements],
	(db: ReadDb): BillingMonth | null => lastClosed(db).get()?.month ?? null,
);

const lastClosed = prepared((db: ReadDb) =>
	db
		.select({ month: max(usageStatements.month) })
		.from(usageStatements)
		.prepare(),
);

export function listStatements(db: ReadDb): { month: BillingMonth; closedAt: number }[] {
	const { month, closedAt } = usageStatements;
	return db.select({ month, closedAt }).from(usageStatements).orderBy(desc(month)).all();
}

export function findStatement(db: ReadDb, month: BillingMonth): Statement | null {
	const found = db
		.select()
		.from(usageStatements)
		.where(and(eq(usageStatements.month, month)));
	return found.get()?.statement ?? null;
}

export function insertStatement(db: AccountDb, statement: Statement, closedAt: number): void {
	const row = { month: statement.month, statement, closedAt };
	db.insert(usageStatements).values(row).onConflictDoNothing().run();
}
