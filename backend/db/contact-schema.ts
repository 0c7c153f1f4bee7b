import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AddressStatus, DeliveryResult } from "../../shared/message/contact";
import type { DeliveryChannel, MessageClass } from "../../shared/message/message";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { instant } from "./fleet-schema";

export const contacts = sqliteTable("contacts", {
	id: text().primaryKey(),
	fullName: text("full_name").notNull(),
	company: text().notNull().default(""),
	title: text().notNull().default(""),
	timeZone: text("time_zone").notNull(),
	language: text().notNull().default("en"),
	/** Times are in `timeZone`. */
	quietHours: text("quiet_hours", { mode: "json" }).$type<WeeklyWindow[]>().notNull().default([]),
	criticalBypassesQuiet: integer("critical_bypasses_quiet", { mode: "boolean" }).notNull().default(true),
	pausedUntil: instant("paused_until"),
	linkedUserId: text("linked_user_id"),
	version: integer().notNull().default(1),
	lastNotifiedAt: instant("last_notified_at"),
	createdAt: instant("created_at").notNull(),
});

export const contactDeliveryChannels = sqliteTable(
	"contact_channels",
	{
		contactId: text("contact_id").notNull(),
		channel: text().$type<DeliveryChannel>().notNull(),
		/** Empty for the first address of a channel. The release before knows no other. */
		id: text().notNull().default(""),
		/** A name that people gave a browser. */
		label: text().notNull().default(""),
		address: text().notNull(),
		/** Rises with each change of the address and never falls. Invalidates codes and links of earlier addresses. */
		addressVersion: integer("address_version").notNull(),
		status: text().$type<AddressStatus>().notNull(),
		isDefault: integer("is_default", { mode: "boolean" }).notNull(),
		/** Signs webhooks, as `whsec_…`. For push: the keys of `push-keys.ts`. */
		secret: text(),
		consentAt: instant("consent_at"),
		lastResult: text("last_result").$type<DeliveryResult>(),
		lastResultAt: instant("last_result_at"),
	},
	(table) => [
		primaryKey({ columns: [table.contactId, table.channel, table.id] }),
		index("contact_channels_by_address").on(table.address),
	],
);

export const contactCodes = sqliteTable(
	"contact_codes",
	{
		contactId: text("contact_id").notNull(),
		channel: text().$type<DeliveryChannel>().notNull(),
		codeDigest: text("code_digest").notNull(),
		addressVersion: integer("address_version").notNull(),
		triesLeft: integer("tries_left").notNull(),
		expiresAt: instant("expires_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.contactId, table.channel] })],
);

/** Belongs to the address and outlives the contact. */
export const optOuts = sqliteTable(
	"opt_outs",
	{
		channel: text().$type<DeliveryChannel>().notNull(),
		address: text().notNull(),
		class: text().$type<MessageClass>().notNull(),
		/** Null: until withdrawn. */
		until: instant("until"),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.channel, table.address, table.class] })],
);

export const contactGroups = sqliteTable("contact_groups", {
	id: text().primaryKey(),
	name: text().notNull(),
	createdAt: instant("created_at").notNull(),
});

export const contactGroupMembers = sqliteTable(
	"contact_group_members",
	{ groupId: text("group_id").notNull(), contactId: text("contact_id").notNull() },
	(table) => [
		primaryKey({ columns: [table.groupId, table.contactId] }),
		index("contact_group_members_by_contact").on(table.contactId),
	],
);
