import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { WebhookTopic } from "../../shared/account/webhook";
import type {
	CallOutcome,
	DeliveryChannel,
	MessageClass,
	MessageState,
	SuppressionReason,
} from "../../shared/message/message";
import { instant } from "./fleet-schema";
import { wordColumn } from "./stored-words";

/** `address`: for invitations and for codes to a new address. */
export type Recipient =
	/** `addressId`: one of several addresses of a channel; absent: the first. */
	| { to: "contact"; contactId: string; channel: DeliveryChannel; addressId?: string }
	| { to: "user"; userId: string; channel: "email" }
	| { to: "webhook"; webhookId: string; channel: "webhook" }
	| { to: "address"; address: string; channel: "email" | "sms"; name?: string; timeZone?: string };

/** Times without `instant` are epoch ms. */
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
		requestedBy: text("requested_by"),
		/** The only version of the address it may go to; null: any. */
		addressVersion: text("address_version"),
		address: text(),
		addressKey: text("address_key"),
		state: text().$type<MessageState>().notNull(),
		reason: wordColumn<SuppressionReason>("reason"),
		error: text(),
		/** Outcome of the last call; null: no call has ended, or the channel is another one. */
		outcome: text().$type<CallOutcome>(),
		/** The language it was sent in; null: not sent, or by a release without languages. */
		language: text(),
		attempt: integer().notNull(),
		handOvers: integer("hand_overs").notNull(),
		/** Next run of the alarm; null: finished. */
		dueAt: integer("due_at"),
		leaseUntil: integer("lease_until"),
		/** Start of this series of attempts: when it was queued or a person sent it again. */
		begunAt: integer("begun_at").notNull(),
		giveUpAt: integer("give_up_at").notNull(),
		/** `claims`: how often it counted against limits, once for each series. `claimedAt`: the last time. */
		claimedAt: integer("claimed_at"),
		claims: integer().notNull(),
		isCounted: integer("is_counted", { mode: "boolean" }).notNull(),
		isUnverified: integer("is_unverified", { mode: "boolean" }).notNull(),
		isCode: integer("is_code", { mode: "boolean" }).notNull(),
		isTest: integer("is_test", { mode: "boolean" }).notNull().default(false),
		providerId: text("provider_id"),
		/** The message whose notification or chat message this one replaces, while many alerts come at once. */
		replaces: text(),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at"),
		settledAt: instant("settled_at"),
	},
	(table) => [
		// The alarm reads the next one at every write: it must not read every message.
		index("messages_due").on(table.dueAt).where(sql`due_at IS NOT NULL`),
		index("messages_limited").on(table.claimedAt).where(sql`is_unverified = 1 OR is_code = 1 OR is_test = 1`),
		index("messages_to_webhooks").on(table.recipientKey, table.id).where(sql`substr(recipient_key, 1, 8) = 'webhook:'`),
		index("messages_spent").on(table.settledAt).where(sql`reason = 'shareSpent'`),
	],
);

export const notices = sqliteTable(
	"notices",
	{
		id: text().primaryKey(),
		messageId: text("message_id").notNull(),
		cause: text().notNull(),
		about: text().notNull(),
		/** 0 for an event's first message. Each reminder or escalation has its own. */
		step: integer().notNull(),
		recipientKey: text("recipient_key").notNull(),
		/** Data for the template; null: erased, because it held a code. */
		facts: text({ mode: "json" }).$type<unknown>(),
		/** Why the message was sent without this notice. */
		droppedFor: wordColumn<SuppressionReason>("dropped_for"),
		/** When an attempt ended without a result: it may have arrived. Epoch ms; null: never. */
		lostAt: integer("lost_at"),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("notices_owed").on(table.about, table.cause, table.step, table.recipientKey),
		index("notices_by_message").on(table.messageId),
	],
);

export const alertStorms = sqliteTable(
	"alert_storms",
	{
		recipientKey: text("recipient_key").notNull(),
		site: text().notNull(),
		/** Times of the latest notices, oldest first: as many as make a storm. */
		times: text({ mode: "json" }).$type<number[]>().notNull(),
		worst: integer().notNull(),
		firstMessageId: text("first_message_id"),
		/** Later notices join it until it is handed over. */
		messageId: text("message_id"),
		nextAt: integer("next_at").notNull(),
		lastAt: integer("last_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.recipientKey, table.site] })],
);

/** Times without `instant` are epoch ms. */
export const webhooks = sqliteTable("webhooks", {
	id: text().primaryKey(),
	name: text().notNull(),
	address: text().notNull(),
	topics: text({ mode: "json" }).$type<WebhookTopic[]>().notNull(),
	/** The previous secret also signs until `previousSecretUntil`. */
	secret: text().notNull(),
	previousSecret: text("previous_secret"),
	previousSecretUntil: instant("previous_secret_until"),
	isEnabled: integer("is_enabled", { mode: "boolean" }).notNull(),
	stoppedAt: instant("stopped_at"),
	lastSentAt: instant("last_sent_at"),
	/** The first event that did not arrive since the last success, epoch ms. */
	failingSince: integer("failing_since"),
	/** Queued events, and events left out because too many waited. */
	waiting: integer().notNull().default(0),
	leftOut: integer("left_out").notNull().default(0),
	minuteFrom: integer("minute_from").notNull().default(0),
	minuteCount: integer("minute_count").notNull().default(0),
	version: integer().notNull().default(1),
	createdAt: instant("created_at").notNull(),
});
