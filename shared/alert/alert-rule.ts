import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ContactGroupId, ContactId, RosterId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { DeliveryChannel } from "../message/message";
import { WindowZone, windowsIn } from "../time/time-windows";
import { AlertCondition, conditionModuleOf, type EventCondition } from "./conditions/registry";
import {
	type AlertSeverity,
	type ChannelChoice,
	comparing,
	daySeconds,
	duration,
	finite,
	oneOf,
} from "./conditions/terms";

/** How far back past its limit a value must return. `percent`: of the limit. */
export const Hysteresis = z.object({
	kind: z.enum(["absolute", "percent"]),
	value: finite.check(z.minimum(0, errorKey("number.zeroOrMore"))),
});
export type Hysteresis = z.infer<typeof Hysteresis>;

const clearFor = { clearForSeconds: duration(0, 7 * daySeconds) };

export const AlertClear = oneOf("by", {
	opposite: z.object({ by: z.literal("opposite"), hysteresis: z.nullable(Hysteresis), ...clearFor }),
	condition: z.object({ by: z.literal("condition"), ...comparing, ...clearFor }),
	person: z.object({ by: z.literal("person") }),
});
export type AlertClear = z.infer<typeof AlertClear>;

/** `contact`: events open at any hour, and each contact is notified in the hours of their own zone. */
export const AlertHours = windowsIn(
	z.union([WindowZone, z.enum(["account", "contact"])], { error: errorKey("zone.unknown") }),
);
export type AlertHours = z.infer<typeof AlertHours>;

/** Durations count in reading time. `schedule`: hours in which events open and messages are sent; null: always. */
export const AlertRule = z.object({
	condition: AlertCondition,
	forSeconds: duration(0, 7 * daySeconds),
	clear: AlertClear,
	schedule: z.nullable(AlertHours),
});
export type AlertRule = z.infer<typeof AlertRule>;

const Channels = z.nullable(
	setOf(DeliveryChannel, DeliveryChannel.options.length, { none: errorKey("channel.chooseSome") }),
);

/** Resolved to members when a message is sent. `operators`: operators who can see the device. */
export const AlertRole = z.enum(["owners", "operators"]);
export type AlertRole = z.infer<typeof AlertRole>;
/** Resolved to the contact on duty when a message is sent. */
const RosterIds = z.optional(setOf(RosterId, 20));
const Roles = z.optional(setOf(AlertRole, AlertRole.options.length));

export const AlertContactIds = setOf(ContactId, 100, { tooMany: errorKey("contact.tooMany", { most: 100 }) });
export const AlertContactGroupIds = setOf(ContactGroupId, 20, {
	tooMany: errorKey("contactGroup.tooMany", { most: 20 }),
});

/** Sent while no one has acknowledged the event. `atMost` null: as long as it is open. */
export const AlertReminder = z.object({
	everySeconds: duration(5 * 60, 7 * daySeconds),
	atMost: z.nullable(
		z
			.int(errorKey("number.whole"))
			.check(z.minimum(1, errorKey("number.atLeastOne")), z.maximum(100, errorKey("number.atMost", { most: 100 }))),
	),
});
export type AlertReminder = z.infer<typeof AlertReminder>;

/** Further recipients, notified so long after the first notice unless a user has acknowledged the event. */
export const EscalationStep = z
	.object({
		afterSeconds: duration(60, 7 * daySeconds),
		contactIds: AlertContactIds,
		contactGroupIds: AlertContactGroupIds,
		roles: Roles,
		rosterIds: RosterIds,
		channels: Channels,
	})
	.check(
		z.refine((step) => namesAnybody(step), {
			path: ["contactIds"],
			error: errorKey("rule.noRecipient"),
		}),
	);
export type EscalationStep = z.infer<typeof EscalationStep>;

/**
 * Settings of an event's messages. A change of them ends no event.
 * `reportsMissed`: when the rule's hours begin, also reports events that opened and ended outside them.
 */
export const AlertNotification = z.object({
	roles: Roles,
	rosterIds: RosterIds,
	channels: Channels,
	reminder: z.nullable(AlertReminder),
	escalation: z.array(EscalationStep).check(
		z.maxLength(5, errorKey("rule.stepsTooMany")),
		z.check<EscalationStep[]>((ctx) => {
			for (const [index, { afterSeconds }] of ctx.value.entries()) {
				if (afterSeconds > (ctx.value[index - 1]?.afterSeconds ?? 0)) continue;
				const message = errorKey("rule.stepOrder");
				ctx.issues.push({ code: "custom", input: ctx.value, path: [index, "afterSeconds"], message });
			}
		}),
	),
	reportsMissed: z.boolean(),
});
export type AlertNotification = z.infer<typeof AlertNotification>;

export const plainNotification: AlertNotification = {
	channels: null,
	reminder: null,
	escalation: [],
	reportsMissed: false,
};

type NamedRecipients = {
	contactIds: readonly string[];
	contactGroupIds: readonly string[];
	roles?: readonly AlertRole[] | undefined;
	rosterIds?: readonly string[] | undefined;
};

export function namesAnybody({ contactIds, contactGroupIds, roles = [], rosterIds = [] }: NamedRecipients): boolean {
	return contactIds.length + contactGroupIds.length + roles.length + rosterIds.length > 0;
}

/** Rosters that a rule names, at once or in a step. */
export function rostersOf({ rosterIds = [], escalation }: AlertNotification): string[] {
	return [...new Set([...rosterIds, ...escalation.flatMap((step) => step.rosterIds ?? [])])];
}

export const alertRoleLabels: Record<AlertRole, string> = { owners: "Owners", operators: "Operators of the group" };

export function channelsOf(condition: EventCondition): ChannelChoice[] {
	return conditionModuleOf(condition).channels(condition);
}

/** Severities of the events, mildest first. Null: the rule's own severity applies. */
export function ownSeverities(condition: AlertCondition): AlertSeverity[] | null {
	return conditionModuleOf(condition).severities?.(condition) ?? null;
}
