import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DataExportState } from "../../shared/account/leaving";

/** One row while the account is to be deleted. Times are epoch ms. */
export const accountDeletions = sqliteTable("account_deletions", {
	/** The account's. */
	id: text().primaryKey(),
	/** As they were called then. */
	requestedBy: text("requested_by").notNull(),
	requestedAt: integer("requested_at").notNull(),
	/** Until then it can be taken back. */
	endsAt: integer("ends_at").notNull(),
	/** When everybody was reminded of it. */
	remindedAt: integer("reminded_at"),
	/** Since when nothing is done for anybody any more. */
	closedAt: integer("closed_at"),
});

/** Of one archive to be downloaded. */
export type ArchiveSums = { files: number; bytes: number; objects: number };

/** Times are epoch ms. */
export const dataExports = sqliteTable(
	"data_exports",
	{
		id: text().primaryKey(),
		state: text().$type<DataExportState>().notNull(),
		requestedById: text("requested_by_id").notNull(),
		/** As they were called then. */
		requestedBy: text("requested_by").notNull(),
		createdAt: integer("created_at").notNull(),
		/** Counts what was done: names each piece of work. */
		step: integer().notNull().default(0),
		/** When the alarm looks at it next; null: nothing is left to do. */
		dueAt: integer("due_at"),
		/** What is planned next, and after which id of it. */
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

export const exportStages = ["about", "tables", "devices", "reports", "manifest", "whole"] as const;
export type ExportStage = (typeof exportStages)[number];

/** What a file is made of. `from` and `to` are epoch ms. */
export type ExportSource =
	| { kind: "readme" | "manifest" | "audit" | "archivedAudit" | "archivedMessages" }
	| { kind: "table"; name: string }
	| { kind: "readings"; deviceId: string; from: number; to: number }
	| { kind: "reportFile"; bytes: number; sha256: string }
	| { kind: "image"; hash: string };

/** A slice of a file in R2. `packedBytes`: as it lies there, deflated; absent: as it is. */
export type ExportObject = { key: string; bytes: number; packedBytes?: number };

export const dataExportFiles = sqliteTable(
	"data_export_files",
	{
		exportId: text("export_id").notNull(),
		/** In the order in which they are made. */
		number: integer().notNull(),
		path: text().notNull(),
		source: text({ mode: "json" }).$type<ExportSource>().notNull(),
		/** A file of a report is not copied: it stays where it is. */
		reportKey: text("report_key"),
		/** Where its next slice begins; null: at its beginning. */
		cursor: text(),
		objects: text({ mode: "json" }).$type<ExportObject[]>().notNull(),
		rows: integer().notNull().default(0),
		bytes: integer().notNull().default(0),
		crc: integer().notNull().default(0),
		/** Hex; null: it is not whole yet. */
		sha256: text(),
		/** Of the archives, from 1. */
		archive: integer(),
	},
	(table) => [
		primaryKey({ columns: [table.exportId, table.number] }),
		index("data_export_files_by_archive").on(table.exportId, table.archive, table.number),
		index("data_export_files_by_report").on(table.reportKey).where(sql`report_key IS NOT NULL`),
	],
);
