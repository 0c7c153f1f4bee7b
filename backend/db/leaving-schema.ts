import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DataExportState } from "../../shared/account/leaving";

/** Exists while the account is to be deleted. Times are epoch ms. */
export const accountDeletions = sqliteTable("account_deletions", {
	id: text().primaryKey(),
	requestedBy: text("requested_by").notNull(),
	requestedAt: integer("requested_at").notNull(),
	endsAt: integer("ends_at").notNull(),
	remindedAt: integer("reminded_at"),
	closedAt: integer("closed_at"),
});

export type ArchiveSums = { files: number; bytes: number; objects: number };

/** Times are epoch ms. */
export const dataExports = sqliteTable(
	"data_exports",
	{
		id: text().primaryKey(),
		state: text().$type<DataExportState>().notNull(),
		requestedById: text("requested_by_id").notNull(),
		requestedBy: text("requested_by").notNull(),
		createdAt: integer("created_at").notNull(),
		step: integer().notNull().default(0),
		dueAt: integer("due_at"),
		/** The next part to plan, and the last planned id. */
		stage: text().$type<ExportStage>().notNull(),
		afterId: text("after_id").notNull().default(""),
		devices: integer().notNull(),
		devicesDone: integer("devices_done").notNull().default(0),
		archives: text({ mode: "json" }).$type<ArchiveSums[]>().notNull(),
		finishedAt: integer("finished_at"),
		expiresAt: integer("expires_at"),
	},
	(table) => [index("data_exports_by_due").on(table.dueAt)],
);

export const exportStages = [
	"clearing",
	"about",
	"tables",
	"devices",
	"reports",
	"attachments",
	"manifest",
	"whole",
] as const;
export type ExportStage = (typeof exportStages)[number];

export type ExportSource =
	| { kind: "readme" | "manifest" | "audit" | "archivedAudit" | "archivedMessages" }
	| { kind: "table"; name: string }
	| { kind: "readings"; deviceId: string; from: number; to: number }
	| { kind: "reportFile"; bytes: number; sha256: string }
	| { kind: "image"; hash: string };

/** A slice of a file in R2. `packedBytes`: deflated size; absent: not deflated. */
export type ExportObject = { key: string; bytes: number; packedBytes?: number };

export const dataExportFiles = sqliteTable(
	"data_export_files",
	{
		exportId: text("export_id").notNull(),
		number: integer().notNull(),
		path: text().notNull(),
		source: text({ mode: "json" }).$type<ExportSource>().notNull(),
		reportKey: text("report_key"),
		/** Start of the next slice; null: at the beginning. */
		cursor: text(),
		objects: text({ mode: "json" }).$type<ExportObject[]>().notNull(),
		rows: integer().notNull().default(0),
		bytes: integer().notNull().default(0),
		crc: integer().notNull().default(0),
		/** Hex; null: not finished. */
		sha256: text(),
		archive: integer(),
	},
	(table) => [
		primaryKey({ columns: [table.exportId, table.number] }),
		index("data_export_files_by_archive").on(table.exportId, table.archive, table.number),
		index("data_export_files_by_report").on(table.reportKey).where(sql`report_key IS NOT NULL`),
	],
);
