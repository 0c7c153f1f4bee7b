import { isNotNull, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Scope, SecondStep, UserStatus } from "../../shared/account/account";
import type { ApiKeyAccess } from "../../shared/account/api-key";
import type { AuditKind } from "../../shared/account/audit";
import type { PlanStatus } from "../../shared/account/billing";
import type { ChangeReasons } from "../../shared/account/change-reasons";
import type { FourEyesKind, ProposalKind, StoredProposalState } from "../../shared/account/four-eyes";
import type { Role } from "../../shared/account/permissions";
import type { LinkOpens, PublicSpan, PublicTarget } from "../../shared/account/public-link";
import type { StorageContacts, WhenFull } from "../../shared/account/storage";
import type { ViewScreen } from "../../shared/account/view";
import type { LineFilter, LinePart } from "../../shared/device/line-series";
import type { PayloadRecipe } from "../../shared/device/recipe/payload-recipe";
import type { SentPaths } from "../../shared/device/recipe/sent-paths";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import type { IntegrationEndpointName, MessageOutcome } from "../../shared/ingest/integration-message";
import type { LogEntryKind, LogEvent, NoteKind } from "../../shared/log/log";
import type { Said } from "../../shared/log/said";
import type { KeepFormat } from "../../shared/log/stored-format";
import type { UndoneImport } from "../../shared/log/undone-import";
import type { MailFile, MailStanding } from "../../shared/message/mail-inbox";
import type { PaperRetention, ReportSettings } from "../../shared/report/report-settings";
import { instant } from "./fleet-schema";

export * from "./alert-schema";
export * from "./billing-schema";
export * from "./brand-schema";
export * from "./contact-schema";
export * from "./duty-schema";
export * from "./evidence-schema";
export * from "./fleet-schema";
export * from "./lake-schema";
export * from "./leaving-schema";
export * from "./message-schema";
export * from "./report-schema";
export * from "./round-schema";
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
	isQuotaBinding: integer("is_quota_binding", { mode: "boolean" }).notNull().default(false),
	whenFull: text("when_full").$type<WhenFull>().notNull().default("refuse"),
	/** Recipients of storage messages besides the owners. Null: the recipients of the alert rules. */
	storageContacts: text("storage_contacts", { mode: "json" }).$type<StorageContacts>(),
	/** The last notified level: 0, 70, 90 or 100. */
	notifiedPercent: integer("notified_percent").notNull().default(0),
	/** Epoch ms; null: not full. */
	fullSince: integer("full_since"),
	fullNotifiedAt: integer("full_notified_at"),
	/** The last notified level of the object: 0 or 80. */
	objectNotifiedPercent: integer("object_notified_percent").notNull().default(0),
	/** The retention of devices without own or group retention. Null: for ever. */
	retentionDays: integer("retention_days"),
	createdAt: instant("created_at").notNull(),
	/** New receipts are higher than this. */
	receiptFloor: integer("receipt_floor").notNull().default(0),
	/** Epoch ms of the first message from which on unknown units are questions. */
	unitsCheckedFrom: integer("units_checked_from"),
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
	language: text().notNull().default("en"),
	hourCycle: text("hour_cycle").$type<DisplayFormats["hourCycle"]>().notNull().default("12"),
	dateOrder: text("date_order").$type<DisplayFormats["dateOrder"]>().notNull().default("month"),
	weekStart: text("week_start").$type<DisplayFormats["weekStart"]>().notNull().default("monday"),
	decimalSign: text("decimal_sign").$type<DisplayFormats["decimalSign"]>().notNull().default("point"),
	temperatureUnit: text("temperature_unit").$type<DisplayFormats["temperatureUnit"]>().notNull().default("stored"),
	units: text("reading_units", { mode: "json" }).$type<Readonly<Record<string, string>>>().notNull().default({}),
	/** When every member must use a second step; null: optional. */
	secondStepFrom: instant("second_step_from"),
	/** Owners who may sign in by the user pool if the account requires its provider. Null: it does not require it. */
	emergencyOwners: text("emergency_owners", { mode: "json" }).$type<string[]>(),
	/** Minutes without activity, and hours after the sign-in, at which a member's session ends; null: never. */
	idleMinutes: integer("idle_minutes"),
	sessionHours: integer("session_hours"),
	changeReasons: text("change_reasons", { mode: "json" }).$type<ChangeReasons>(),
	noteKinds: text("note_kinds", { mode: "json" }).$type<NoteKind[]>().notNull().default([]),
	firstStepsHiddenAt: instant("first_steps_hidden_at"),
	isOpenToAssistants: integer("is_open_to_assistants", { mode: "boolean" }).notNull().default(false),
	reportRetention: text("report_retention").$type<ReportSettings["reportRetention"]>().notNull().default("400d"),
	/** `evidenceKept`: in force. `evidenceShorterAt`: when the shorter one applies, epoch ms; null: none waits. */
	evidenceRetention: text("evidence_retention").$type<PaperRetention>().notNull().default("400d"),
	evidenceKept: text("evidence_kept").$type<PaperRetention>().notNull().default("400d"),
	evidenceShorterAt: integer("evidence_shorter_at"),
	reportMail: text("report_mail").$type<ReportSettings["reportMail"]>().notNull().default("asSaved"),
	fileCheck: text("file_check").$type<ReportSettings["fileCheck"]>().notNull().default("on"),
	signing: text().$type<ReportSettings["signing"]>().notNull().default("anyone"),
	trailReview: text("trail_review").$type<ReportSettings["trailReview"]>().notNull().default("off"),
	assessments: text().$type<ReportSettings["assessments"]>().notNull().default("optional"),
	/** Excursions that began from here on need an assessment, epoch ms; null: none do. */
	assessedFrom: integer("assessed_from"),
	/** Hours after which an acknowledged alert that is not over comes back to the person who has it. */
	stillOutHours: integer("still_out_hours").notNull().default(4),
	/** Kinds of change that need a second person. */
	fourEyes: text("four_eyes", { mode: "json" }).$type<FourEyesKind[]>().notNull().default([]),
});

