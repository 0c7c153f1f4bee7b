import * as z from "zod/mini";
import { AlertEventId, ContactId, DeviceId, MessageId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { limits } from "../base/limits";

/** Channels whose address a user confirms by a code. */
export const VerifiedDeliveryChannel = z.enum(["email", "sms", "call"]);
export type VerifiedDeliveryChannel = z.infer<typeof VerifiedDeliveryChannel>;

/** Addresses that need no code. `push`: a browser. `telegram`: a chat that joined by a code. */
export const PostedDeliveryChannel = z.enum(["webhook", "slack", "push", "teams", "telegram", "pagerduty"]);
export type PostedDeliveryChannel = z.infer<typeof PostedDeliveryChannel>;

export const DeliveryChannel = z.enum([...VerifiedDeliveryChannel.options, ...PostedDeliveryChannel.options]);
export type DeliveryChannel = z.infer<typeof DeliveryChannel>;

export function isPosted(channel: DeliveryChannel): channel is PostedDeliveryChannel {
	return PostedDeliveryChannel.safeParse(channel).success;
}

/** `heard`: nothing was pressed. All but the first two count as failed. */
export const CallOutcome = z.enum(["acknowledged", "heard", "voicemail", "busy", "noAnswer", "failed", "unknown"]);
export type CallOutcome = z.infer<typeof CallOutcome>;

export function isPhone(channel: DeliveryChannel): channel is "sms" | "call" {
	return channel === "sms" || channel === "call";
}

export const MessageClass = z.enum(["alerts", "reports", "account"]);
export type MessageClass = z.infer<typeof MessageClass>;

/**
 * `sent`: the provider accepted it. `delivered`, `bounced`: the provider reported so later.
 * `unknown`: not repeated, because that might cost money.
 * `mayHaveArrived`: the sending was interrupted, and no later attempt succeeded or was needed.
 */
export const MessageState = z.enum([
	"queued",
	"sending",
	"sent",
	"delivered",
	"failed",
	"bounced",
	"suppressed",
	"unknown",
	"mayHaveArrived",
]);
export type MessageState = z.infer<typeof MessageState>;

export const SuppressionReason = z.enum([
	"recipientGone",
	"noAddress",
	"addressChanged",
	"addressBouncing",
	"optedOut",
	"paused",
	"quietHours",
	"outsideHours",
	"muted",
	"channelOff",
	"countryOff",
	"numberOff",
	"unverifiedLimit",
	"unverifiedAccountLimit",
	"codeLimit",
	"testLimit",
	"sameAddress",
	"shareSpent",
	"superseded",
	"noLongerNeeded",
	"providerSuppressed",
	"browserGone",
	"addressGone",
	"unconfirmed",
]);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

export const MessageListRow = z.object({
	id: z.string(),
	cause: z.string(),
	class: MessageClass,
	channel: DeliveryChannel,
	notices: z.number(),
	event: z.nullable(z.object({ id: AlertEventId, device: z.nullable(z.object({ id: DeviceId, name: z.string() })) })),
	contactId: z.nullable(z.string()),
	userId: z.nullable(z.string()),
	recipient: z.string(),
	address: z.nullable(z.string()),
	state: MessageState,
	reason: z.nullable(SuppressionReason),
	error: z.nullable(z.string()),
	attempts: z.number(),
	isResendable: z.boolean(),
	createdAt: z.date(),
	dueAt: z.nullable(z.date()),
	sentAt: z.nullable(z.date()),
	settledAt: z.nullable(z.date()),
	outcome: z.optional(CallOutcome),
});
export type MessageListRow = z.infer<typeof MessageListRow>;

/** `from` and `to` bound the creation, epoch ms; `to` is excluded. Newest first. */
export const GetMessages = z.optional(
	z
		.object({
			states: z.optional(setOf(MessageState, MessageState.options.length)),
			channels: z.optional(setOf(DeliveryChannel, DeliveryChannel.options.length)),
			classes: z.optional(setOf(MessageClass, MessageClass.options.length)),
			contactId: z.optional(ContactId),
			from: z.optional(Instant),
			to: z.optional(Instant),
			cursor: z.optional(MessageId),
			limit: z.optional(z.int().check(z.minimum(1), z.maximum(limits.messagesPerPage))),
		})
		.check(isInOrder),
);
export type GetMessages = z.infer<typeof GetMessages>;

export const MessagePage = z.object({
	messages: z.array(MessageListRow),
	/** How far back an unfinished search of the archive has come, epoch ms. Null: no search is unfinished. */
	searchedTo: z.nullable(z.number()),
	nextCursor: z.nullable(z.string()),
});
export type MessagePage = z.infer<typeof MessagePage>;

export const ResendMessage = z.object({ messageId: MessageId });
export type ResendMessage = z.infer<typeof ResendMessage>;
