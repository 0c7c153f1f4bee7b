import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { WebhookTopic } from "../../shared/account/webhook";
import type { DeliveryChannel, MessageClass, MessageState, SuppressionReason } from "../../shared/message/message";
import { instant } from "./fleet-schema";
import { wordColumn } from "./stored-words";

/**
 * Who gets a message. The address of a contact or user is looked up when it is sent. `address` is for people who are
 * neither: an invitation, a code for an address that is being entered.
 */
export type Recipient =
	| { to: "contact"; contactId: string; channel: DeliveryChannel }
	| { to: "user"; userId: string; channel: "email" }
	/** A program of the account's own, which is sent events. */
	| { to: "webhook"; webhookId: string; channel: "webhook" }
	| { to: "address"; address: string; channel: "email" | "sms"; name?: string; timeZone?: string };

/** Single sends. Times without `instant` are epoch ms. */
export const messages = sqliteTable(
	"messages",
	{
		id: text().primaryKey(),
		class: text().$type<MessageClass>().notNull(),
		channel: text().$type<DeliveryChannel>().notNull(),
		recipient: text({ mode: "json" }).$type<Recipient>().notNull(),
		recipientKey: text("recipient_key").notNull(),
		contactId: text("contact_id"),
		userId: text("user_id"),
		/** Who requested a code or a test. */
		requestedBy: text("requested_by"),
		/** The only version of the address it may go to; null: whichever there is. */
		addressVersion: text("address_version"),
		/** As of the last claim. */
		address: text(),
		/** Whose limits it counts against, whatever the spelling of the address. */
		addressKey: text("address_key"),
		state: text().$type<MessageState>().notNull(),
		reason: wordColumn<SuppressionReason>("reason"),
		error: text(),
		attempt: integer().notNull(),
		/** Of this attempt. */
		handOvers: integer("hand_overs").notNull(),
		/** When the alarm looks at it next; null: nothing is left to do. */
		dueAt: integer("due_at"),
		leaseUntil: integer("lease_until"),
		/** Of this series of attempts: when it was queued or, later, sent again by a person. */
		begunAt: integer("begun_at").notNull(),
		giveUpAt: integer("give_up_at").notNull(),
		/** When it last counted against the limits, and how often it has: once, and once more each time a person sends it again. */
		claimedAt: integer("claimed_at"),
		claims: integer().notNull(),
		isCounted: integer("is_counted", { mode: "boolean" }).notNull(),
		isUnverified: integer("is_unverified", { mode: "boolean" }).notNull(),
		isCode: integer("is_code", { mode: "boolean" }).notNull(),
		isTest: integer("is_test", { mode: "boolean" }).notNull().default(false),
		providerId: text("provider_id"),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at"),
		settledAt: instant("settled_at"),
	},
	(table) => [
		// The alarm reads the next one at every write: it must not read every message.
		index("messages_due").on(table.dueAt).where(sql`due_at IS NOT NULL`),
		index("messages_limited").on(table.claimedAt).where(sql`is_unverified = 1 OR is_code = 1 OR is_test = 1`),
		// Beside the screen of each webhook; no other recipient has an index.
		index("messages_to_webhooks").on(table.recipientKey, table.id).where(sql`substr(recipient_key, 1, 8) = 'webhook:'`),
		index("messages_spent").on(table.settledAt).where(sql`reason = 'shareSpent'`),
	],
);

/** What is queued for a user. One message tells one or several. */
export const notices = sqliteTable(
	"notices",
	{
		id: text().primaryKey(),
		messageId: text("message_id").notNull(),
		cause: text().notNull(),
		/** The event, invitation or test it is about. */
		about: text().notNull(),
		/** The first message of an event is 0; each reminder or escalation has its own. */
		step: integer().notNull(),
		recipientKey: text("recipient_key").notNull(),
		/** What its template shows; null: erased, as it held a code. */
		facts: text({ mode: "json" }).$type<unknown>(),
		/** Dropped at the claim: the message went without it. */
		droppedFor: wordColumn<SuppressionReason>("dropped_for"),
		/** When an attempt that carried it ended without a result: it may have arrived. Epoch ms; null: no attempt did. */
		lostAt: integer("lost_at"),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("notices_owed").on(table.about, table.cause, table.step, table.recipientKey),
		index("notices_by_message").on(table.messageId),
	],
);

/** Addresses of programs that are sent what happens in the account. Times without `instant` are epoch ms. */
export const webhooks = sqliteTable("webhooks", {
	id: text().primaryKey(),
	name: text().notNull(),
	address: text().notNull(),
	topics: text({ mode: "json" }).$type<WebhookTopic[]>().notNull(),
	/** As `whsec_…`. The previous one signs too, until then. */
	secret: text().notNull(),
	previousSecret: text("previous_secret"),
	previousSecretUntil: instant("previous_secret_until"),
	isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
	/** When it was switched off as nothing arrived. */
	stoppedAt: instant("stopped_at"),
	lastSentAt: instant("last_sent_at"),
	/** Of the first event that did not arrive since one did. */
	failingSince: integer("failing_since"),
	/** Events that are queued, and how many were left out since, as too many were. */
	waiting: integer().notNull().default(0),
	leftOut: integer("left_out").notNull().default(0),
	/** Sent since `minuteFrom`. */
	minuteFrom: integer("minute_from").notNull().default(0),
	minuteCount: integer("minute_count").notNull().default(0),
	version: integer().notNull().default(1),
	createdAt: instant("created_at").notNull(),
});
