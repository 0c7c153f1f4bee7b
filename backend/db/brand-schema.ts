import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Brand } from "../../shared/account/brand";
import { instant } from "./fleet-schema";

/** What a user is working on: one row, once anybody has begun. */
export const brandDrafts = sqliteTable("brand_drafts", {
	/** The account's. */
	id: text().primaryKey(),
	version: integer().notNull().default(1),
	brand: text({ mode: "json" }).$type<Brand>().notNull(),
});

/** The latest is what everybody sees. */
export const brandPublications = sqliteTable(
	"brand_publications",
	{
		/** Epoch ms of its publication, or the next free one. */
		revision: integer().primaryKey(),
		brand: text({ mode: "json" }).$type<Brand>().notNull(),
		/** Stands for the account in what everybody sees. */
		key: text().notNull(),
		publishedAt: instant("published_at").notNull(),
		/** As they were called then. */
		publishedBy: text("published_by").notNull(),
		/** When the directory is notified, epoch ms; null: it knows. */
		dueAt: integer("due_at"),
	},
	(table) => [index("brand_publications_due").on(table.dueAt)],
);

/** What lies in R2, named by the same hash. */
export const brandImages = sqliteTable("brand_images", {
	hash: text().primaryKey(),
	width: integer().notNull(),
	height: integer().notNull(),
	bytes: integer().notNull(),
	createdAt: instant("created_at").notNull(),
});
