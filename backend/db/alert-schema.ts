import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlertEventEnd, AlertNoteKind, AlertScope, RuleFault } from "../../shared/alert/alert";
import type { AlertNotification, AlertRule } from "../../shared/alert/alert-rule";
import type { AlertCondition } from "../../shared/alert/conditions/registry";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import type { MutedKind, MuteWindows } from "../../shared/alert/planned-mute";
import type { DeliveryChannel } from "../../shared/message/message";
import { instant } from "./fleet-schema";
import type { Recipient } from "./message-schema";
import { objectColumn, wordColumn } from "./stored-words";

export const alerts = sqliteTable("alerts", {
	id: text().primaryKey(),
	name: text().notNull(),
	isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
	severity: text().$type<AlertSeverity>().notNull(),
	description: text().notNull().default(""),
	scope: text({ mode: "json" }).$type<AlertScope>().notNull(),
	contactIds: text("contact_ids", { mode: "json" }).$type<string[]>().notNull(),
	contactGroupIds: text("contact_group_ids", { mode: "json" }).$type<string[]>().notNull().default([]),
	rule: text({ mode: "json" }).$type<AlertRule>().notNull(),
	notification: objectColumn<AlertNotification>("notification")
		.notNull()
		.default(sql`'{"channels":null,"reminder":null,"escalation":[],"tellsMeanwhile":false}'`),
	/** When owners were notified that it reaches no one, epoch ms; null: it reaches a user. */
	unreachableSince: integer("unreachable_since"),
	/** Why the rule cannot be evaluated, and since when (epoch ms); null: it can. */
	fault: text({ mode: "json" }).$type<RuleFault & { deviceId: string }>(),
	/** Epoch ms; past: not muted any more. */
	mutedUntil: integer("muted_until"),
	muteReason: text("mute_reason").notNull().default(""),
	/** Raised by each change of what is evaluated; events and states name it. */
	ruleVersion: integer("rule_version").notNull().default(1),
	version: integer().notNull().default(1),
	createdAt: instant("created_at").notNull(),
});

