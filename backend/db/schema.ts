import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Scope, SecondStep, UserStatus } from "../../shared/account/account";
import type { ApiKeyAccess } from "../../shared/account/api-key";
import type { PlanStatus } from "../../shared/account/billing";
import type { Role } from "../../shared/account/permissions";
import type { StorageContacts, WhenFull } from "../../shared/account/storage";
import type { ViewScreen } from "../../shared/account/view";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import type { IntegrationEndpointName, MessageOutcome } from "../../shared/ingest/integration-message";
import type { LogEntryKind, LogEvent } from "../../shared/log/log";
import type { KeepFormat } from "../../shared/log/stored-format";
import type { UndoneImport } from "../../shared/log/undone-import";
import type { ContactLanguage } from "../../shared/message/contact";
import type { PaperRetention, ReportSettings } from "../../shared/report/report-settings";
import { instant } from "./fleet-schema";

export * from "./alert-schema";
export * from "./billing-schema";
export * from "./brand-schema";
export * from "./contact-schema";
export * from "./evidence-schema";
export * from "./fleet-schema";
export * from "./leaving-schema";
export * from "./message-schema";
export * from "./report-schema";
export * from "./work-schema";

export const account = sqliteTable("account", {
	id: text().primaryKey(),
	companyName: text("company_name").notNull(),
	productName: text("product_name").notNull(),
	logoUrl: text("logo_url"),
	timeZone: text("time_zone").notNull(),
	planName: text("plan_name").notNull(),
	planStatus: text("plan_status").$type<PlanStatus>().notNull(),
	trialEndsAt: instant("trial_ends_at"),
	includedDevices: integer("included_devices"),
	includedUsers: integer("included_users"),
	quotaBytes: integer("quota_bytes").notNull(),
	/** Whether the quota ends anything. Set by a user who bills the account; without billing it only informs. */
	isQuotaBinding: integer("is_quota_binding", { mode: "boolean" }).notNull().default(false),
	whenFull: text("when_full").$type<WhenFull>().notNull().default("refuse"),
	/** Who is notified of how full it is, beside the owners. Null: whom the alert rules notify. */
	storageContacts: text("storage_contacts", { mode: "json" }).$type<StorageContacts>(),
	/** The level that was last notified: 0, 70, 90 or 100. */
	notifiedPercent: integer("notified_percent").notNull().default(0),
	/** Since when it has been full, and when that was last notified, epoch ms; null: it is not. */
	fullSince: integer("full_since"),
	fullNotifiedAt: integer("full_notified_at"),
	/** How full its object was when that was last notified: 0 or 80. */
	objectNotifiedPercent: integer("object_notified_percent").notNull().default(0),
	/** Of devices without their own or their groups' retention; null: for ever. */
	retentionDays: integer("retention_days"),
	createdAt: instant("created_at").notNull(),
	/** No row that programs follow gets a receipt of up to it any more. */
	receiptFloor: integer("receipt_floor").notNull().default(0),
	version: integer().notNull().default(1),
	legalName: text("legal_name").notNull().default(""),
	taxId: text("tax_id").notNull().default(""),
	industry: text().notNull().default(""),
	description: text().notNull().default(""),
	street: text().notNull().default(""),
	postcode: text().notNull().default(""),
	city: text().notNull().default(""),
	region: text().notNull().default(""),
	country: text().notNull().default(""),
	phone: text().notNull().default(""),
	email: text().notNull().default(""),
	website: text().notNull().default(""),
	supportContact: text("support_contact").notNull().default(""),
	language: text().$type<ContactLanguage>().notNull().default("en"),
	hourCycle: text("hour_cycle").$type<DisplayFormats["hourCycle"]>().notNull().default("12"),
	dateOrder: text("date_order").$type<DisplayFormats["dateOrder"]>().notNull().default("month"),
	weekStart: text("week_start").$type<DisplayFormats["weekStart"]>().notNull().default("monday"),
	decimalSign: text("decimal_sign").$type<DisplayFormats["decimalSign"]>().notNull().default("point"),
	temperatureUnit: text("temperature_unit").$type<DisplayFormats["temperatureUnit"]>().notNull().default("stored"),
	/** From then on every member must sign in by a second step. Null: no one must. */
	secondStepFrom: instant("second_step_from"),
	/** When a user put the first steps away, for all. */
	firstStepsHiddenAt: instant("first_steps_hidden_at"),
	reportRetention: text("report_retention").$type<ReportSettings["reportRetention"]>().notNull().default("400d"),
	/** As decided; `evidenceKept`: as in force, and when the one that is shorter applies, epoch ms; null: none waits. */
	evidenceRetention: text("evidence_retention").$type<PaperRetention>().notNull().default("400d"),
	evidenceKept: text("evidence_kept").$type<PaperRetention>().notNull().default("400d"),
	evidenceShorterAt: integer("evidence_shorter_at"),
	reportMail: text("report_mail").$type<ReportSettings["reportMail"]>().notNull().default("asSaved"),
	fileCheck: text("file_check").$type<ReportSettings["fileCheck"]>().notNull().default("on"),
});

