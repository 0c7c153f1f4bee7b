import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { AlertEventId, AlertId, ChannelId, ContactId, DeviceId, GroupId, RosterId, UserId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { limits } from "../base/limits";
import { nameText, paragraphText } from "../base/name-text";
import { ByReceipt, ReceivedUntil } from "../base/receipt";
import { LimitAhead } from "../device/device-reading";
import { mutedFields, muteFields } from "../device/device-terms";
import { Quantity } from "../formats/units";
import { CallOutcome, DeliveryChannel, MessageState, SuppressionReason } from "../message/message";
import { StoppedAlerts } from "../message/stopped-alerts";
import { TimeZoneRule, TimezoneOffset } from "../time/time-zones";
import { SaidData } from "../words/said-data";
import { AlertContactGroupIds, AlertContactIds, AlertNotification, AlertRule } from "./alert-rule";
import { EventCondition } from "./conditions/registry";
import { AlertSeverity } from "./conditions/terms";

export const AlertScope = z.union([
	z.literal("all"),
	z.object({ deviceIds: z.array(DeviceId) }),
	z.object({ groupIds: z.array(GroupId) }),
]);
export type AlertScope = z.infer<typeof AlertScope>;

/**
 * Whether a rule's first messages reach a person. `unverified`: it names only unconfirmed addresses.
 * `quiet`: a critical rule with hours in which all its contacts have quiet hours.
 */
export const AlertReach = z.enum(["reached", "quiet", "unverified", "nobody"]);
export type AlertReach = z.infer<typeof AlertReach>;

/** Why a rule cannot be evaluated. It watches nothing, and its open events stay open. `at`: first failure, epoch ms. */
export const RuleFault = z.object({ at: z.number(), text: z.string(), code: z.string() });
export type RuleFault = z.infer<typeof RuleFault>;

export const AlertListRow = z.object({
	id: AlertId,
	name: z.string(),
	isEnabled: z.boolean(),
	severity: AlertSeverity,
	/** One English sentence, derived from the rule, in the units of its channels. */
	condition: z.string(),
	rule: z.optional(z.pick(AlertRule, { condition: true, forSeconds: true })),
	openEvents: z.number(),
	lastFiredAt: z.nullable(z.date()),
	reach: AlertReach,
	recipients: z.array(z.string()),
	deviceCount: z.number(),
	/** The rule lies within the caller's scope. Their role is checked separately. */
	isEditable: z.boolean(),
	...mutedFields,
	fault: z.optional(RuleFault),
	/**
	 * Channels of one device whose condition is true but not yet long enough. `value`: the value that the rule compares.
	 * `dueAt`: time of the alert if it stays so, epoch ms; null: depends on later readings.
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
	stopped: z.optional(z.array(StoppedAlerts)),
	version: z.number(),
	createdAt: z.date(),
});
export type Alert = z.infer<typeof Alert>;

export const GetAlerts = z.optional(z.object({ deviceId: z.optional(DeviceId) }));
export type GetAlerts = z.infer<typeof GetAlerts>;

export const GetAlert = z.object({ alertId: AlertId });
export type GetAlert = z.infer<typeof GetAlert>;

/** Result of a rule's test message. `refusal`: why it was not sent, for people; null: it is on its way. */
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

const ids = <Id extends z.ZodMiniType<string>>(id: Id, none: string) => setOf(id, limits.devicesPerChange, { none });

const alertFields = {
	name: nameText(errorKey("name.missing")),
	description: paragraphText(1_000),
	severity: AlertSeverity,
	isEnabled: z.boolean(),
	scope: z.union([
		z.literal("all"),
		z.object({ deviceIds: ids(DeviceId, errorKey("device.choose")) }),
		z.object({ groupIds: ids(GroupId, errorKey("group.choose")) }),
	]),
	contactIds: AlertContactIds,
	contactGroupIds: AlertContactGroupIds,
	rule: AlertRule,
	notification: AlertNotification,
};

export const CreateAlert = z.object(alertFields);
export type CreateAlert = z.infer<typeof CreateAlert>;

/** Changes nothing if `version` is outdated. `isTrial`: only returns what would happen to open events. */
export const UpdateAlert = z.object({
	alertId: AlertId,
	version: z.int(),
	isTrial: z.optional(z.boolean()),
	...alertFields,
});
export type UpdateAlert = z.infer<typeof UpdateAlert>;

export const SetAlertEnabled = z.object({ alertId: AlertId, isEnabled: z.boolean() });
export type SetAlertEnabled = z.infer<typeof SetAlertEnabled>;

export const MuteAlerts = z.object({ alertIds: ids(AlertId, errorKey("choose.alert")), ...muteFields });
export type MuteAlerts = z.infer<typeof MuteAlerts>;

export const AlertEventEnd = z.enum([
	"recovered",
	"cleared",
	"ruleChanged",
	"notWatched",
	"deleted",
	"calibrationChanged",
	"readingsMarked",
	"definitionChanged",
]);
export type AlertEventEnd = z.infer<typeof AlertEventEnd>;

/** An open event, and the value that the changed rule compares at the last reading. `last` null: unknown. */
const comparedEvent = {
	eventId: AlertEventId,
	deviceId: z.nullable(DeviceId),
	last: z.nullable(z.object({ at: z.number(), value: z.number() })),
};

/** Effect of a rule's change on open events. `kept`: how many stay open; `confirmed`: kept by the new limit. */
export const ChangedAlert = z.object({
	alertId: AlertId,
	ended: z.array(z.object({ ...comparedEvent, reason: AlertEventEnd })),
	kept: z.number(),
	confirmed: z.array(z.object(comparedEvent)),
});
export type ChangedAlert = z.infer<typeof ChangedAlert>;

export const AlertEventState = z.enum(["open", "acknowledged", "ended"]);
export type AlertEventState = z.infer<typeof AlertEventState>;

/**
 * Values: as the rule compares them. Times are epoch ms. `ruleName`, `condition` and `sentence` are as of the event.
 */
export const AlertEvent = z.object({
	id: AlertEventId,
	alertId: z.nullable(AlertId),
	deviceId: z.nullable(DeviceId),
	device: z.nullable(z.object({ name: z.string(), timezoneOffset: TimezoneOffset, timeZoneRule: TimeZoneRule })),
	channelId: z.nullable(ChannelId),
	deviceIds: z.nullable(z.array(DeviceId)),
	ruleName: z.string(),
	sentence: z.string(),
	said: z.optional(z.nullable(SaidData)),
	condition: z.nullable(EventCondition),
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
	isPast: z.boolean(),
	/** Timed by receipt, because the device's clock was wrong. */
	isClockWrong: z.boolean(),
	/** The longest pause. `isHeld`: the device sends changes only, so the value is taken to have stayed. */
	unread: z.optional(z.nullable(z.object({ from: z.number(), to: z.number(), isHeld: z.optional(z.literal(true)) }))),
	crossings: z.optional(z.nullable(z.number())),
	staleSince: z.nullable(z.number()),
	isBeforeMessages: z.boolean(),
	isDrill: z.optional(z.literal(true)),
	/** The roster whose people a drill tests. `ruleName` is its name. */
	rosterId: z.optional(z.string()),
	acknowledgedAt: z.nullable(z.number()),
	acknowledgedBy: z.nullable(z.string()),
	mutedUntil: z.nullable(z.number()),
	/** The user who has the event. Null: no one, or the user lost access. Of a removed user `assignee` is null. */
	assigneeId: z.nullable(z.string()),
	assignee: z.nullable(z.string()),
	/** End of the caller's own snooze. Absent: none. */
	snoozedUntil: z.optional(z.number()),
	/** Its person took it in a turn that is over. Sent to that person and to who is on duty now: `onDuty`, null: no one. */
	shift: z.optional(z.object({ rosterId: RosterId, roster: z.string(), onDuty: z.nullable(z.string()) })),
	partOf: z.nullable(AlertEventId),
	/** Number of recipients with and without a delivered message. Absent: none was queued. */
	notified: z.optional(z.object({ reached: z.number(), failed: z.number() })),
});
export type AlertEvent = z.infer<typeof AlertEvent>;

/** `mine`: the caller has it, or was notified or is on duty while no one has it. `snoozed`: by the caller. */
export const EventsOf = z.enum(["mine", "snoozed", "nobody"]);
export type EventsOf = z.infer<typeof EventsOf>;

export const GetAlertEvents = z.optional(
	z
		.object({
			states: z.optional(setOf(AlertEventState, AlertEventState.options.length)),
			severities: z.optional(setOf(AlertSeverity, AlertSeverity.options.length)),
			deviceIds: z.optional(setOf(DeviceId, limits.devicesPerChange)),
			/** Current members of these groups. With `deviceIds`: the union. */
			groupIds: z.optional(setOf(GroupId, 100)),
			alertIds: z.optional(setOf(AlertId, 1_000)),
			partOf: z.optional(AlertEventId),
			isFolded: z.optional(z.boolean()),
			isUnreached: z.optional(z.boolean()),
			/** Without `states` only events that are not over. */
			whose: z.optional(EventsOf),
			from: z.optional(Instant),
			to: z.optional(Instant),
			/** With `since`: events that opened, rose, were handled or ended since then, oldest change first. */
			byReceipt: z.optional(ByReceipt),
			cursor: z.optional(z.string().check(z.maxLength(64))),
			limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
		})
		.check(isInOrder),
);
export type GetAlertEvents = z.infer<typeof GetAlertEvents>;

/** Open events, then acknowledged ones, latest start first. `counts`: all that are not over, `mine`: the caller's. */
export const AlertEventPage = z.object({
	events: z.array(AlertEvent),
	counts: z.object({ open: z.number(), acknowledged: z.number(), mine: z.number() }),
	nextCursor: z.nullable(z.string()),
	receivedUntil: ReceivedUntil,
});
export type AlertEventPage = z.infer<typeof AlertEventPage>;

export const GetAlertEvent = z.object({ eventId: AlertEventId });
export type GetAlertEvent = z.infer<typeof GetAlertEvent>;

/** `notified`, `notNotified`: result for one contact. `nobodyReached`: no contact of a step was reached. */
export const AlertNoteKind = z.enum([
	"opened",
	"rose",
	"askedAgain",
	"ruleChanged",
	"readingsChanged",
	"ended",
	"acknowledged",
	"cleared",
	"comment",
	"muted",
	"assigned",
	"snoozed",
	"notified",
	"notNotified",
	"nobodyReached",
]);
export type AlertNoteKind = z.infer<typeof AlertNoteKind>;

/** `at` is epoch ms. `author` null: the system. */
export const AlertNote = z.object({
	at: z.number(),
	kind: AlertNoteKind,
	author: z.nullable(z.string()),
	text: z.string(),
	said: z.optional(z.nullable(SaidData)),
});
export type AlertNote = z.infer<typeof AlertNote>;

export const AlertEventDetail = z.extend(AlertEvent, {
	timeline: z.array(AlertNote),
	hasRule: z.boolean(),
	/** The rule's current description. Empty: none, or the rule is deleted. */
	instruction: z.string(),
	channelName: z.nullable(z.string()),
	ahead: z.optional(z.extend(LimitAhead, { quantity: Quantity, unit: z.string(), decimals: z.number() })),
	devices: z.array(z.object({ id: DeviceId, name: z.string() })),
	contacts: z.array(z.object({ id: ContactId, name: z.string() })),
	/** Rosters of the rule, while the event is open. */
	rosterIds: z.optional(z.array(z.string())),
});
export type AlertEventDetail = z.infer<typeof AlertEventDetail>;

export const GetAlertWhy = z.object({ eventId: AlertEventId, contactId: ContactId });
export type GetAlertWhy = z.infer<typeof GetAlertWhy>;

export const AlertMessageKind = z.enum([
	"first",
	"reminder",
	"escalation",
	"acknowledged",
	"recovered",
	"ended",
	"digest",
	"assigned",
	"stillOut",
]);
export type AlertMessageKind = z.infer<typeof AlertMessageKind>;

/**
 * Why no message was queued for a contact. `beforeMessages`, `imported`, `partOfMany` and `ruleGone` are about the
 * event.
 * `notRecipient`, `laterStep`, `noUsualChannel` and `recipientNow` are about the rule and contact as they are now.
 * `notKept`: messages of that time are deleted.
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

/** Result of one notice to a contact on one delivery channel. Times are epoch ms. */
export const AlertDelivery = z.object({
	kind: AlertMessageKind,
	channel: DeliveryChannel,
	queuedAt: z.number(),
	state: MessageState,
	reason: z.nullable(SuppressionReason),
	error: z.nullable(z.string()),
	outcome: z.optional(CallOutcome),
	sentAt: z.nullable(z.number()),
	settledAt: z.nullable(z.number()),
	/** Tag of the language it was sent in; null or absent: not sent yet, or by an older release. */
	language: z.optional(z.nullable(z.string())),
	dueAt: z.nullable(z.number()),
	others: z.number(),
	/** Sent to another contact with the same address, for both. */
	isShared: z.boolean(),
});
export type AlertDelivery = z.infer<typeof AlertDelivery>;

/** Deliveries of an event to a contact, by time. `notQueued` is null if there are any. */
export const AlertWhy = z.object({
	contactName: z.string(),
	deliveries: z.array(AlertDelivery),
	notQueued: z.nullable(NotQueuedReason),
	partOf: z.nullable(AlertEventId),
});
export type AlertWhy = z.infer<typeof AlertWhy>;

const AlertEventIds = setOf(AlertEventId, limits.alertEventsPerChange, { none: errorKey("choose.event") });
const Comment = paragraphText(1_000);

export const AlertEventsTarget = z.object({ eventIds: AlertEventIds, comment: z.optional(Comment) });
export type AlertEventsTarget = z.infer<typeof AlertEventsTarget>;

export const CommentAlertEvent = z.object({
	eventId: AlertEventId,
	comment: paragraphText(1_000, errorKey("comment.missing")),
});
export type CommentAlertEvent = z.infer<typeof CommentAlertEvent>;

export const MuteAlertEvents = z.object({ eventIds: AlertEventIds, until: z.nullable(Instant) });
export type MuteAlertEvents = z.infer<typeof MuteAlertEvents>;

/** `assigneeId` null: no one's again. `from`: whose the events were on the caller's screen. */
export const AssignAlertEvents = z.object({
	eventIds: AlertEventIds,
	assigneeId: z.nullable(UserId),
	from: z.optional(z.nullable(UserId)),
	comment: z.optional(Comment),
});
export type AssignAlertEvents = z.infer<typeof AssignAlertEvents>;

/** Hands events that the caller has over to who is on duty in a roster of their rules. */
export const HandOverAlertEvents = z.object({ eventIds: AlertEventsTarget.shape.eventIds, rosterId: RosterId });
export type HandOverAlertEvents = z.infer<typeof HandOverAlertEvents>;

/** `name` null: no one on duty signs in here, so the events are open again and their contacts are notified. */
export const HandedOverAlertEvents = z.object({ changed: z.number(), name: z.nullable(z.string()) });
export type HandedOverAlertEvents = z.infer<typeof HandedOverAlertEvents>;

/** Hides events from the caller's own list until then, and stops their reminders to the caller. Null: no longer. */
export const SnoozeAlertEvents = z.object({ eventIds: AlertEventIds, until: z.nullable(Instant) });
export type SnoozeAlertEvents = z.infer<typeof SnoozeAlertEvents>;

export const GetAssignees = z.object({ eventIds: AlertEventIds });
export type GetAssignees = z.infer<typeof GetAssignees>;

/** The users who can have all of the events. */
export const Assignees = z.array(z.object({ id: UserId, name: z.string() }));
export type Assignees = z.infer<typeof Assignees>;

export const ChangedAlertEvents = z.object({ changed: z.number() });
export type ChangedAlertEvents = z.infer<typeof ChangedAlertEvents>;