export type AttachmentUse = "note" | "mail" | "floorPlan" | "certificate" | "assessment";

/** A file in R2 under `objectKey`, which equal files share. Times are epoch ms. */
export const attachments = sqliteTable(
	"attachments",
	{
		id: text().primaryKey(),
		name: text().notNull(),
		mediaType: text("media_type").notNull(),
		bytes: integer().notNull(),
		sha256: text().notNull(),
		objectKey: text("object_key").notNull(),
		createdAt: integer("created_at").notNull(),
		/** Null: no member sent it. */
		createdBy: text("created_by"),
		use: text().$type<AttachmentUse>(),
		useId: text("use_id"),
		/** The device or group of its use; both null: the whole account. */
		deviceId: text("device_id"),
		groupId: text("group_id"),
		/** When it is deleted; null: while it is used. */
		dueAt: integer("due_at"),
		/** The size of a picture in pixels, from its header. */
		width: integer(),
		height: integer(),
	},
	(table) => [
		index("attachments_by_use").on(table.use, table.useId),
		index("attachments_by_device").on(table.deviceId),
		index("attachments_by_key").on(table.objectKey),
		index("attachments_by_due").on(table.dueAt).where(sql`due_at IS NOT NULL`),
	],
);

/** The account sends nothing until the row is released. Epoch ms. */
export const recoveries = sqliteTable("recoveries", {
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
	/** When the token with the current name and e-mail was issued, epoch seconds. */
	identityIssuedAt: integer("identity_issued_at"),
	version: integer().notNull().default(1),
	lastSignInAt: instant("last_sign_in_at"),
	/** Last reported by the console; null: never. */
	secondStep: text("second_step").$type<SecondStep>(),
	/** A sign-in here had both steps, and none since was by the password alone. */
	hasShownSecondStep: integer("has_shown_second_step", { mode: "boolean" }).notNull().default(false),
	/** Null: the company's. */
	language: text(),
});

export const sampleFleet = sqliteTable("sample_fleet", {
	id: text().primaryKey(),
	state: text().$type<"loading" | "loaded" | "removing">().notNull(),
	storedParts: integer("stored_parts").notNull(),
	endsAt: instant("ends_at").notNull(),
});

export const sampleThings = sqliteTable("sample_things", {
	id: text().primaryKey(),
	kind: text().$type<"device" | "group" | "alert">().notNull(),
});

/** The latest for each address. Kept for a time after its end, so that its link can explain. */
export const invitations = sqliteTable(
	"invitations",
	{
		id: text().primaryKey(),
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
		dueAt: instant("due_at").notNull(),
	},
	(table) => [index("invitations_due").on(table.dueAt)],
);

