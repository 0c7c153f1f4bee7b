import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Scope } from "../../shared/account/account";
import type { ChangeDevices } from "../../shared/device/device-inputs";
import type { CallOrigin } from "../base/context";

/** Who began it, as they were then. */
export type BegunBy = { id: string; name: string; scope: Scope };

/** What is done with each device. */
export type BulkWhat =
	| ({ kind: "change" } & Omit<ChangeDevices, "deviceIds">)
	| { kind: "mute"; mutedUntil: number | null; muteReason: string }
	| { kind: "archive" | "restore" | "keepReadings" | "undo" }
	| { kind: "delete"; deletedFrom: number };

/** Changes of many devices that are made in slices. Of one that has no part left only what came of it stays for a while. */
export const bulkChanges = sqliteTable("bulk_changes", {
	/** Of the undo that it makes, or that it is. */
	id: text().primaryKey(),
	what: text({ mode: "json" }).$type<BulkWhat>().notNull(),
	begunBy: text("begun_by", { mode: "json" }).$type<BegunBy>().notNull(),
	origin: text({ mode: "json" }).$type<CallOrigin>().notNull(),
	/** Epoch ms. */
	at: integer().notNull(),
	changed: integer().notNull().default(0),
	/** Whoever makes it renews this; after it somebody else goes on. Epoch ms. */
	leaseUntil: integer("lease_until").notNull(),
});

/** What is left of it: a slice is deleted in the transaction that makes it. */
export const bulkChangeParts = sqliteTable(
	"bulk_change_parts",
	{
		changeId: text("change_id").notNull(),
		part: integer().notNull(),
		/** Ids of devices, or entries of an undo. */
		items: text({ mode: "json" }).$type<unknown[]>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.changeId, table.part] })],
);
