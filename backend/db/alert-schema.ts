import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlertEventEnd, AlertNoteKind, AlertScope, RuleFault } from "../../shared/alert/alert";
import type { AlertNotification, AlertRule } from "../../shared/alert/alert-rule";
import type { EventCondition } from "../../shared/alert/conditions/registry";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import type { MutedKind, MuteWindows } from "../../shared/alert/planned-mute";
import type { Said } from "../../shared/log/said";
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
	/** When owners were notified that the rule reaches no one, epoch ms; null: it reaches a person. */
	unreachableSince: integer("unreachable_since"),
	/** Why the rule cannot be evaluated, and since when (epoch ms); null: it can. */
	fault: text({ mode: "json" }).$type<RuleFault & { deviceId: string }>(),
	/** Epoch ms. A past time means not muted. */
	mutedUntil: integer("muted_until"),
	muteReason: text("mute_reason").notNull().default(""),
	/** Rises with each change that affects evaluation. */
	ruleVersion: integer("rule_version").notNull().default(1),
	version: integer().notNull().default(1),
	createdAt: instant("created_at").notNull(),
});

/** A rule from an instant until its next row. `rule` null: the rule was deleted. Rows never change. */
export const ruleVersions = sqliteTable(
	"rule_versions",
	{
		alertId: text("alert_id").notNull(),
		from: integer("from_at").notNull(),
		name: text().notNull(),
		isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
		severity: text().$type<AlertSeverity>().notNull(),
		scope: text({ mode: "json" }).$type<AlertScope>().notNull(),
		rule: text({ mode: "json" }).$type<AlertRule>(),
		/** The rule is older than its first version row, so its earlier state is unknown. */
		isOlder: integer("is_older", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [primaryKey({ columns: [table.alertId, table.from] })],
);

export const alertEvents = sqliteTable(
	"alert_events",
	{
		id: text().primaryKey(),
		/** Null, like the device: an event of the account. Devices have the events that are part of it. */
		alertId: text("alert_id"),
		deviceId: text("device_id"),
		channelId: text("channel_id"),
		ruleVersion: integer("rule_version").notNull(),
		ruleName: text("rule_name").notNull(),
		sentence: text().notNull(),
		/** The data of `sentence`; null: only the text is known. */
		said: text({ mode: "json" }).$type<Said>(),
		condition: text({ mode: "json" }).$type<EventCondition>(),
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
		/** The longest gap within the event, epoch ms; null: none. */
		unread: text({ mode: "json" }).$type<{ from: number; to: number; isHeld?: true }>(),
		crossings: integer(),
		staleSince: integer("stale_since"),
		/** The import that caused the event. Undoing the import removes the event. */
		importId: text("import_id"),
		isBeforeMessages: integer("is_before_messages", { mode: "boolean" }).notNull().default(false),
		/** Started by a person to try a rule's messages. Only queries by id return drills. */
		isDrill: integer("is_drill", { mode: "boolean" }).notNull().default(false),
		/** The roster whose people a drill tests; null: a drill of the rule, or no drill. */
		rosterId: text("roster_id"),
		acknowledgedAt: integer("acknowledged_at"),
		acknowledgedBy: text("acknowledged_by"),
		mutedUntil: integer("muted_until"),
		/** The user who has the event; null: no one. */
		assigneeId: text("assignee_id"),
		partOf: text("part_of"),
		/** Renewed at each change. Null: unchanged since a release without receipts. */
		receipt: integer(),
	},
	(table) => [
		index("alert_events_by_receipt").on(table.receipt),
		// Lists of devices and rules read open events at every call: they must not read every event.
		index("alert_events_open").on(table.deviceId).where(sql`ended_at IS NULL`),
		index("alert_events_by_time").on(table.startedAt, table.id),
		index("alert_events_by_rule").on(table.alertId, table.firedAt),
		index("alert_events_by_whole").on(table.partOf).where(sql`part_of IS NOT NULL`),
		index("alert_events_by_assignee").on(table.assigneeId).where(sql`assignee_id IS NOT NULL AND ended_at IS NULL`),
		index("alert_events_by_device").on(table.deviceId, table.startedAt),
	],
);

export const alertNotes = sqliteTable(
	"alert_notes",
	{
		id: text().primaryKey(),
		eventId: text("event_id").notNull(),
		at: integer().notNull(),
		kind: wordColumn<AlertNoteKind>("kind").notNull(),
		author: text(),
		text: text().notNull(),
		said: text({ mode: "json" }).$type<Said>(),
		/** Contacts named in the text; null: none, or not recorded. */
		contactIds: text("contact_ids", { mode: "json" }).$type<string[]>(),
	},
	(table) => [index("alert_notes_by_event").on(table.eventId)],
);

/** Spans to evaluate apart because readings arrived late. `importId` empty: from uploads. */
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
 * `reminder` and `escalation` end once the event is acknowledged or over. `digest`: sent after quiet hours. `stillOut`:
 * acknowledged and not over. `snooze`: of the user whose id is `recipientKey`.
 */
export const alertFollowUps = sqliteTable(
	"alert_follow_ups",
	{
		eventId: text("event_id").notNull(),
		kind: text().$type<"reminder" | "escalation" | "digest" | "drillEnd" | "stillOut" | "snooze">().notNull(),
		recipientKey: text("recipient_key").notNull(),
		recipient: text({ mode: "json" }).$type<Recipient>(),
		done: integer().notNull(),
		dueAt: integer("due_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.eventId, table.kind, table.recipientKey] }),
		index("alert_follow_ups_due").on(table.dueAt),
	],
);

export const ruleOptOuts = sqliteTable(
	"rule_opt_outs",
	{
		channel: text().$type<DeliveryChannel>().notNull(),
		address: text().notNull(),
		alertId: text("alert_id").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.alertId, table.channel, table.address] })],
);

export const plannedMutes = sqliteTable(
	"planned_mutes",
	{
		id: text().primaryKey(),
		kind: text().$type<MutedKind>().notNull(),
		targetId: text("target_id").notNull(),
		windows: text({ mode: "json" }).$type<MuteWindows>().notNull(),
		reason: text().notNull().default(""),
		/** Ended early: mutes nothing before this time, epoch ms. */
		skippedUntil: integer("skipped_until"),
		dueAt: integer("due_at"),
		createdBy: text("created_by").notNull(),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [index("planned_mutes_by_target").on(table.targetId), index("planned_mutes_due").on(table.dueAt)],
);
