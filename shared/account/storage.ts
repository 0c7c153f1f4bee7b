import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ContactGroupId, ContactId, DeviceId, GroupId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { plainText } from "../base/name-text";
import { deviceTexts, listedTextNames, recordOf } from "../base/plain-fields";
import { DeviceName, DevicePower, DeviceTag, DeviceTags, RetentionDays, SerialNumber } from "../device/device-terms";
import { GroupMembers } from "../device/group";

/** A full quota rejects new readings (`refuse`), or removes the oldest ones after a grace period. */
export const WhenFull = z.enum(["refuse", "removeOldest"]);
export type WhenFull = z.infer<typeof WhenFull>;

export const graceDays = 30;

export const notifiedPercents = [70, 90, 100] as const;

export const SetWhenFull = z.object({ whenFull: WhenFull });
export type SetWhenFull = z.infer<typeof SetWhenFull>;

export const StorageContacts = z.object({
	contactIds: setOf(ContactId, 100, { tooMany: errorKey("contact.tooMany", { most: 100 }) }),
	contactGroupIds: setOf(ContactGroupId, 20, { tooMany: errorKey("contactGroup.tooMany", { most: 20 }) }),
});
export type StorageContacts = z.infer<typeof StorageContacts>;

export const SetStorageContacts = z.object({ contacts: z.nullable(StorageContacts) });
export type SetStorageContacts = z.infer<typeof SetStorageContacts>;

/** Days. Null: for ever. `inherit`: the retention of the groups or the account. */
export const RetentionChoice = z.union([RetentionDays, z.null(), z.literal("inherit")]);
export type RetentionChoice = z.infer<typeof RetentionChoice>;

const SomeDevices = setOf(DeviceId, 10_000, { none: errorKey("device.choose") });
const SomeGroups = setOf(GroupId, limits.groups);

/** Changed fields of devices, as the filters of groups use them. An omitted field stays unchanged. */
export const TriedFacts = z.object({
	name: z.optional(DeviceName),
	serialNumber: z.optional(z.nullable(SerialNumber)),
	power: z.optional(z.nullable(DevicePower)),
	tags: z.optional(DeviceTags),
	...recordOf(listedTextNames, (text) => z.optional(plainText(deviceTexts[text]))),
});
export type TriedFacts = z.infer<typeof TriedFacts>;

const SomeTags = setOf(DeviceTag, 50);

export const MovedDevices = z.object({
	deviceIds: SomeDevices,
	addGroupIds: SomeGroups,
	removeGroupIds: SomeGroups,
	addTags: z.optional(SomeTags),
	removeTags: z.optional(SomeTags),
	facts: z.optional(TriedFacts),
});
export type MovedDevices = z.infer<typeof MovedDevices>;

/** Deleted groups. `intoId`: the group that gets their members; null: none. */
export const GoneGroups = z.object({
	groupIds: SomeGroups.check(z.minLength(1, errorKey("group.choose"))),
	intoId: z.nullable(GroupId),
});
export type GoneGroups = z.infer<typeof GoneGroups>;

/**
 * Target of a retention: devices, a group with these members (`id` null: a new one), or the account.
 * `moved` and `gone` change the groups of devices; the retention of the groups stays.
 */
export const RetentionTarget = z.union([
	z.object({ deviceIds: SomeDevices }),
	z.object({ group: z.object({ id: z.nullable(GroupId), members: GroupMembers }) }),
	z.object({ moved: MovedDevices }),
	z.object({ gone: GoneGroups }),
	z.object({ account: z.literal(true) }),
]);
export type RetentionTarget = z.infer<typeof RetentionTarget>;

export const PreviewRetention = z.object({ target: RetentionTarget, choice: RetentionChoice });
export type PreviewRetention = z.infer<typeof PreviewRetention>;

/** Readings that are removed from devices with the same cut. Times are epoch ms. */
export const RetentionCut = z.object({
	days: z.number(),
	olderThan: z.number(),
	removedAt: z.number(),
	devices: z.number(),
	readings: z.number(),
	bytes: z.number(),
});
export type RetentionCut = z.infer<typeof RetentionCut>;

/** `changed`: devices whose retention changes. `cuts`: only removed readings. */
export const RetentionPreview = z.object({ changed: z.number(), cuts: z.array(RetentionCut) });
export type RetentionPreview = z.infer<typeof RetentionPreview>;

/** A device whose retention gets shorter at `dueAt`. Times are epoch ms. */
export const WaitingShortening = z.object({
	deviceId: DeviceId,
	name: z.string(),
	formerDays: z.nullable(z.number()),
	days: z.number(),
	decidedAt: z.number(),
	dueAt: z.number(),
	olderThan: z.number(),
	readings: z.number(),
	bytes: z.number(),
});
export type WaitingShortening = z.infer<typeof WaitingShortening>;

export const TakeBackShortenings = z.object({
	deviceIds: SomeDevices,
});
export type TakeBackShortenings = z.infer<typeof TakeBackShortenings>;

export const SetAccountRetention = z.object({ retentionDays: z.nullable(RetentionDays) });
export type SetAccountRetention = z.infer<typeof SetAccountRetention>;

export const DeviceRetention = z.object({
	deviceId: DeviceId,
	retentionDays: z.nullable(z.number()),
	/** Source of the retention. A group's name is empty if the caller does not see it. */
	from: z.enum(["device", "group", "account"]),
	groupName: z.optional(z.string()),
	groupNames: z.array(z.string()),
	growthBytesPerDay: z.number(),
	isArchived: z.boolean(),
	goneAt: z.nullable(z.number()),
});
export type DeviceRetention = z.infer<typeof DeviceRetention>;

export const StorageOverview = z.object({
	retentionDays: z.nullable(z.number()),
	/** False: the quota is informative and rejects nothing. */
	isQuotaBinding: z.boolean(),
	whenFull: WhenFull,
	/** Epoch ms. Null: not full, or the quota is not binding. */
	fullSince: z.nullable(z.number()),
	/** Null: the recipients of the alert rules. Absent: the caller has a limited scope. */
	contacts: z.optional(z.nullable(StorageContacts)),
	reportFileBytes: z.number(),
	attachmentBytes: z.optional(z.number()),
	/** Absent: of a backend of the release before. */
	lakeBytes: z.optional(z.number()),
	devices: z.array(DeviceRetention),
});
export type StorageOverview = z.infer<typeof StorageOverview>;
