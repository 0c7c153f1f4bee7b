import * as z from "zod/mini";
import { AlertId, ContactId } from "../base/ids";
import { DeliveryChannel } from "./message";

/** Alerts that a recipient stopped by a link in a message. Times are epoch ms. */
export const StoppedAlerts = z.object({
	contactId: ContactId,
	contactName: z.string(),
	channel: DeliveryChannel,
	rule: z.nullable(z.object({ id: AlertId, name: z.string() })),
	at: z.number(),
	until: z.nullable(z.number()),
});
export type StoppedAlerts = z.infer<typeof StoppedAlerts>;