/** Former members, by `sub`. Sign-ins before `at` stay ended if they rejoin. */
export const departures = sqliteTable(
	"departures",
	{
		sub: text().primaryKey(),
		how: text().$type<"removed" | "left">().notNull(),
		at: instant("at").notNull(),
		/** Identifies a person who comes back under another sub. Null: the previous release wrote the row. */
		email: text(),
		isDirectoryDue: integer("is_directory_due", { mode: "boolean" }).notNull(),
	},
	(table) => [index("departures_due").on(table.at).where(sql`is_directory_due = 1`)],
);

export const sessions = sqliteTable(
	"sessions",
	{
		id: text().primaryKey(),
		userId: text("user_id").notNull(),
		/** Shared by all tokens of one sign-in. Never leaves the object. */
		signIn: text("sign_in").notNull(),
		/** Epoch seconds. */
		authTime: integer("auth_time"),
		browser: text().notNull(),
		/** Null: by the user pool. */
		provider: text(),
		/** Signed in by a passkey, which is two steps by itself. */
		isByPasskey: integer("is_by_passkey", { mode: "boolean" }).notNull().default(false),
		/** The console reported a second step of this sign-in, after the password. */
		hasSecondStep: integer("has_second_step", { mode: "boolean" }).notNull().default(false),
		firstSeenAt: instant("first_seen_at").notNull(),
		lastSeenAt: instant("last_seen_at").notNull(),
		endedAt: instant("ended_at"),
	},
	(table) => [uniqueIndex("sessions_by_user").on(table.userId, table.signIn)],
);

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

/** Ends every sign-in before `validAfter` (epoch seconds) except the spared one. */
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
	lineFilters: text("line_filters", { mode: "json" }).notNull().default([]).$type<LineFilter[]>(),
});

/** Times are epoch ms. */
export const mailInboxes = sqliteTable("mail_inboxes", {
	keyId: text("key_id").primaryKey(),
	/** The random part. */
	address: text().notNull(),
	senders: text({ mode: "json" }).notNull().$type<string[]>(),
	keeperNotifiedAt: integer("keeper_notified_at"),
	/** Epoch ms of the last reply, by sender. */
	repliedAt: text("replied_at", { mode: "json" }).notNull().$type<Record<string, number>>(),
});

export const receivedMails = sqliteTable(
	"received_mails",
	{
		id: text().primaryKey(),
		keyId: text("key_id").notNull(),
		receivedAt: integer("received_at").notNull(),
		messageId: text("message_id").notNull(),
		from: text("sender").notNull(),
		subject: text().notNull(),
		standing: text().$type<MailStanding>().notNull(),
		files: text({ mode: "json" }).$type<MailFile[]>().notNull(),
		omitted: integer().notNull(),
	},
	(table) => [
		index("received_mails_by_key").on(table.keyId, table.receivedAt),
		index("received_mails_by_message").on(table.keyId, table.messageId),
		index("received_mails_by_time").on(table.receivedAt),
	],
);

export const apiKeys = sqliteTable("api_keys", {
	id: text().primaryKey(),
	name: text().notNull(),
	access: text().notNull().$type<ApiKeyAccess>(),
	scope: text({ mode: "json" }).notNull().$type<Scope>(),
	keyDigest: text("key_digest").notNull(),
	/** The user whose rights limit the key's. */
	keptBy: text("kept_by").notNull(),
	createdAt: instant("created_at").notNull(),
	expiresAt: instant("expires_at"),
	lastUsedAt: instant("last_used_at"),
	lastUsedFrom: text("last_used_from"),
	revokedAt: instant("revoked_at"),
	/** The last handled warning, in days before the end; null: none. */
	warnedDays: integer("warned_days"),
	/** Each use moves the end to this many days later; null: the end is fixed. */
	renewedDays: integer("renewed_days"),
});

/** Calls of assistants until the day is over and its row of the audit log is written. `day`: UTC, epoch ms. */
export const assistantUses = sqliteTable(
	"assistant_uses",
	{
		keyId: text("key_id").notNull(),
		day: integer().notNull(),
		tool: text().notNull(),
		count: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.day, table.keyId, table.tool] })],
);

export const walls = sqliteTable("walls", {
	id: text().primaryKey(),
	groupId: text("group_id").notNull(),
	name: text().notNull(),
	tokenDigest: text("token_digest").notNull(),
	createdBy: text("created_by").notNull(),
	createdAt: instant("created_at").notNull(),
	expiresAt: instant("expires_at"),
	lastSeenAt: instant("last_seen_at"),
	warnedDays: integer("warned_days"),
	/** Null: the screen shows tiles. */
	floorPlanId: text("floor_plan_id"),
});

