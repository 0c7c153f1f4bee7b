import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RosterPlan } from "../../shared/duty/roster";
import { instant } from "./fleet-schema";

export const rosters = sqliteTable("rosters", {
	id: text().primaryKey(),
	name: text().notNull(),
	fallbackContactIds: text("fallback_contact_ids", { mode: "json" }).$type<string[]>().notNull(),
	version: integer().notNull().default(1),
	createdAt: instant("created_at").notNull(),
});

/** The plan of a roster from an instant on, so that past turns stay as they were. */
export const rosterPlans = sqliteTable(
	"roster_plans",
	{
		rosterId: text("roster_id").notNull(),
		/** Epoch ms. */
		from: integer().notNull(),
		plan: text({ mode: "json" }).$type<RosterPlan>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.rosterId, table.from] })],
);

export const rosterOverrides = sqliteTable(
	"roster_overrides",
	{
		id: text().primaryKey(),
		rosterId: text("roster_id").notNull(),
		contactId: text("contact_id").notNull(),
		/** Epoch ms. */
		from: integer().notNull(),
		to: integer().notNull(),
		createdBy: text("created_by").notNull(),
	},
	(table) => [index("roster_overrides_by_roster").on(table.rosterId)],
);
