import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Scope } from "../../shared/account/account";
import type { AuditKind } from "../../shared/account/audit";
import type { NamedDefinition } from "../../shared/device/derived/inputs";
import type { ChangeDevices } from "../../shared/device/device-inputs";
import type { CallOrigin } from "../base/context";

/** The user's values at the start of the change. */
export type BegunBy = { id: string; name: string; scope: Scope };

export type BulkWhat =
	| ({ kind: "change" } & Omit<ChangeDevices, "deviceIds">)
	| { kind: "mute"; mutedUntil: number | null; muteReason: string }
	| { kind: "derive"; name: string; definition: NamedDefinition }
	| { kind: "archive" | "restore" | "keepReadings" | "undo" | "undoDerived" }
	| { kind: "delete"; deletedFrom: number };

/** `secrets` of a stored response: the inputs from which, with the request's key, each is minted again. */
export type StoredEntity = { kind: AuditKind; id: string };
export type StoredSecret = { mint: string; senderId: string; salt: string; digest: string };

/** A change without parts is finished: only its result stays for a while. */
export const bulkChanges = sqliteTable("bulk_changes", {
	/** Same as its undo's id. */
	id: text().primaryKey(),
	what: text({ mode: "json" }).$type<BulkWhat>().notNull(),
	begunBy: text("begun_by", { mode: "json" }).$type<BegunBy>().notNull(),
	origin: text({ mode: "json" }).$type<CallOrigin>().notNull(),
	at: integer().notNull(),
	changed: integer().notNull().default(0),
	/** Renewed by the worker. After it another worker may continue. Epoch ms. */
	leaseUntil: integer("lease_until").notNull(),
});

/** A part is deleted in the transaction that applies it. */
export const bulkChangeParts = sqliteTable(
	"bulk_change_parts",
	{
		changeId: text("change_id").notNull(),
		part: integer().notNull(),
		/** Device ids, or entries of an undo. */
		items: text({ mode: "json" }).$type<unknown[]>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.changeId, table.part] })],
);

/** Stores calls that created something, by the digest of their key. The key itself is not stored. */
export const keptRequests = sqliteTable(
	"repeatable_requests",
	{
		/** A user or an API key. */
		callerId: text("caller_id").notNull(),
		keyDigest: text("key_digest").notNull(),
		/** Digest of the procedure and its input. */
		askedDigest: text("asked_digest").notNull(),
		/** The caller's role and groups at that time. */
		access: text().notNull(),
		at: integer().notNull(),
		entities: text({ mode: "json" }).$type<StoredEntity[]>().notNull(),
		/** Digest of the entities after the call. */
		stateDigest: text("state_digest"),
		/** superjson without secrets. Null: too long, or the call did not finish. */
		answer: text(),
		secrets: text({ mode: "json" }).$type<StoredSecret[]>().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.callerId, table.keyDigest] }),
		index("repeatable_requests_by_time").on(table.at),
	],
);
