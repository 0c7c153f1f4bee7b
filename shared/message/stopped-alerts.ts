import * as z from "zod/mini";
import { AlertId, ContactId } from "../base/ids";
import { DeliveryChannel } from "./message";

/** A recipient has stopped alerts at an address, by a link in a message. Times are epoch ms. */
export const StoppedAlerts = z.object({
	contactId: ContactId,
	contactName: z.string(),
	channel: DeliveryChannel,
	/** Of this rule alone; null: every alert. */
	rule: z.nullable(z.object({ id: AlertId, name: z.string() })),
	at: z.number(),
	/** Null: until they take it back. */
	until: z.nullable(z.number()),
});
export type StoppedAlerts = z.infer<typeof StoppedAlerts>;