/**
 * Points in time that the account's object was restored to, as it found out afterwards. It sends nothing while one is
 * not released. Times are epoch ms.
 */
export const recoveries = sqliteTable("recoveries", {
	/** The directory's. */
	id: text().primaryKey(),
	restoredTo: integer("restored_to").notNull(),
	heldAt: integer("held_at").notNull(),
	releasedAt: integer("released_at"),
});

export const users = sqliteTable("users", {
	id: text().primaryKey(),
	sub: text().notNull().unique(),
	name: text().notNull(),
	email: text().notNull(),
	role: text().$type<Role>().notNull(),
	scope: text({ mode: "json" }).$type<Scope>().notNull(),
	status: text().$type<UserStatus>().notNull(),
	lastSeenAt: instant("last_seen_at"),
	createdAt: instant("created_at").notNull(),
	/** When the token of the current name and e-mail was issued, epoch seconds. */
	identityIssuedAt: integer("identity_issued_at"),
	version: integer().notNull().default(1),
	lastSignInAt: instant("last_sign_in_at"),
	/** As the console has reported it last. Null: it never did. */
	secondStep: text("second_step").$type<SecondStep>(),
});

/** The one sample of an account, while it is made, there, or removed. */
export const sampleFleet = sqliteTable("sample_fleet", {
	id: text().primaryKey(),
	state: text().$type<"loading" | "loaded" | "removing">().notNull(),
	/** Parts of its history that are stored. */
	storedParts: integer("stored_parts").notNull(),
	/** Where its history ends. */
	endsAt: instant("ends_at").notNull(),
});

/** What belongs to the sample: ids of its devices, groups and rules. Readings and events are of these. */
export const sampleThings = sqliteTable("sample_things", {
	id: text().primaryKey(),
	kind: text().$type<"device" | "group" | "alert">().notNull(),
});

/** One per address: the latest. Kept for a time after its end, so that its link can say why it no longer joins. */
export const invitations = sqliteTable(
	"invitations",
	{
		id: text().primaryKey(),
		/** Lower-case. */
		email: text().notNull().unique(),
		role: text().$type<Role>().notNull(),
		scope: text({ mode: "json" }).$type<Scope>().notNull(),
		note: text().notNull(),
		invitedBy: text("invited_by").notNull(),
		inviterName: text("inviter_name").notNull(),
		version: integer().notNull(),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
		endedAt: instant("ended_at"),
		end: text().$type<"accepted" | "revoked">(),
		/** When the directory's index must follow, or the row be forgotten. */
		dueAt: instant("due_at").notNull(),
	},
	(table) => [index("invitations_due").on(table.dueAt)],
);

/** Who was removed or has left, by `sub`. Sign-ins before `at` stay ended if they join again. */
export const departures = sqliteTable(
	"departures",
	{
		sub: text().primaryKey(),
		how: text().$type<"removed" | "left">().notNull(),
		at: instant("at").notNull(),
		/** The directory still names this account for them. */
		isDirectoryDue: integer("is_directory_due", { mode: "boolean" }).notNull(),
	},
	(table) => [index("departures_due").on(table.at).where(sql`is_directory_due = 1`)],
);

