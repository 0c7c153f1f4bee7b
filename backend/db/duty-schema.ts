import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RosterPlan, SwapState } from "../../shared/duty/roster";
import type { RosterHistory } from "../../shared/duty/turns";
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
		/** The second signature of a swap. */
		acceptedBy: text("accepted_by"),
	},
	(table) => [index("roster_overrides_by_roster").on(table.rosterId)],
);

/** One person offers a turn, perhaps for another one in return. Takes effect as overrides once it is accepted. */
export const rosterSwaps = sqliteTable(
	"roster_swaps",
	{
		id: text().primaryKey(),
		rosterId: text("roster_id").notNull(),
		giverId: text("giver_id").notNull(),
		takerId: text("taker_id").notNull(),
		from: integer().notNull(),
		to: integer().notNull(),
		returnFrom: integer("return_from"),
		returnTo: integer("return_to"),
		state: text().$type<SwapState>().notNull(),
		version: integer().notNull().default(1),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [index("roster_swaps_by_roster").on(table.rosterId)],
);

/** A row records which messages of a roster were sent. Times are epoch ms. */
export const rosterWatches = sqliteTable(
	"roster_watches",
	{
		rosterId: text("roster_id").primaryKey(),
		/** Hand-overs up to this time need no message. */
		lookedAt: integer("looked_at").notNull(),
		lookAt: integer("look_at").notNull(),
		/** Faults ahead that managers were notified of. */
		faults: text({ mode: "json" }).$type<string[]>().notNull().default([]),
		/** The first change that no message reported, and the turns before it. */
		changedAt: integer("changed_at"),
		before: text({ mode: "json" }).$type<RosterHistory>(),
	},
	(table) => [index("roster_watches_due").on(table.lookAt)],
);

export const dutyCalendars = sqliteTable("duty_calendars", {
	id: text().primaryKey(),
	userId: text("user_id").notNull().unique(),
	tokenDigest: text("token_digest").notNull(),
	createdAt: instant("created_at").notNull(),
	lastUsedAt: instant("last_used_at"),
});
