import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BucketOutcome, LakeNight } from "../../shared/account/lake";
import type { ReadingsPosition } from "../../shared/log/reading-changes";

export type LakeStage = "rest" | "look" | "files" | "manifest" | "copies" | "ownManifest" | "removal";

/** One row, from the first time that the lake is on. `step` fences consumers: each task has its own. Times are epoch ms. */
export const lakes = sqliteTable("lakes", {
	id: text().primaryKey(),
	isOn: integer("is_on", { mode: "boolean" }).notNull(),
	since: integer(),
	/** The part of the account's changes that the days have; null: none. */
	position: text({ mode: "json" }).$type<ReadingsPosition>(),
	/** Days without a file are looked for from the first reading on. */
	isWidened: integer("is_widened", { mode: "boolean" }).notNull().default(true),
	stage: text().$type<LakeStage>().notNull().default("rest"),
	step: integer().notNull().default(0),
	hand: text().$type<"none" | "handed" | "claimed">().notNull().default("none"),
	dueAt: integer("due_at"),
	failures: integer().notNull().default(0),
	oldDays: integer("old_days").notNull().default(0),
	night: text({ mode: "json" }).$type<LakeNight>(),
	lastNight: text("last_night", { mode: "json" }).$type<LakeNight>(),
	endpoint: text(),
	bucket: text(),
	prefix: text(),
	region: text(),
	keyId: text("key_id"),
	secret: text(),
	outcome: text({ mode: "json" }).$type<BucketOutcome>(),
});

/** The next file of a day begins after the device, or within it at the cursor. */
export type LakePosition = { deviceId: string; cursor: string | null };

export const lakeDays = sqliteTable("lake_days", {
	day: integer().primaryKey(),
	isDue: integer("is_due", { mode: "boolean" }).notNull(),
	/** Left out for the rest of the night. */
	isFailed: integer("is_failed", { mode: "boolean" }).notNull().default(false),
	rows: integer().notNull().default(0),
	making: text({ mode: "json" }).$type<LakePosition>(),
	storedAt: integer("stored_at"),
});

export const lakeFiles = sqliteTable(
	"lake_files",
	{
		path: text().primaryKey(),
		day: integer().notNull(),
		/** `made`: whole, of a day that is not. Only living files are named by the manifest. */
		state: text().$type<"begun" | "made" | "living" | "gone">().notNull(),
		rows: integer().notNull().default(0),
		bytes: integer().notNull().default(0),
		sha256: text().notNull().default(""),
		/** When it is deleted, epoch ms; null: never. */
		dueAt: integer("due_at"),
		/** State of the copy in the account's own bucket; `begun`: it may be there. */
		copy: text().$type<"none" | "begun" | "done">().notNull().default("none"),
	},
	(table) => [index("lake_files_by_day").on(table.day)],
);