export const publicLinks = sqliteTable("public_links", {
	id: text().primaryKey(),
	name: text().notNull(),
	target: text({ mode: "json" }).$type<PublicTarget>().notNull(),
	span: text().$type<PublicSpan>().notNull(),
	tokenDigest: text("token_digest").notNull(),
	origins: text({ mode: "json" }).$type<string[]>().notNull(),
	allowsPicture: integer("allows_picture", { mode: "boolean" }).notNull(),
	allowsData: integer("allows_data", { mode: "boolean" }).notNull(),
	createdBy: text("created_by").notNull(),
	createdAt: instant("created_at").notNull(),
	expiresAt: instant("expires_at").notNull(),
	openCount: integer("open_count").notNull().default(0),
	/** The last days with an opening, the newest last. */
	opens: text({ mode: "json" }).$type<LinkOpens[]>().notNull().default([]),
	warnedDays: integer("warned_days"),
});

/** Positions are reused by later messages. */
export const integrationMessages = sqliteTable(
	"integration_messages",
	{
		keyId: text("key_id").notNull(),
		place: integer().notNull(),
		id: text().notNull(),
		receivedAt: integer("received_at").notNull(),
		endpoint: text().$type<IntegrationEndpointName>().notNull(),
		event: text(),
		serialNumber: text("serial_number"),
		deviceId: text("device_id"),
		/** Keys and passwords are removed. Null: too large, or not text. */
		body: text(),
		outcome: text({ mode: "json" }).$type<MessageOutcome>().notNull(),
		/** Epoch ms. */
		readAgainAt: integer("read_again_at"),
	},
	(table) => [
		primaryKey({ columns: [table.keyId, table.place] }),
		index("integration_messages_by_time").on(table.receivedAt),
	],
);

/** A series of the line protocol that a person gave a channel. */
export const lineRules = sqliteTable(
	"line_rules",
	{
		keyId: text("key_id").notNull(),
		series: text().notNull(),
		deviceId: text("device_id").notNull(),
		channelId: text("channel_id").notNull(),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.keyId, table.series] }),
		index("line_rules_by_channel").on(table.channelId),
		index("line_rules_by_device").on(table.deviceId),
	],
);

/** A row holds a part of an integration's counts, as thousands of series do not fit one row. */
export const lineParts = sqliteTable(
	"line_parts",
	{
		keyId: text("key_id").notNull(),
		place: integer().notNull(),
		/** Epoch ms. */
		heardAt: integer("heard_at").notNull(),
		content: text({ mode: "json" }).notNull().$type<LinePart>(),
	},
	(table) => [primaryKey({ columns: [table.keyId, table.place] }), index("line_parts_by_time").on(table.heardAt)],
);

/** How an integration reads JSON of any shape. The highest version is in force. */
export const payloadRecipes = sqliteTable(
	"payload_recipes",
	{
		keyId: text("key_id").notNull(),
		version: integer().notNull(),
		recipe: text({ mode: "json" }).notNull().$type<PayloadRecipe>(),
		/** The older version that was taken up again. */
		from: integer(),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.keyId, table.version] })],
);

/** Messages that a user pinned to try recipes on. */
export const pinnedMessages = sqliteTable("pinned_messages", {
	/** The message's own. */
	id: text().primaryKey(),
	keyId: text("key_id").notNull(),
	/** Epoch ms. */
	receivedAt: integer("received_at").notNull(),
	body: text().notNull(),
	createdBy: text("created_by").notNull(),
	createdAt: instant("created_at").notNull(),
});

/** Paths of a recipe that a device has sent, and paths that its last message lacks. Written only when they change. */
export const recipeSenders = sqliteTable(
	"recipe_senders",
	{
		keyId: text("key_id").notNull(),
		deviceId: text("device_id").notNull(),
		paths: text({ mode: "json" }).notNull().$type<SentPaths>(),
		/** The last message of the device lacked a path. */
		hasMissing: integer("has_missing", { mode: "boolean" }).notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.keyId, table.deviceId] }),
		index("recipe_senders_by_missing").on(table.keyId, table.hasMissing),
		index("recipe_senders_by_device").on(table.deviceId),
	],
);

