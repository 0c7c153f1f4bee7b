import * as z from "zod/mini";
import { AlertEventId } from "../base/ids";
import { DeliveryChannel } from "../message/message";

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
