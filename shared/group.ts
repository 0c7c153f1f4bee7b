import * as z from "zod/mini";
import { DeviceId, GroupId } from "./ids";

export const GroupKind = z.enum(["static", "dynamic"]);
export type GroupKind = z.infer<typeof GroupKind>;

export const GroupListRow = z.object({
	id: GroupId,
	name: z.string(),
	kind: GroupKind,
	description: z.string(),
	colour: z.nullable(z.string()),
	deviceCount: z.number(),
});
export type GroupListRow = z.infer<typeof GroupListRow>;

export const Group = z.extend(GroupListRow, { deviceIds: z.array(DeviceId), createdAt: z.date() });
export type Group = z.infer<typeof Group>;

export const GetGroup = z.object({ id: GroupId });
export type GetGroup = z.infer<typeof GetGroup>;
