import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Brand } from "../../shared/account/brand";
import { instant } from "./fleet-schema";

export const brandDrafts = sqliteTable("brand_drafts", {
	id: text().primaryKey(),
	version: integer().notNull().default(1),
	brand: text({ mode: "json" }).$type<Brand>().notNull(),
});

export const brandPublications = sqliteTable(
	"brand_publications",
	{
		/** Epoch ms of its publication, or the next free number. */
		revision: integer().primaryKey(),
		brand: text({ mode: "json" }).$type<Brand>().notNull(),
		/** Stands for the account in public URLs. */
		key: text().notNull(),
		publishedAt: instant("published_at").notNull(),
		publishedBy: text("published_by").notNull(),
		/** When the directory is updated, epoch ms; null: done. */
		dueAt: integer("due_at"),
	},
	(table) => [index("brand_publications_due").on(table.dueAt)],
);

export const brandImages = sqliteTable("brand_images", {
	hash: text().primaryKey(),
	width: integer().notNull(),
	height: integer().notNull(),
	bytes: integer().notNull(),
	createdAt: instant("created_at").notNull(),
});
