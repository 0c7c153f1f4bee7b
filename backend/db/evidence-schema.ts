import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export type EvidenceKind = "audit" | "messages";

/** Objects in R2. Each holds rows of one UTC month; id ranges do not overlap. */
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

export const evidenceErasures = sqliteTable("evidence_erasures", { contactId: text("contact_id").primaryKey() });
