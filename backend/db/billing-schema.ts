import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Invoice, PaymentMethod, Statement } from "../../shared/account/billing";
import type { MeterName, MonthlyMeter } from "../../shared/account/billing-meters";

export type PaidFacts = {
	renewsAt: number | null;
	endsAt: number | null;
	paymentMethod: PaymentMethod | null;
	nextInvoice: { amount: number; currency: string; at: number } | null;
	invoices: Invoice[];
};

/** A payment page that is open or about to open. The same `key` gives the same page. */
export type OpenedCheckout = { key: string; planId: string; id: string | null; url: string | null; expiresAt: number };

export const billing = sqliteTable("billing", {
	id: text().primaryKey(),
	planId: text("plan_id").notNull(),
	/** Limits of the plan, by meter. */
	planLimits: text("plan_limits", { mode: "json" }).$type<Partial<Record<MeterName, number>>>().notNull(),
	/** Owners are warned above these, by meter. */
	planWarned: text("plan_warned", { mode: "json" }).$type<Partial<Record<MeterName, number>>>().notNull(),
	customerId: text("customer_id"),
	subscriptionId: text("subscription_id"),
	checkout: text({ mode: "json" }).$type<OpenedCheckout>(),
	facts: text({ mode: "json" }).$type<PaidFacts>(),
	pastDueSince: integer("past_due_since"),
	/** Nothing can be added from this time on, because of a missing payment; null: no freeze. */
	frozenFrom: integer("frozen_from"),
	/** Counts requests for a read. A request during a read causes another one. */
	marks: integer().notNull().default(0),
	/** Next read of the provider; null: none. */
	dueAt: integer("due_at"),
	readAt: integer("read_at"),
	lookAt: integer("look_at"),
	/** When a quota below the stored amount begins to bind; null: it binds, or there is none. */
	quotaBindsFrom: integer("quota_binds_from"),
});

export const usageCounts = sqliteTable(
	"usage_counts",
	{ month: text().notNull(), meter: text().$type<MonthlyMeter>().notNull(), count: integer().notNull() },
	(table) => [primaryKey({ columns: [table.month, table.meter] })],
);

export const usageStatements = sqliteTable("usage_statements", {
	month: text().primaryKey(),
	statement: text({ mode: "json" }).$type<Statement>().notNull(),
	closedAt: integer("closed_at").notNull(),
});
