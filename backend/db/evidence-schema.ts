import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What shows an auditor who changed what, and who was notified. */
export type EvidenceKind = "audit" | "messages";

/** Objects that hold rows which the database holds no more: each some of one UTC month, none of another's ids. */
export const evidenceParts = sqliteTable(
	"evidence_parts",
	{
		objectKey: text("object_key").primaryKey(),
		kind: text().$type<EvidenceKind>().notNull(),
		firstId: text("first_id").notNull(),
		lastId: text("last_id").notNull(),
		rows: integer().notNull(),
		bytes: integer().notNull(),
		/** Of the object, as hex. */
		checksum: text().notNull(),
		/** Epoch ms. */
		monthEndsAt: integer("month_ends_at").notNull(),
		/** What its rows can be requested by, so that a search passes over it; null: too many to say. */
		facets: text({ mode: "json" }).$type<string[]>(),
		/** A user in it was erased since it was written. */
		isStale: integer("is_stale", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		index("evidence_parts_by_id").on(table.kind, table.firstId),
		index("evidence_parts_by_month").on(table.monthEndsAt),
	],
);

/** Contacts that every reader leaves out, until no object names them any more. */
export const evidenceErasures = sqliteTable("evidence_erasures", { contactId: text("contact_id").primaryKey() });