/** What a rule was from an instant on, until its next row; null for `rule`: it was deleted. Never changed. */
export const ruleVersions = sqliteTable(
	"rule_versions",
	{
		alertId: text("alert_id").notNull(),
		/** Epoch ms. */
		from: integer("from_at").notNull(),
		name: text().notNull(),
		isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
		severity: text().$type<AlertSeverity>().notNull(),
		scope: text({ mode: "json" }).$type<AlertScope>().notNull(),
		rule: text({ mode: "json" }).$type<AlertRule>(),
		/** It was there before versions were kept: what it was until then is not known. */
		isOlder: integer("is_older", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [primaryKey({ columns: [table.alertId, table.from] })],
);

/** One occurrence, with its rule as it was. While it is open, count, peak and last are in the device's own row. */
export const alertEvents = sqliteTable(
	"alert_events",
	{
		id: text().primaryKey(),
		/** Null, as the device: an event of the account, whose devices have the events that are part of it. */
		alertId: text("alert_id"),
		deviceId: text("device_id"),
		channelId: text("channel_id"),
		ruleVersion: integer("rule_version").notNull(),
		ruleName: text("rule_name").notNull(),
		sentence: text().notNull(),
		condition: text({ mode: "json" }).$type<AlertCondition>(),
		severity: text().$type<AlertSeverity>().notNull(),
		worstSeverity: text("worst_severity").$type<AlertSeverity>().notNull(),
		startedAt: integer("started_at").notNull(),
		firedAt: integer("fired_at").notNull(),
		firedValue: real("fired_value").notNull(),
		count: integer().notNull(),
		peak: real().notNull(),
		peakAt: integer("peak_at").notNull(),
		lastAt: integer("last_at").notNull(),
		lastValue: real("last_value").notNull(),
		endedAt: integer("ended_at"),
		endReason: text("end_reason").$type<AlertEventEnd>(),
		isPast: integer("is_past", { mode: "boolean" }).notNull().default(false),
		isClockWrong: integer("is_clock_wrong", { mode: "boolean" }).notNull().default(false),
		/** The longest gap that it went on over, epoch ms; null: none. */
		unread: text({ mode: "json" }).$type<{ from: number; to: number }>(),
		/** How many events of one upload are merged in this row; null: it is one event. */
		crossings: integer(),
		staleSince: integer("stale_since"),
		/** The import that brought it and whose undo removes it. */
		importId: text("import_id"),
		isBeforeMessages: integer("is_before_messages", { mode: "boolean" }).notNull().default(false),
		acknowledgedAt: integer("acknowledged_at"),
		acknowledgedBy: text("acknowledged_by"),
		mutedUntil: integer("muted_until"),
		partOf: text("part_of"),
		/** Given anew whenever it changes. Null: it did not since a release that gave none. */
		receipt: integer(),
	},
	(table) => [
		index("alert_events_by_receipt").on(table.receipt),
		// Lists of devices and rules read the open ones at every call: they must not read every event.
		index("alert_events_open").on(table.deviceId).where(sql`ended_at IS NULL`),
		index("alert_events_by_time").on(table.startedAt, table.id),
		index("alert_events_by_rule").on(table.alertId, table.firedAt),
		index("alert_events_by_whole").on(table.partOf).where(sql`part_of IS NOT NULL`),
		index("alert_events_by_device").on(table.deviceId, table.startedAt),
	],
);

/** What happened to an event, in order. */
export const alertNotes = sqliteTable(
	"alert_notes",
	{
		id: text().primaryKey(),
		eventId: text("event_id").notNull(),
		at: integer().notNull(),
		kind: wordColumn<AlertNoteKind>("kind").notNull(),
		author: text(),
		text: text().notNull(),
		/** The contacts that the text names; null: it names none, or no one recorded which. */
		contactIds: text("contact_ids", { mode: "json" }).$type<string[]>(),
	},
	(table) => [index("alert_notes_by_event").on(table.eventId)],
);

/** Times of a device to be evaluated apart, as their readings came behind newer ones. `importId` empty: by uploads. */
export const alertCatchUps = sqliteTable(
	"alert_catch_ups",
	{
		deviceId: text("device_id").notNull(),
		importId: text("import_id").notNull(),
		from: integer().notNull(),
		to: integer().notNull(),
		dueAt: integer("due_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.deviceId, table.importId] }), index("alert_catch_ups_due").on(table.dueAt)],
);

/**
 * What comes next of an event, and when. `reminder` and `escalation` are of the event and go once it is acknowledged or
 * over; `digest`: what one recipient was not notified of at its time, for the end of their quiet hours or of a rule's.
 */
export const alertFollowUps = sqliteTable(
	"alert_follow_ups",
	{
		eventId: text("event_id").notNull(),
		kind: text().$type<"reminder" | "escalation" | "digest">().notNull(),
		/** Empty but for digests. */
		recipientKey: text("recipient_key").notNull(),
		recipient: text({ mode: "json" }).$type<Recipient>(),
		/** Reminders queued so far; of escalations the seconds after which the last step that ran was due. */
		done: integer().notNull(),
		dueAt: integer("due_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.eventId, table.kind, table.recipientKey] }),
		index("alert_follow_ups_due").on(table.dueAt),
	],
);

/** Of an address, a user who has it: it wants nothing of this rule. */
export const ruleOptOuts = sqliteTable(
	"rule_opt_outs",
	{
		channel: text().$type<DeliveryChannel>().notNull(),
		/** In lower case. */
		address: text().notNull(),
		alertId: text("alert_id").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.alertId, table.channel, table.address] })],
);

/** A mute from and to, once or every week, of one device, group or rule. Whether it mutes is computed, never stored. */
export const plannedMutes = sqliteTable(
	"planned_mutes",
	{
		id: text().primaryKey(),
		kind: text().$type<MutedKind>().notNull(),
		targetId: text("target_id").notNull(),
		windows: text({ mode: "json" }).$type<MuteWindows>().notNull(),
		reason: text().notNull().default(""),
		/** It was ended early: it mutes nothing before this, epoch ms. */
		skippedUntil: integer("skipped_until"),
		/** When it next begins or ends, for who shows it; null: it is over. */
		dueAt: integer("due_at"),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [index("planned_mutes_by_target").on(table.targetId), index("planned_mutes_due").on(table.dueAt)],
);
