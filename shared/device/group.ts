import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { AlertId, DeviceId, GroupId, InvitationId, ReportId, UndoId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { nameText, plainText } from "../base/name-text";
import { groupTextNames, groupTexts, recordOf } from "../base/plain-fields";
import { DeviceClock } from "../time/time-zones";
import { GroupFilter } from "./device-filter";
import { IntervalSeconds, mutedFields, muteFields, OfflineAfterSeconds, RetentionDays, Sends } from "./device-terms";

export const GroupKind = z.enum(["static", "dynamic"]);
export type GroupKind = z.infer<typeof GroupKind>;

export const GroupColour = z.enum(["teal", "blue", "violet", "pink", "red", "orange", "yellow", "green", "grey"]);
export type GroupColour = z.infer<typeof GroupColour>;

/** Inherited by devices without their own value. If groups disagree, the oldest group wins. */
export const GroupDefaults = z.object({
	loggingIntervalSeconds: z.optional(IntervalSeconds),
	uploadIntervalSeconds: z.optional(IntervalSeconds),
	offlineAfterSeconds: z.optional(OfflineAfterSeconds),
	retentionDays: z.optional(z.nullable(RetentionDays)),
	clock: z.optional(DeviceClock),
	sends: z.optional(Sends),
});
export type GroupDefaults = z.infer<typeof GroupDefaults>;

export const GroupListRow = z.object({
	id: GroupId,
	name: z.string(),
	kind: GroupKind,
	...recordOf(groupTextNames, () => z.string()),
	colour: z.nullable(GroupColour),
	deviceCount: z.number(),
	defaults: GroupDefaults,
	/** `users` is counted only for callers who may see users. */
	useCounts: z.object({ alerts: z.number(), reports: z.number(), users: z.number(), groups: z.number() }),
	...mutedFields,
});
export type GroupListRow = z.infer<typeof GroupListRow>;

export const GroupUses = z.object({
	alerts: z.array(z.object({ id: AlertId, name: z.string() })),
	reports: z.array(z.object({ id: ReportId, name: z.string() })),
	users: z.array(z.object({ id: z.string(), name: z.string() })),
	invitations: z.array(z.object({ id: InvitationId, name: z.string() })),
	groups: z.array(z.object({ id: GroupId, name: z.string() })),
});
export type GroupUses = z.infer<typeof GroupUses>;

export const Group = z.extend(z.omit(GroupListRow, { useCounts: true }), {
	version: z.number(),
	deviceIds: z.array(DeviceId),
	filter: z.nullable(GroupFilter),
	defaults: GroupDefaults,
	uses: GroupUses,
	createdAt: z.date(),
});
export type Group = z.infer<typeof Group>;

export const GetGroup = z.object({ id: GroupId });
export type GetGroup = z.infer<typeof GetGroup>;

const GroupName = nameText(errorKey("name.missing"));

export const GroupMembers = z.union([
	z.object({
		kind: z.literal("static"),
		deviceIds: setOf(DeviceId, limits.devicesPerChange),
	}),
	z.object({ kind: z.literal("dynamic"), filter: GroupFilter }),
]);
export type GroupMembers = z.infer<typeof GroupMembers>;

const groupFields = {
	name: GroupName,
	...recordOf(groupTextNames, (text) => plainText(groupTexts[text])),
	colour: z.nullable(GroupColour),
	members: GroupMembers,
	defaults: GroupDefaults,
};

export const CreateGroup = z.object(groupFields);
export type CreateGroup = z.infer<typeof CreateGroup>;

export const UpdateGroup = z.object({ id: GroupId, version: z.int(), ...groupFields });
export type UpdateGroup = z.infer<typeof UpdateGroup>;

export const GroupsTarget = z.object({
	ids: setOf(GroupId, limits.groups, { none: errorKey("group.choose") }),
});
export type GroupsTarget = z.infer<typeof GroupsTarget>;

export const MuteGroups = z.object({ ...GroupsTarget.shape, ...muteFields });
export type MuteGroups = z.infer<typeof MuteGroups>;

export const DeletedGroups = z.object({ deleted: z.number(), undoId: UndoId });
export type DeletedGroups = z.infer<typeof DeletedGroups>;

/** Moves devices and references of some groups to another group, then deletes them. */
export const MergeGroups = z.object({
	fromIds: setOf(GroupId, limits.groups, { none: errorKey("group.choose") }),
	intoId: GroupId,
});
export type MergeGroups = z.infer<typeof MergeGroups>;
