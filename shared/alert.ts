import * as z from "zod/mini";
import { AlertId, DeviceId, GroupId } from "./ids";

export const AlertSeverity = z.enum(["critical", "warning", "info"]);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

export const AlertScope = z.union([
	z.literal("all"),
	z.object({ deviceIds: z.array(DeviceId) }),
	z.object({ groupIds: z.array(GroupId) }),
]);
export type AlertScope = z.infer<typeof AlertScope>;

export const AlertListRow = z.object({
	id: AlertId,
	name: z.string(),
	isEnabled: z.boolean(),
	severity: AlertSeverity,
	/** The condition as one English sentence. */
	condition: z.string(),
	openEvents: z.number(),
	lastFiredAt: z.nullable(z.date()),
});
export type AlertListRow = z.infer<typeof AlertListRow>;

export const Alert = z.extend(AlertListRow, {
	description: z.string(),
	scope: AlertScope,
	contactIds: z.array(z.string()),
	createdAt: z.date(),
});
export type Alert = z.infer<typeof Alert>;

export const GetAlerts = z.optional(z.object({ deviceId: z.optional(DeviceId) }));
export type GetAlerts = z.infer<typeof GetAlerts>;

export const GetAlert = z.object({ alertId: AlertId });
export type GetAlert = z.infer<typeof GetAlert>;
