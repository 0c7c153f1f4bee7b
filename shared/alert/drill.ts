import * as z from "zod/mini";
import { AlertEventId, RosterId } from "../base/ids";
import { CallOutcome, DeliveryChannel, MessageState } from "../message/message";

/** The most that a drill of a rule sends: everyone of each step, once. */
export const DrillPlan = z.object({
	people: z.number(),
	/** Calls count twice, as a phone is called twice. */
	messages: z.array(z.object({ channel: DeliveryChannel, count: z.number() })),
	lastsMs: z.number(),
});
export type DrillPlan = z.infer<typeof DrillPlan>;

/** `now`: who is on duty. `ahead`: everyone with a turn in the next four weeks. */
export const DrilledPeople = z.enum(["now", "ahead"]);
export type DrilledPeople = z.infer<typeof DrilledPeople>;

export const RosterDrillPlan = z.object({ now: DrillPlan, ahead: DrillPlan });
export type RosterDrillPlan = z.infer<typeof RosterDrillPlan>;

export const StartRosterDrill = z.object({ rosterId: RosterId, people: DrilledPeople });
export type StartRosterDrill = z.infer<typeof StartRosterDrill>;

export const StartedDrill = z.object({ eventId: AlertEventId });
export type StartedDrill = z.infer<typeof StartedDrill>;

/** `name` null: a person whom the caller cannot see. `outcome`: of a call. */
const DrillMessage = z.object({
	name: z.nullable(z.string()),
	channel: DeliveryChannel,
	state: MessageState,
	outcome: z.optional(CallOutcome),
});

/** A past drill of a rule. Times are epoch ms. `messages`: empty once they are archived. */
export const PastDrill = z.object({
	eventId: AlertEventId,
	startedAt: z.number(),
	startedBy: z.string(),
	endedAt: z.nullable(z.number()),
	acknowledgedBy: z.nullable(z.string()),
	messages: z.array(DrillMessage),
});
export type PastDrill = z.infer<typeof PastDrill>;

/** `acknowledgedAt` null: the person has not. `messages`: of this person, empty once they are archived. */
const DrilledPerson = z.object({
	name: z.nullable(z.string()),
	acknowledgedAt: z.nullable(z.number()),
	messages: z.array(DrillMessage),
});

export const RosterDrill = z.object({
	eventId: AlertEventId,
	startedAt: z.number(),
	startedBy: z.string(),
	endedAt: z.nullable(z.number()),
	people: z.array(DrilledPerson),
});
export type RosterDrill = z.infer<typeof RosterDrill>;
