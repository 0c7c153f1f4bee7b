import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Said } from "../../shared/log/said";
import type {
	ReportDefinition,
	ReportFile,
	ReportFormat,
	ReportRevision,
	ReportRunState,
	ReportTrigger,
	SignatureMeaning,
} from "../../shared/report/report";
import type { PrintedReport, VerifiedFile } from "../../shared/report/verify-file";
import type { IdentityProof } from "../../shared/session/identity-confirmation";
import { instant } from "./fleet-schema";

export const reports = sqliteTable(
	"reports",
	{
		id: text().primaryKey(),
		name: text().notNull(),
		isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
		format: text().$type<ReportFormat>().notNull(),
		schedule: text().notNull().default(""),
		description: text().notNull().default(""),
		contactIds: text("contact_ids", { mode: "json" }).$type<string[]>().notNull(),
		nextRunAt: instant("next_run_at"),
		lastRunAt: instant("last_run_at"),
		createdAt: instant("created_at").notNull(),
		version: integer().notNull().default(1),
		/** The member whose scope applies; null: no longer exists, so nothing is left out. */
		savedBy: text("saved_by"),
	},
	// The alarm reads the next one at every write.
	(table) => [index("reports_by_next_run").on(table.nextRunAt)],
);

/** Rows never change: an edit adds a version. */
export const reportVersions = sqliteTable(
	"report_versions",
	{
		reportId: text("report_id").notNull(),
		version: integer().notNull(),
		definition: text({ mode: "json" }).$type<ReportDefinition>().notNull(),
		savedAt: instant("saved_at").notNull(),
		/** Null: the previous release wrote the row. */
		savedBy: text("saved_by"),
	},
	(table) => [primaryKey({ columns: [table.reportId, table.version] })],
);

/** Times are epoch ms; `from` inclusive, `to` exclusive. */
export const reportRuns = sqliteTable(
	"report_runs",
	{
		id: text().primaryKey(),
		reportId: text("report_id").notNull(),
		definitionVersion: integer("definition_version").notNull(),
		from: integer("from_at").notNull(),
		to: integer("to_at").notNull(),
		trigger: text().$type<ReportTrigger>().notNull(),
		/** The name of a user. */
		requestedBy: text("requested_by"),
		/** Null: no one requested it, or the previous release wrote the row. */
		requesterId: text("requester_id"),
		isSent: integer("is_sent", { mode: "boolean" }).notNull(),
		/** Unique for a scheduled run, so that a period never runs twice; null: any other run. */
		periodKey: text("period_key"),
		state: text().$type<ReportRunState>().notNull(),
		/** Counts claims. Only the latest claim may read pages. */
		attempt: integer().notNull(),
		leaseUntil: integer("lease_until"),
		dueAt: integer("due_at"),
		/** Set at the first claim: the run still reads what a retention removes later. */
		keptFrom: text("kept_from", { mode: "json" }).$type<Record<string, number>>(),
		/** The store's upload number at the first claim. Higher numbers came later. */
		seq: integer(),
		/** Hash of the calibrations over its period at the first claim; null: the previous release wrote the row. */
		calibrated: text(),
		uploadId: text("upload_id"),
		done: integer(),
		of: integer(),
		rows: integer(),
		excursions: integer(),
		notes: text({ mode: "json" }).$type<string[]>().notNull(),
		notesSaid: text("notes_said", { mode: "json" }).$type<(Said | null)[]>(),
		error: text(),
		errorSaid: text("error_said", { mode: "json" }).$type<Said>(),
		/** The language of its files; null: English, from a release without languages. */
		language: text(),
		revision: text({ mode: "json" }).$type<ReportRevision>(),
		/** How its figures let a reading hold (`holdingMethod`); null: 1. */
		method: integer(),
		queuedAt: integer("queued_at").notNull(),
		startedAt: integer("started_at"),
		finishedAt: integer("finished_at"),
		/** Null: no expiry. */
		keptUntil: integer("kept_until"),
	},
	(table) => [
		index("report_runs_by_report").on(table.reportId, table.id),
		index("report_runs_by_due").on(table.state, table.dueAt),
		index("report_runs_by_expiry").on(table.keptUntil),
		index("report_runs_by_end").on(table.to),
		uniqueIndex("report_runs_by_period").on(table.reportId, table.periodKey),
	],
);

