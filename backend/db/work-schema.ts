import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Scope } from "../../shared/account/account";
import type { AuditKind } from "../../shared/account/audit";
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

/** What a kept answer is about, and a secret that it holds: of whom, and what it is made anew from besides the request's key. */
export type StoredEntity = { kind: AuditKind; id: string };
export type StoredSecret = { mint: string; senderId: string; salt: string; digest: string };

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
	/** A user who makes it renews this; after it another user goes on. Epoch ms. */
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

/** Calls that made something, by the key that a repeated one has too. The key itself is not kept. */
export const keptRequests = sqliteTable(
	"repeatable_requests",
	{
		/** Of the user, or of a program's key. */
		callerId: text("caller_id").notNull(),
		keyDigest: text("key_digest").notNull(),
		/** Of the procedure and its input. */
		askedDigest: text("asked_digest").notNull(),
		/** What the caller might do then: role and groups. */
		access: text().notNull(),
		/** Epoch ms. */
		at: integer().notNull(),
		entities: text({ mode: "json" }).$type<StoredEntity[]>().notNull(),
		/** Of the entities as the call left them. */
		stateDigest: text("state_digest"),
		/** As superjson writes it, without its secrets. Null: too long, or the call ended before it. */
		answer: text(),
		secrets: text({ mode: "json" }).$type<StoredSecret[]>().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.callerId, table.keyDigest] }),
		index("repeatable_requests_by_time").on(table.at),
	],
);
