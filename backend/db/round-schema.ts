import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RoundPeople, RoundPlace, RoundResult, RoundSchedule } from "../../shared/round/round";
import { instant } from "./fleet-schema";

export const rounds = sqliteTable(
	"rounds",
	{
		id: text().primaryKey(),
		name: text().notNull(),
		groupId: text("group_id"),
		plan: text({ mode: "json" }).$type<RoundSchedule>().notNull(),
		places: text({ mode: "json" }).$type<RoundPlace[]>().notNull(),
		people: text({ mode: "json" }).$type<RoundPeople>().notNull(),
		version: integer().notNull().default(1),
		createdAt: instant("created_at").notNull(),
		/** Epoch ms. Dues before it belong to an earlier schedule, or to none. */
		since: integer().notNull(),
		/** Dues before this time (epoch ms) are known to be done or missed. */
		lookedTo: integer("looked_to").notNull(),
		lookAt: integer("look_at"),
	},
	(table) => [index("rounds_due").on(table.lookAt)],
);

/** Checks and values that a person entered. They are neither readings nor seen by rules. Times are epoch ms. */
export const roundEntries = sqliteTable(
	"round_entries",
	{
		id: text().primaryKey(),
		roundId: text("round_id").notNull(),
		roundName: text("round_name").notNull(),
		placeId: text("place_id").notNull(),
		placeName: text("place_name").notNull(),
		/** Devices of the place's checks at that time. They decide which members see the entry. */
		deviceIds: text("device_ids", { mode: "json" }).$type<string[]>().notNull(),
		at: integer().notNull(),
		readAt: integer("read_at").notNull(),
		receivedAt: integer("received_at").notNull(),
		clockOffMs: integer("clock_off_ms"),
		dueAt: integer("due_at"),
		userId: text("user_id").notNull(),
		userName: text("user_name").notNull(),
		results: text({ mode: "json" }).$type<RoundResult[]>().notNull(),
		reason: text().notNull(),
		reasonBy: text("reason_by"),
		reasonAt: integer("reason_at"),
	},
	(table) => [
		index("round_entries_by_round").on(table.roundId, table.at),
		index("round_entries_by_receipt").on(table.receivedAt),
	],
);

/** A message that waits for its time: of a contact's quiet hours, or of the second step. */
export type RoundPlan = { at: number; step: 0 | 1; contactIds: string[] | null };

export const roundMisses = sqliteTable(
	"round_misses",
	{
		roundId: text("round_id").notNull(),
		dueAt: integer("due_at").notNull(),
		/** Places that were checked in time, of all. */
		done: integer().notNull(),
		places: integer().notNull(),
		plans: text({ mode: "json" }).$type<RoundPlan[]>().notNull(),
		nextAt: integer("next_at"),
	},
	(table) => [primaryKey({ columns: [table.roundId, table.dueAt] }), index("round_misses_next").on(table.nextAt)],
);