export const sessions = sqliteTable(
	"sessions",
	{
		id: text().primaryKey(),
		userId: text("user_id").notNull(),
		/** What all tokens of one sign-in share. Never leaves the object. */
		signIn: text("sign_in").notNull(),
		/** Epoch seconds. */
		authTime: integer("auth_time"),
		browser: text().notNull(),
		firstSeenAt: instant("first_seen_at").notNull(),
		lastSeenAt: instant("last_seen_at").notNull(),
		endedAt: instant("ended_at"),
	},
	(table) => [uniqueIndex("sessions_by_user").on(table.userId, table.signIn)],
);

/** What stood in the address of a screen. */
export const savedViews = sqliteTable(
	"saved_views",
	{
		id: text().primaryKey(),
		userId: text("user_id").notNull(),
		screen: text().$type<ViewScreen>().notNull(),
		name: text().notNull(),
		search: text().notNull(),
		isShared: integer("is_shared", { mode: "boolean" }).notNull(),
		version: integer().notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [index("saved_views_by_user").on(table.userId)],
);

/** Ends every sign-in of a user before `validAfter` (epoch seconds) but the spared one, recorded or not. */
export const sessionBounds = sqliteTable("session_bounds", {
	userId: text("user_id").primaryKey(),
	validAfter: integer("valid_after").notNull(),
	sparedSignIn: text("spared_sign_in"),
});

export const integrationKeys = sqliteTable("integration_keys", {
	id: text().primaryKey(),
	name: text().notNull(),
	keyDigest: text("key_digest").notNull(),
	previousKeyDigest: text("previous_key_digest"),
	previousKeyUntil: instant("previous_key_until"),
	isCreatingDevices: integer("is_creating_devices", { mode: "boolean" }).notNull(),
	lastUsedAt: instant("last_used_at"),
	createdAt: instant("created_at").notNull(),
	createdBy: text("created_by").notNull(),
	revokedAt: instant("revoked_at"),
});

export const apiKeys = sqliteTable("api_keys", {
	id: text().primaryKey(),
	name: text().notNull(),
	access: text().notNull().$type<ApiKeyAccess>(),
	scope: text({ mode: "json" }).notNull().$type<Scope>(),
	keyDigest: text("key_digest").notNull(),
	/** The user whose rights bound its own. */
	keptBy: text("kept_by").notNull(),
	createdAt: instant("created_at").notNull(),
	expiresAt: instant("expires_at"),
	lastUsedAt: instant("last_used_at"),
	lastUsedFrom: text("last_used_from"),
	revokedAt: instant("revoked_at"),
	/** The last of the warnings before its end that was seen to, by its days; null: none yet. */
	warnedDays: integer("warned_days"),
});

/** Screens on walls: each shows one group to a user who stands before it. */
export const walls = sqliteTable("walls", {
	id: text().primaryKey(),
	groupId: text("group_id").notNull(),
	name: text().notNull(),
	tokenDigest: text("token_digest").notNull(),
	createdBy: text("created_by").notNull(),
	createdAt: instant("created_at").notNull(),
	expiresAt: instant("expires_at"),
	lastSeenAt: instant("last_seen_at"),
	/** As of an API key. */
	warnedDays: integer("warned_days"),
});

/** The last messages of each integration: a place is used again by a later one. */
export const integrationMessages = sqliteTable(
	"integration_messages",
	{
		keyId: text("key_id").notNull(),
		place: integer().notNull(),
		id: text().notNull(),
		/** Epoch ms. */
		receivedAt: integer("received_at").notNull(),
		endpoint: text().$type<IntegrationEndpointName>().notNull(),
		event: text(),
		serialNumber: text("serial_number"),
		deviceId: text("device_id"),
		/** Without keys and passwords; null: too large, or no text. */
		body: text(),
		outcome: text({ mode: "json" }).$type<MessageOutcome>().notNull(),
		/** Epoch ms. */
		readAgainAt: integer("read_again_at"),
	},
	(table) => [
		primaryKey({ columns: [table.keyId, table.place] }),
		// The alarm reads the oldest one at every write.
		index("integration_messages_by_time").on(table.receivedAt),
	],
);

/** Imported files. The log store keeps their readings separately until `settlesAt`. */
export const readingImports = sqliteTable(
	"reading_imports",
	{
		id: text().primaryKey(),
		deviceId: text("device_id").notNull(),
		fileName: text("file_name").notNull(),
		accepted: integer().notNull(),
		duplicates: integer().notNull(),
		replaced: integer().notNull(),
		rejected: integer().notNull(),
		from: integer(),
		to: integer(),
		createdAt: instant("created_at").notNull(),
		createdBy: text("created_by").notNull(),
		settlesAt: instant("settles_at").notNull(),
		settledAt: instant("settled_at"),
		undoneAt: instant("undone_at"),
		undone: text({ mode: "json" }).$type<UndoneImport>(),
		/** Of the request that made it: the same request again makes no other. */
		requestKey: text("request_key"),
	},
	// The alarm reads the next one at every write: it must not read every import.
	(table) => [
		index("reading_imports_apart").on(table.settlesAt).where(sql`settled_at IS NULL AND undone_at IS NULL`),
		index("reading_imports_by_request").on(table.requestKey).where(sql`request_key IS NOT NULL`),
	],
);

/** How files of one header were read. */
export const fileFormats = sqliteTable("file_formats", {
	id: text().primaryKey(),
	/** Whose file was read so last. */
	deviceId: text("device_id").notNull(),
	name: text().notNull(),
	headerKey: text("header_key").notNull(),
	settings: text({ mode: "json" }).$type<Omit<KeepFormat, "deviceId" | "name" | "headerKey">>().notNull(),
	savedAt: instant("saved_at").notNull(),
	savedBy: text("saved_by").notNull(),
});

/** Failed work of the alarm. A row with `setAsideAt` waits until a person or the next day retries it. */
export const failedJobs = sqliteTable(
	"failed_jobs",
	{
		work: text().notNull(),
		subject: text().notNull(),
		attempts: integer().notNull(),
		nextAttemptAt: integer("next_attempt_at").notNull(),
		lastError: text("last_error").notNull(),
		setAsideAt: instant("set_aside_at"),
		/** Null: it began to fail before this was recorded. */
		failingSince: instant("failing_since"),
	},
	(table) => [primaryKey({ columns: [table.work, table.subject] })],
);

/** One row during a slice. If the next slice finds it, the object ended meanwhile. Without names: the whole slice. */
export const runningWork = sqliteTable("running_work", {
	id: integer().primaryKey(),
	work: text(),
	subject: text(),
});

/** Changes of stored rows that a migration cannot write, once they are done. */
export const rewrites = sqliteTable("rewrites", { name: text().primaryKey(), doneAt: instant("done_at").notNull() });

/** What undoes a change, in parts, since a row holds 2 MB at most. */
export const undos = sqliteTable(
	"undos",
	{
		id: text().notNull(),
		part: integer().notNull(),
		kind: text().notNull(),
		payload: text({ mode: "json" }).$type<unknown>().notNull(),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.id, table.part] })],
);

/** Groups that a text names, and the text without names for readers who may not see all of them. */
export type GroupNaming = { groupIds: string[]; unnamed: string };

export const logEvents = sqliteTable(
	"log_events",
	{
		id: text().primaryKey(),
		deviceId: text("device_id"),
		at: integer().notNull(),
		kind: text().$type<LogEntryKind>().notNull(),
		level: text().$type<LogEvent["level"]>().notNull(),
		text: text().notNull(),
		author: text(),
		authorId: text("author_id"),
		naming: text({ mode: "json" }).$type<GroupNaming>(),
		alertEventId: text("alert_event_id"),
		/** Null: written by a release that gave none. */
		receipt: integer(),
	},
	(table) => [index("log_events_by_time").on(table.at), index("log_events_by_receipt").on(table.receipt)],
);