/** The reading store keeps their readings apart until `settlesAt`. */
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
		/** `runs`: how many changed readings finished runs of the time had, by the run's id. */
		undone: text({ mode: "json" }).$type<UndoneImport & { runs?: Record<string, number> }>(),
		requestKey: text("request_key"),
		batchId: text("batch_id"),
	},
	// The alarm reads the next one at every write: it must not read every import.
	(table) => [
		index("reading_imports_apart").on(table.settlesAt).where(sql`settled_at IS NULL AND undone_at IS NULL`),
		index("reading_imports_by_request").on(table.requestKey).where(sql`request_key IS NOT NULL`),
		index("reading_imports_by_batch").on(table.batchId).where(sql`batch_id IS NOT NULL`),
	],
);

export const fileFormats = sqliteTable("file_formats", {
	id: text().primaryKey(),
	deviceId: text("device_id").notNull(),
	name: text().notNull(),
	headerKey: text("header_key").notNull(),
	settings: text({ mode: "json" }).$type<Omit<KeepFormat, "deviceId" | "name" | "headerKey">>().notNull(),
	savedAt: instant("saved_at").notNull(),
	savedBy: text("saved_by").notNull(),
});

/** A row with `setAsideAt` waits for a person or the next day. */
export const failedJobs = sqliteTable(
	"failed_jobs",
	{
		work: text().notNull(),
		subject: text().notNull(),
		attempts: integer().notNull(),
		nextAttemptAt: integer("next_attempt_at").notNull(),
		lastError: text("last_error").notNull(),
		setAsideAt: instant("set_aside_at"),
		failingSince: instant("failing_since"),
	},
	(table) => [primaryKey({ columns: [table.work, table.subject] })],
);

/** A row found by the next slice means that the object was stopped. Null names: the whole slice. */
export const runningWork = sqliteTable("running_work", {
	id: integer().primaryKey(),
	work: text(),
	subject: text(),
});

export const rewrites = sqliteTable("rewrites", { name: text().primaryKey(), doneAt: instant("done_at").notNull() });

/** A change that waits for a second person, or waited. Times are epoch ms. */
export const proposals = sqliteTable(
	"proposals",
	{
		id: text().primaryKey(),
		kind: text().$type<ProposalKind>().notNull(),
		procedure: text().notNull(),
		input: text({ mode: "json" }).$type<unknown>().notNull(),
		/** The entity that it changes. Null id: it creates one. */
		subjectKind: text("subject_kind").$type<AuditKind>().notNull(),
		subjectId: text("subject_id"),
		subjectName: text("subject_name").notNull(),
		/** The entity as it was when the change was proposed. */
		before: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
		reason: text().notNull(),
		proposerId: text("proposer_id").notNull(),
		proposerName: text("proposer_name").notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		state: text().$type<StoredProposalState>().notNull(),
		deciderName: text("decider_name"),
		decidedAt: integer("decided_at"),
		comment: text().notNull().default(""),
	},
	(table) => [index("proposals_waiting").on(table.expiresAt).where(sql`state = 'waiting'`)],
);

/** Split in parts: a row holds at most 2 MB. */
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

/** `unnamed`: the text without group names, for readers who may not see all groups. */
export type GroupNaming = { groupIds: string[]; unnamed: string; unnamedSaid?: Said };

export const logEvents = sqliteTable(
	"log_events",
	{
		id: text().primaryKey(),
		deviceId: text("device_id"),
		at: integer().notNull(),
		kind: text().$type<LogEntryKind>().notNull(),
		level: text().$type<LogEvent["level"]>().notNull(),
		text: text().notNull(),
		/** The data of `text`; null: a person's own words, or from a release without data. */
		said: text({ mode: "json" }).$type<Said>(),
		author: text(),
		authorId: text("author_id"),
		naming: text({ mode: "json" }).$type<GroupNaming>(),
		alertEventId: text("alert_event_id"),
		/** Null: written by a release without receipts. */
		receipt: integer(),
		/** Columns of notes. `endsAt`: the end of a span, epoch ms. */
		endsAt: integer("ends_at"),
		groupId: text("group_id"),
		kindId: text("kind_id"),
		attachmentId: text("attachment_id"),
		/** The note that this one corrects, and the note that corrects this one. */
		corrects: text(),
		correctedBy: text("corrected_by"),
	},
	(table) => [
		index("log_events_by_time").on(table.at),
		index("log_events_by_receipt").on(table.receipt),
		index("log_events_by_end").on(table.endsAt).where(isNotNull(table.endsAt)),
	],
);