export const reportFiles = sqliteTable(
	"report_files",
	{
		id: text().primaryKey(),
		runId: text("run_id").notNull(),
		kind: text().$type<ReportFile["kind"]>().notNull(),
		name: text().notNull(),
		mediaType: text("media_type").notNull(),
		objectKey: text("object_key").notNull(),
		bytes: integer().notNull(),
		/** Hex. */
		sha256: text().notNull(),
		groupId: text("group_id"),
		groupName: text("group_name"),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [index("report_files_by_run").on(table.runId)],
);

/** Objects in R2 that no row names. `dueAt`: when they are deleted. */
export const reportGarbage = sqliteTable(
	"report_garbage",
	{ objectKey: text("object_key").primaryKey(), uploadId: text("upload_id"), dueAt: integer("due_at").notNull() },
	(table) => [index("report_garbage_by_due").on(table.dueAt)],
);

/** Opens a file for a contact without a sign-in. Times are epoch ms. */
export const reportLinks = sqliteTable(
	"report_links",
	{
		id: text().primaryKey(),
		runId: text("run_id").notNull(),
		fileId: text("file_id").notNull(),
		contactId: text("contact_id").notNull(),
		addressVersion: text("address_version").notNull(),
		form: text().$type<"attached" | "link">().notNull(),
		messageId: text("message_id").notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		revokedAt: integer("revoked_at"),
		opened: integer().notNull().default(0),
	},
	(table) => [index("report_links_by_run").on(table.runId)],
);

/** Rows are never changed or erased. They hold the signer's name at that time. */
export const reportSignatures = sqliteTable(
	"report_signatures",
	{
		id: text().primaryKey(),
		runId: text("run_id").notNull(),
		fileId: text("file_id").notNull(),
		sha256: text().notNull(),
		userId: text("user_id").notNull(),
		sub: text().notNull(),
		name: text().notNull(),
		email: text(),
		meaning: text().$type<SignatureMeaning>().notNull(),
		reason: text().notNull().default(""),
		at: integer().notNull(),
		/** How the signer was confirmed. Null: by the password, or the previous release wrote the row. */
		proof: text({ mode: "json" }).$type<IdentityProof>(),
	},
	(table) => [index("report_signatures_by_run").on(table.runId)],
);

export const identityConfirmations = sqliteTable("identity_confirmations", {
	id: text().primaryKey(),
	userId: text("user_id").notNull(),
	signIn: text("sign_in").notNull(),
	purpose: text().notNull(),
	/** Null: the previous release wrote the row. */
	proof: text({ mode: "json" }).$type<IdentityProof>(),
	confirmedAt: integer("confirmed_at").notNull(),
});

/** The code that was sent to a person last, to confirm an action. Tries and codes count together until `countedUntil`. */
export const proofCodes = sqliteTable("proof_codes", {
	userId: text("user_id").primaryKey(),
	codeDigest: text("code_digest").notNull(),
	triesLeft: integer("tries_left").notNull(),
	sendsLeft: integer("sends_left").notNull(),
	countedUntil: integer("counted_until").notNull(),
	expiresAt: instant("expires_at").notNull(),
});

/** Signed files whose signed copy is still to be made. */
export const reportEditions = sqliteTable(
	"report_editions",
	{
		fileId: text("file_id").primaryKey(),
		runId: text("run_id").notNull(),
		/** Counts hand-overs. A copy from an earlier one is rejected. */
		attempt: integer().notNull(),
		dueAt: integer("due_at").notNull(),
	},
	(table) => [index("report_editions_by_due").on(table.dueAt)],
);

/** Public facts about a file by its hash, even after its deletion. Times are epoch ms. */
export const fileHashes = sqliteTable(
	"file_hashes",
	{
		/** Hex. */
		sha256: text().primaryKey(),
		runId: text("run_id").notNull(),
		/** The original file, if this one is a copy. */
		fileId: text("file_id").notNull(),
		kind: text().$type<VerifiedFile["kind"]>().notNull(),
		companyName: text("company_name").notNull(),
		productName: text("product_name").notNull(),
		madeAt: integer("made_at").notNull(),
		revisedAt: integer("revised_at"),
		signedAt: integer("signed_at"),
		/** When it is written to the directory; null: done. */
		dueAt: integer("due_at"),
		printed: text({ mode: "json" }).$type<PrintedReport>(),
	},
	(table) => [index("file_hashes_by_run").on(table.runId), index("file_hashes_by_due").on(table.dueAt)],
);
