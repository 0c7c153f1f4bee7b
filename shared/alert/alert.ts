import * as z from "zod/mini";
import { AlertEventId, AlertId, ChannelId, ContactId, DeviceId, GroupId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { limits } from "../base/limits";
import { nameText, paragraphText } from "../base/name-text";
import { ByReceipt, ReceivedUntil } from "../base/receipt";
import { mutedFields, muteFields } from "../device/device-terms";
import { DeliveryChannel, MessageState, SuppressionReason } from "../message/message";
import { StoppedAlerts } from "../message/stopped-alerts";
import { TimeZoneRule, TimezoneOffset } from "../time/time-zones";
import { AlertContactGroupIds, AlertContactIds, AlertNotification, AlertRule } from "./alert-rule";
import { AlertCondition } from "./conditions/registry";
import { AlertSeverity } from "./conditions/terms";

export const AlertScope = z.union([
	z.literal("all"),
	z.object({ deviceIds: z.array(DeviceId) }),
	z.object({ groupIds: z.array(GroupId) }),
]);
export type AlertScope = z.infer<typeof AlertScope>;

/**
 * Whether a rule's first messages reach a user. `unverified`: only addresses that no one has confirmed; `quiet`: a
 * critical rule with hours in which everybody it reaches is in quiet hours.
 */
export const AlertReach = z.enum(["reached", "quiet", "unverified", "nobody"]);
export type AlertReach = z.infer<typeof AlertReach>;

/** Why a rule cannot be evaluated. It watches nothing, and its open events stay open. `at`: epoch ms of the first failure. */
export const RuleFault = z.object({ at: z.number(), text: z.string(), code: z.string() });
export type RuleFault = z.infer<typeof RuleFault>;

export const AlertListRow = z.object({
	id: AlertId,
	name: z.string(),
	isEnabled: z.boolean(),
	severity: AlertSeverity,
	/** The condition as one English sentence, derived from the rule, in the units of its channels. */
	condition: z.string(),
	/** For screens that say it in the unit that a person reads. */
	rule: z.optional(z.pick(AlertRule, { condition: true, forSeconds: true })),
	openEvents: z.number(),
	lastFiredAt: z.nullable(z.date()),
	reach: AlertReach,
	/** Of contacts and contact groups. */
	recipients: z.array(z.string()),
	/** Devices that it watches now, of those that the caller sees. */
	deviceCount: z.number(),
	/** It watches nothing outside the caller's scope; their role is another matter. */
	isEditable: z.boolean(),
	...mutedFields,
	/** Absent: the rule is evaluated. */
	fault: z.optional(RuleFault),
	/**
	 * Of one device, where its condition is true but not for long enough. `value` is what the rule compares; `dueAt`: when it alerts if that stays so, epoch
	 * ms; null: it depends on the readings to come.
	 */
	pending: z.optional(
		z.array(z.object({ channel: z.string(), value: z.number(), since: z.number(), dueAt: z.nullable(z.number()) })),
	),
});
export type AlertListRow = z.infer<typeof AlertListRow>;

export const Alert = z.extend(AlertListRow, {
	description: z.string(),
	scope: AlertScope,
	contactIds: z.array(z.string()),
	contactGroupIds: z.array(z.string()),
	rule: AlertRule,
	notification: AlertNotification,
	/** By its recipients; only of one rule that is opened. */
	stopped: z.optional(z.array(StoppedAlerts)),
	version: z.number(),
	createdAt: z.date(),
});
export type Alert = z.infer<typeof Alert>;

export const GetAlerts = z.optional(z.object({ deviceId: z.optional(DeviceId) }));
export type GetAlerts = z.infer<typeof GetAlerts>;

export const GetAlert = z.object({ alertId: AlertId });
export type GetAlert = z.infer<typeof GetAlert>;

/** Whom the test of a rule was sent to. `refusal`: why it was not, for people; null: it is on its way. */
export const TestedAlert = z.object({
	recipients: z.array(
		z.object({
			contactId: z.nullable(ContactId),
			name: z.string(),
			channel: DeliveryChannel,
			refusal: z.nullable(z.string()),
		}),
	),
});
export type TestedAlert = z.infer<typeof TestedAlert>;

const ids = <Id extends z.ZodMiniType<string>>(id: Id, what: string) =>
	setOf(id, limits.devicesPerChange, { none: `Choose at least one ${what}.` });

const alertFields = {
	name: nameText("Enter a name."),
	description: paragraphText(1_000),
	severity: AlertSeverity,
	isEnabled: z.boolean(),
	scope: z.union([
		z.literal("all"),
		z.object({ deviceIds: ids(DeviceId, "device") }),
		z.object({ groupIds: ids(GroupId, "group") }),
	]),
	contactIds: AlertContactIds,
	contactGroupIds: AlertContactGroupIds,
	rule: AlertRule,
	notification: AlertNotification,
};

export const CreateAlert = z.object(alertFields);
export type CreateAlert = z.infer<typeof CreateAlert>;

/** If `version` is no longer the rule's, nothing is changed. `isTrial`: only tells what it would do to open events. */
export const UpdateAlert = z.object({
	alertId: AlertId,
	version: z.int(),
	isTrial: z.optional(z.boolean()),
	...alertFields,
});
export type UpdateAlert = z.infer<typeof UpdateAlert>;

export const SetAlertEnabled = z.object({ alertId: AlertId, isEnabled: z.boolean() });
export type SetAlertEnabled = z.infer<typeof SetAlertEnabled>;

export const MuteAlerts = z.object({ alertIds: ids(AlertId, "alert"), ...muteFields });
export type MuteAlerts = z.infer<typeof MuteAlerts>;

export const AlertEventEnd = z.enum(["recovered", "cleared", "ruleChanged", "notWatched", "deleted"]);
export type AlertEventEnd = z.infer<typeof AlertEventEnd>;

/** An open event, and what the rule as it is to be compares at its last reading; null: nothing is known of that. */
const comparedEvent = {
	eventId: AlertEventId,
	deviceId: z.nullable(DeviceId),
	last: z.nullable(z.object({ at: z.number(), value: z.number() })),
};

/**
 * What a change of a rule does, or would do, to its open events. `kept`: how many stay open; `confirmed`: those of them
 * that its new limit keeps.
 */
export const ChangedAlert = z.object({
	alertId: AlertId,
	ended: z.array(z.object({ ...comparedEvent, reason: AlertEventEnd })),
	kept: z.number(),
	confirmed: z.array(z.object(comparedEvent)),
});
export type ChangedAlert = z.infer<typeof ChangedAlert>;

/** `open`: not acknowledged; `past`: it was over when its readings came. */
export const AlertEventState = z.enum(["open", "acknowledged", "ended"]);
export type AlertEventState = z.infer<typeof AlertEventState>;

/** Values are what the rule compares; times are epoch ms. `ruleName`, `condition` and `sentence` are as they were. */
export const AlertEvent = z.object({
	id: AlertEventId,
	/** Null: an event of the account, which lists its devices. */
	alertId: z.nullable(AlertId),
	deviceId: z.nullable(DeviceId),
	/** Its name and clock now; null: an event of the account. */
	device: z.nullable(z.object({ name: z.string(), timezoneOffset: TimezoneOffset, timeZoneRule: TimeZoneRule })),
	channelId: z.nullable(ChannelId),
	deviceIds: z.nullable(z.array(DeviceId)),
	ruleName: z.string(),
	sentence: z.string(),
	condition: z.nullable(AlertCondition),
	severity: AlertSeverity,
	worstSeverity: AlertSeverity,
	state: AlertEventState,
	startedAt: z.number(),
	firedAt: z.number(),
	firedValue: z.number(),
	count: z.number(),
	peak: z.number(),
	peakAt: z.number(),
	lastAt: z.number(),
	lastValue: z.number(),
	endedAt: z.nullable(z.number()),
	endReason: z.nullable(AlertEventEnd),
	/** It was over when its readings came. */
	isPast: z.boolean(),
	/** Timed by receipt, as the device's clock was wrong. */
	isClockWrong: z.boolean(),
	/** Between these readings, before and after it, nothing was read; the longest such gap. Null or absent: none. */
	unread: z.optional(z.nullable(z.object({ from: z.number(), to: z.number() }))),
	/** How many events of one upload are merged in this one. Null or absent: it is one event. */
	crossings: z.optional(z.nullable(z.number())),
	/** Since when its device is silent; null: it is not. */
	staleSince: z.nullable(z.number()),
	/** From before messages were sent. */
	isBeforeMessages: z.boolean(),
	acknowledgedAt: z.nullable(z.number()),
	acknowledgedBy: z.nullable(z.string()),
	mutedUntil: z.nullable(z.number()),
	/** The account's event that reports it. */
	partOf: z.nullable(AlertEventId),
	/** How many recipients got a message, and how many got none as none could be delivered; absent where none was queued. */
	notified: z.optional(z.object({ reached: z.number(), failed: z.number() })),
});
export type AlertEvent = z.infer<typeof AlertEvent>;

export const GetAlertEvents = z.optional(
	z
		.object({
			states: z.optional(setOf(AlertEventState, AlertEventState.options.length)),
			severities: z.optional(setOf(AlertSeverity, AlertSeverity.options.length)),
			deviceIds: z.optional(setOf(DeviceId, limits.devicesPerChange)),
			/** Of the devices that are in these groups now; with `deviceIds`, of either. */
			groupIds: z.optional(setOf(GroupId, 100)),
			alertIds: z.optional(setOf(AlertId, 1_000)),
			/** Only the parts of this event of the account. */
			partOf: z.optional(AlertEventId),
			/** Without the parts of events of the account; for who sees the whole account. */
			isFolded: z.optional(z.boolean()),
			/** Only those of which a step of messages reached no one. */
			isUnreached: z.optional(z.boolean()),
			/** Events that lasted within this time, epoch ms. */
			from: z.optional(Instant),
			to: z.optional(Instant),
			/** With `since`: events that have opened, risen, been handled or ended since, oldest change first. */
			byReceipt: z.optional(ByReceipt),
			cursor: z.optional(z.string().check(z.maxLength(64))),
			limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
		})
		.check(isInOrder),
);
export type GetAlertEvents = z.infer<typeof GetAlertEvents>;

/** Open ones first, then acknowledged ones, each part with the latest to start first. `counts`: of all events that are not over, whatever `states` chooses. */
export const AlertEventPage = z.object({
	events: z.array(AlertEvent),
	counts: z.object({ open: z.number(), acknowledged: z.number() }),
	nextCursor: z.nullable(z.string()),
	receivedUntil: ReceivedUntil,
});
export type AlertEventPage = z.infer<typeof AlertEventPage>;

export const GetAlertEvent = z.object({ eventId: AlertEventId });
export type GetAlertEvent = z.infer<typeof GetAlertEvent>;

/** `notified` and `notNotified`: what became of messages to one contact; `nobodyReached`: of all of a step. */
export const AlertNoteKind = z.enum([
	"opened",
	"rose",
	/** It rose after a user had acknowledged it. */
	"askedAgain",
	/** Its rule was changed, and it goes on. */
	"ruleChanged",
	"ended",
	"acknowledged",
	"cleared",
	"comment",
	"muted",
	"notified",
	"notNotified",
	"nobodyReached",
]);
export type AlertNoteKind = z.infer<typeof AlertNoteKind>;

/** `author` null: no one did it. */
export const AlertNote = z.object({
	at: z.number(),
	kind: AlertNoteKind,
	author: z.nullable(z.string()),
	text: z.string(),
});
export type AlertNote = z.infer<typeof AlertNote>;

export const AlertEventDetail = z.extend(AlertEvent, {
	timeline: z.array(AlertNote),
	/** False: its rule is deleted. */
	hasRule: z.boolean(),
	/** What to do, as its rule says now; empty: nothing, or the rule is deleted. */
	instruction: z.string(),
	/** Null: of the whole device, or the channel is deleted. */
	channelName: z.nullable(z.string()),
	/** Of an event of the account, the devices that it lists. */
	devices: z.array(z.object({ id: DeviceId, name: z.string() })),
	/** The contacts that its rule names now, and those for whom a message was queued; only those that the caller may see. */
	contacts: z.array(z.object({ id: ContactId, name: z.string() })),
});
export type AlertEventDetail = z.infer<typeof AlertEventDetail>;

export const GetAlertWhy = z.object({ eventId: AlertEventId, contactId: ContactId });
export type GetAlertWhy = z.infer<typeof GetAlertWhy>;

export const AlertMessageKind = z.enum(["first", "reminder", "escalation", "recovered", "ended", "digest"]);
export type AlertMessageKind = z.infer<typeof AlertMessageKind>;

/**
 * Why nothing was ever queued to a contact, from what is stored: `beforeMessages`, `imported`, `partOfMany` and `ruleGone`
 * are about the event; `notRecipient`, `laterStep`, `noUsualChannel` and `recipientNow` are about the rule and the contact as they
 * are now. `notKept`: messages of that time are deleted.
 */
export const NotQueuedReason = z.enum([
	"beforeMessages",
	"imported",
	"notKept",
	"partOfMany",
	"ruleGone",
	"ruleOff",
	"notRecipient",
	"laterStep",
	"noUsualChannel",
	"recipientNow",
]);
export type NotQueuedReason = z.infer<typeof NotQueuedReason>;

/** What became of one notice to the contact, on one delivery channel. Times are epoch ms. */
export const AlertDelivery = z.object({
	kind: AlertMessageKind,
	channel: DeliveryChannel,
	queuedAt: z.number(),
	state: MessageState,
	/** Why this was left out of its message, or why the whole message was not sent. */
	reason: z.nullable(SuppressionReason),
	error: z.nullable(z.string()),
	sentAt: z.nullable(z.number()),
	settledAt: z.nullable(z.number()),
	/** When it is tried next. */
	dueAt: z.nullable(z.number()),
	/** How many other things the same message tells. */
	others: z.number(),
	/** It went to another contact with the same address, for both. */
	isShared: z.boolean(),
});
export type AlertDelivery = z.infer<typeof AlertDelivery>;

/** Why a contact did, or did not, get an event: in order of time. `notQueued` is null where there are deliveries. */
export const AlertWhy = z.object({
	contactName: z.string(),
	deliveries: z.array(AlertDelivery),
	notQueued: z.nullable(NotQueuedReason),
	/** The event of the account that reports this one; only where it does. */
	partOf: z.nullable(AlertEventId),
});
export type AlertWhy = z.infer<typeof AlertWhy>;

const AlertEventIds = setOf(AlertEventId, limits.alertEventsPerChange, { none: "Choose at least one event." });
const Comment = paragraphText(1_000);

export const AlertEventsTarget = z.object({ eventIds: AlertEventIds, comment: z.optional(Comment) });
export type AlertEventsTarget = z.infer<typeof AlertEventsTarget>;

export const CommentAlertEvent = z.object({
	eventId: AlertEventId,
	comment: paragraphText(1_000, "Enter a comment."),
});
export type CommentAlertEvent = z.infer<typeof CommentAlertEvent>;

/** `until` null: its messages are sent again. */
export const MuteAlertEvents = z.object({ eventIds: AlertEventIds, until: z.nullable(Instant) });
export type MuteAlertEvents = z.infer<typeof MuteAlertEvents>;

export const ChangedAlertEvents = z.object({ changed: z.number() });
export type ChangedAlertEvents = z.infer<typeof ChangedAlertEvents>;
