import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Scope, UserStatus } from "../shared/account";
import type { AlertScope, AlertSeverity } from "../shared/alert";
import type { BillingSummary } from "../shared/billing";
import type { AddressStatus } from "../shared/contact";
import type { GroupKind } from "../shared/group";
import type { LogEntryKind, LogEvent } from "../shared/log";
import type { Role } from "../shared/permissions";
import type { ReportFormat } from "../shared/report";
import type { TimeZoneRule } from "../shared/time-zones";
import type { Quantity } from "../shared/units";

/** Tables of one account's object. The log store keeps its own beside them. */

const instant = (name: string) => integer(name, { mode: "timestamp_ms" });

export const account = sqliteTable("account", {
	id: text().primaryKey(),
	companyName: text("company_name").notNull(),
	productName: text("product_name").notNull(),
	logoUrl: text("logo_url"),
	timeZone: text("time_zone").notNull(),
	planName: text("plan_name").notNull(),
	planStatus: text("plan_status").$type<BillingSummary["status"]>().notNull(),
	trialEndsAt: instant("trial_ends_at"),
	includedDevices: integer("included_devices"),
	includedUsers: integer("included_users"),
	quotaBytes: integer("quota_bytes").notNull(),
	createdAt: instant("created_at").notNull(),
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
	/** When the token was issued that name and e-mail last changed by, epoch seconds. */
	identityIssuedAt: integer("identity_issued_at"),
});

export const sessions = sqliteTable(
	"sessions",
	{
		id: text().primaryKey(),
		userId: text("user_id").notNull(),
		/** What all tokens of one sign-in have in common. Never leaves the object. */
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

/** Ends every sign-in of a user before `validAfter` (epoch seconds) but the one spared, known to us or not. */
export const sessionBounds = sqliteTable("session_bounds", {
	userId: text("user_id").primaryKey(),
	validAfter: integer("valid_after").notNull(),
	sparedSignIn: text("spared_sign_in"),
});

export const contacts = sqliteTable("contacts", {
	id: text().primaryKey(),
	fullName: text("full_name").notNull(),
	company: text().notNull().default(""),
	title: text().notNull().default(""),
	email: text(),
	emailStatus: text("email_status").$type<AddressStatus>().notNull().default("unverified"),
	phone: text(),
	phoneStatus: text("phone_status").$type<AddressStatus>().notNull().default("unverified"),
	timeZone: text("time_zone").notNull(),
	lastNotifiedAt: instant("last_notified_at"),
	createdAt: instant("created_at").notNull(),
});

export const groups = sqliteTable("groups", {
	id: text().primaryKey(),
	name: text().notNull(),
	kind: text().$type<GroupKind>().notNull(),
	description: text().notNull().default(""),
	colour: text(),
	createdAt: instant("created_at").notNull(),
});

export const groupDevices = sqliteTable(
	"group_devices",
	{ groupId: text("group_id").notNull(), deviceId: text("device_id").notNull() },
	(table) => [
		primaryKey({ columns: [table.groupId, table.deviceId] }),
		index("group_devices_by_device").on(table.deviceId),
	],
);

export const devices = sqliteTable("devices", {
	id: text().primaryKey(),
	name: text().notNull(),
	serialNumber: text("serial_number"),
	/** The serial number as it is compared: no dashes, no spaces, lower case. */
	serialKey: text("serial_key").unique(),
	description: text().notNull().default(""),
	model: text().notNull().default(""),
	site: text().notNull().default(""),
	timezoneOffset: integer("timezone_offset").notNull(),
	timeZoneRule: integer("time_zone_rule").$type<TimeZoneRule>().notNull(),
	loggingIntervalSeconds: integer("logging_interval_seconds").notNull(),
	uploadIntervalSeconds: integer("upload_interval_seconds").notNull(),
	/** Null: derived from the upload interval. */
	offlineAfterSeconds: integer("offline_after_seconds"),
	/** SHA-256 of the key's secret, as hex. */
	keyDigest: text("key_digest").notNull(),
	createdAt: instant("created_at").notNull(),
	createdBy: text("created_by").notNull(),
	archivedAt: instant("archived_at"),
});

export const channels = sqliteTable(
	"channels",
	{
		id: text().primaryKey(),
		deviceId: text("device_id").notNull(),
		name: text().notNull(),
		/** The name as it is compared: lower case. */
		nameKey: text("name_key").notNull(),
		quantity: text().$type<Quantity>().notNull(),
		unit: text().notNull(),
		decimals: integer().notNull(),
		position: integer().notNull(),
	},
	(table) => [uniqueIndex("channels_by_device").on(table.deviceId, table.nameKey)],
);

export const alerts = sqliteTable("alerts", {
	id: text().primaryKey(),
	name: text().notNull(),
	isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
	severity: text().$type<AlertSeverity>().notNull(),
	condition: text().notNull(),
	description: text().notNull().default(""),
	scope: text({ mode: "json" }).$type<AlertScope>().notNull(),
	contactIds: text("contact_ids", { mode: "json" }).$type<string[]>().notNull(),
	lastFiredAt: instant("last_fired_at"),
	createdAt: instant("created_at").notNull(),
});

export const reports = sqliteTable("reports", {
	id: text().primaryKey(),
	name: text().notNull(),
	isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
	format: text().$type<ReportFormat>().notNull(),
	schedule: text().notNull().default(""),
	description: text().notNull().default(""),
	contactIds: text("contact_ids", { mode: "json" }).$type<string[]>().notNull(),
	nextRunAt: instant("next_run_at"),
	lastRunAt: instant("last_run_at"),
	createdAt: instant("created_at").notNull(),
});

export const logEvents = sqliteTable(
	"log_events",
	{
		id: text().primaryKey(),
		deviceId: text("device_id"),
		at: integer().notNull(),
		kind: text().$type<LogEntryKind>().notNull(),
		level: text().$type<LogEvent["level"]>().notNull(),
		text: text().notNull(),
	},
	(table) => [index("log_events_by_time").on(table.at)],
);
