import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export type EvidenceKind = "audit" | "messages";

/** Objects in R2. Each contains rows of one UTC month; id ranges do not overlap. */
export const evidenceParts = sqliteTable(
	"evidence_parts",
	{
		objectKey: text("object_key").primaryKey(),
		kind: text().$type<EvidenceKind>().notNull(),
		firstId: text("first_id").notNull(),
		lastId: text("last_id").notNull(),
		rows: integer().notNull(),
		bytes: integer().notNull(),
		/** Hex. */
		checksum: text().notNull(),
		/** Epoch ms. */
		monthEndsAt: integer("month_ends_at").notNull(),
		/** Search keys of its rows, so that a search can skip it; null: too many. */
		facets: text({ mode: "json" }).$type<string[]>(),
		/** A person in it was erased since it was written. */
		isStale: integer("is_stale", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		index("evidence_parts_by_id").on(table.kind, table.firstId),
		index("evidence_parts_by_month").on(table.monthEndsAt),
	],
);

/** Rows of the audit log by month and row number: up to which rows were stored. */
export type AuditStanding = Record<string, number>;

/** Rows in a review's file. `after`: an earlier file contains the rows up to there. Times are epoch ms. */
export type TrailReading = {
	upTo: AuditStanding;
	parts: { from: number; to: number; after?: AuditStanding }[];
};

/** A review of one month of the audit log. Times are epoch ms; `to` is excluded. */
export const trailReviews = sqliteTable(
	"trail_reviews",
	{
		id: text().primaryKey(),
		/** Such as 2026-10. */
		month: text().notNull(),
		zone: text().notNull(),
		from: integer("from_at").notNull(),
		to: integer("to_at").notNull(),
		/** Null: the monthly schedule. */
		startedBy: text("started_by"),
		createdAt: integer("created_at").notNull(),
		/** When it is due; null: no one waits for it. */
		dueAt: integer("due_at"),
		reminders: integer().notNull().default(0),
		/** When its file is queued to be made; null: no file is wanted. */
		makeAt: integer("make_at"),
		/** Counts hand-overs. A file from an earlier one is rejected. */
		attempt: integer().notNull().default(0),
		/** The user who last requested the file. */
		makerId: text("maker_id"),
		reading: text({ mode: "json" }).$type<TrailReading>(),
		fileId: text("file_id"),
		rows: integer(),
		unnamed: integer(),
		/** Remarks in the file. */
		remarks: integer(),
		error: text(),
		signedAt: integer("signed_at"),
	},
	(table) => [uniqueIndex("trail_reviews_by_month").on(table.month), index("trail_reviews_by_making").on(table.makeAt)],
);

/** Never changed or deleted. */
export const trailRemarks = sqliteTable(
	"trail_remarks",
	{
		id: text().primaryKey(),
		reviewId: text("review_id").notNull(),
		auditId: text("audit_id").notNull(),
		authorId: text("author_id").notNull(),
		author: text().notNull(),
		at: integer().notNull(),
		text: text().notNull(),
	},
	(table) => [index("trail_remarks_by_review").on(table.reviewId)],
);

export const evidenceErasures = sqliteTable("evidence_erasures", { contactId: text("contact_id").primaryKey() });
