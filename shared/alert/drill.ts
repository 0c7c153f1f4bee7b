import * as z from "zod/mini";
import { AlertEventId } from "../base/ids";
import { CallOutcome, DeliveryChannel, MessageState } from "../message/message";

/** The most that a drill of a rule sends: everyone of each step, once. */
export const DrillPlan = z.object({
	people: z.number(),
	/** Calls count twice, as a phone is called twice. */
	messages: z.array(z.object({ channel: DeliveryChannel, count: z.number() })),
	lastsMs: z.number(),
});
export type DrillPlan = z.infer<typeof DrillPlan>;

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
