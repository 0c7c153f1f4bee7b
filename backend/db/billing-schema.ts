import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Invoice, PaymentMethod, Statement } from "../../shared/account/billing";
import type { MeterName, MonthlyMeter } from "../../shared/account/billing-meters";

/** What the payment provider said when it was last asked. Times are epoch ms. */
export type PaidFacts = {
	renewsAt: number | null;
	endsAt: number | null;
	paymentMethod: PaymentMethod | null;
	nextInvoice: { amount: number; currency: string; at: number } | null;
	invoices: Invoice[];
};

/** A page of payment that is open, or about to be: `key` makes two requests for it one. */
export type OpenedCheckout = { key: string; planId: string; id: string | null; url: string | null; expiresAt: number };

/** The one row of an account that is billed. Times are epoch ms. */
export const billing = sqliteTable("billing", {
	id: text().primaryKey(),
	planId: text("plan_id").notNull(),
	/** Where the plan ends, by meter: what resolvers go by. */
	planLimits: text("plan_limits", { mode: "json" }).$type<Partial<Record<MeterName, number>>>().notNull(),
	/** Past which owners are warned, by meter. */
	planWarned: text("plan_warned", { mode: "json" }).$type<Partial<Record<MeterName, number>>>().notNull(),
	customerId: text("customer_id"),
	subscriptionId: text("subscription_id"),
	checkout: text({ mode: "json" }).$type<OpenedCheckout>(),
	facts: text({ mode: "json" }).$type<PaidFacts>(),
	pastDueSince: integer("past_due_since"),
	/** Nothing can be added from then on, as nothing is paid; null: everything can. */
	frozenFrom: integer("frozen_from"),
	/** Counts what requests a look: one that comes during a look is looked at again. */
	marks: integer().notNull().default(0),
	/** When the provider is asked next; null: there is nothing to ask. */
	dueAt: integer("due_at"),
	readAt: integer("read_at"),
	/** When the plan is applied anew, as the operator may have changed it, and meters are looked at. */
	lookAt: integer("look_at"),
	/** Of a quota that became smaller than what is stored; null: it binds, or there is none. */
	quotaBindsFrom: integer("quota_binds_from"),
});

/** What happened in a month, in the account's zone. */
export const usageCounts = sqliteTable(
	"usage_counts",
	{ month: text().notNull(), meter: text().$type<MonthlyMeter>().notNull(), count: integer().notNull() },
	(table) => [primaryKey({ columns: [table.month, table.meter] })],
);

/** Closed months. */
export const usageStatements = sqliteTable("usage_statements", {
	month: text().primaryKey(),
	statement: text({ mode: "json" }).$type<Statement>().notNull(),
	closedAt: integer("closed_at").notNull(),
});
