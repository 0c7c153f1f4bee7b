import * as z from "zod/mini";
import { ContactGroupId, ContactId, DeviceId, GroupId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { plainText } from "../base/name-text";
import { deviceTexts, listedTextNames, recordOf } from "../base/plain-fields";
import { DeviceName, DevicePower, DeviceTag, DeviceTags, RetentionDays, SerialNumber } from "../device/device-terms";
import { GroupMembers } from "../device/group";

/** What happens once the quota is used up: new readings are denied, or the oldest go after a time of grace. */
export const WhenFull = z.enum(["refuse", "removeOldest"]);
export type WhenFull = z.infer<typeof WhenFull>;

/** Before the oldest readings go. */
export const graceDays = 30;

/** How full it is when that is notified. */
export const notifiedPercents = [70, 90, 100] as const;

export const SetWhenFull = z.object({ whenFull: WhenFull });
export type SetWhenFull = z.infer<typeof SetWhenFull>;

/** Who is notified of it beside the owners, by e-mail where they have one. */
export const StorageContacts = z.object({
	contactIds: setOf(ContactId, 100, { tooMany: "At most 100 contacts." }),
	contactGroupIds: setOf(ContactGroupId, 20, { tooMany: "At most 20 contact groups." }),
});
export type StorageContacts = z.infer<typeof StorageContacts>;

/** Null: whom the alert rules notify. */
export const SetStorageContacts = z.object({ contacts: z.nullable(StorageContacts) });
export type SetStorageContacts = z.infer<typeof SetStorageContacts>;

/** Days; null: for ever; `inherit`: what the groups or the account say. */
export const RetentionChoice = z.union([RetentionDays, z.null(), z.literal("inherit")]);
export type RetentionChoice = z.infer<typeof RetentionChoice>;

const SomeDevices = setOf(DeviceId, 10_000, { none: "Choose at least one device." });
const SomeGroups = setOf(GroupId, limits.groups);

/** What filters of groups go by, of devices as they would be; what is omitted stays. */
export const TriedFacts = z.object({
	name: z.optional(DeviceName),
	serialNumber: z.optional(z.nullable(SerialNumber)),
	power: z.optional(z.nullable(DevicePower)),
	tags: z.optional(DeviceTags),
	...recordOf(listedTextNames, (text) => z.optional(plainText(deviceTexts[text]))),
});
export type TriedFacts = z.infer<typeof TriedFacts>;

const SomeTags = setOf(DeviceTag, 50);

/** Devices with other groups, tags or facts, by which filters may take them into other groups too. */
export const MovedDevices = z.object({
	deviceIds: SomeDevices,
	addGroupIds: SomeGroups,
	removeGroupIds: SomeGroups,
	addTags: z.optional(SomeTags),
	removeTags: z.optional(SomeTags),
	facts: z.optional(TriedFacts),
});
export type MovedDevices = z.infer<typeof MovedDevices>;

/** Groups that go, into another one that stays or altogether. */
export const GoneGroups = z.object({
	groupIds: SomeGroups.check(z.minLength(1, "Choose at least one group.")),
	intoId: z.nullable(GroupId),
});
export type GoneGroups = z.infer<typeof GoneGroups>;

/**
 * Whose retention: of devices themselves, of a group that would have these members and this default (`id` null: a new
 * one), or the account's. `moved`: devices join and leave groups, whose defaults stay as they are; so they do of `gone`.
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

/** What goes of devices that are cut at the same day; times are epoch ms. */
export const RetentionCut = z.object({
	/** Days that are kept from then on. */
	days: z.number(),
	/** The start of a UTC day: what is older goes. */
	olderThan: z.number(),
	removedAt: z.number(),
	devices: z.number(),
	readings: z.number(),
	bytes: z.number(),
});
export type RetentionCut = z.infer<typeof RetentionCut>;

/** `changed`: how many devices keep their readings for another time than before. `cuts`: only what goes. */
export const RetentionPreview = z.object({ changed: z.number(), cuts: z.array(RetentionCut) });
export type RetentionPreview = z.infer<typeof RetentionPreview>;

/** A device whose retention was made shorter, until that applies. Times are epoch ms. */
export const WaitingShortening = z.object({
	deviceId: DeviceId,
	name: z.string(),
	/** Null: for ever. */
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

/** Beside `StorageDetails`: how long readings are kept, by whom, and what of the quota is in force. */
export const DeviceRetention = z.object({
	deviceId: DeviceId,
	/** Null: for ever. */
	retentionDays: z.nullable(z.number()),
	/** Whose retention it is; a group's name is empty where the caller does not see it. */
	from: z.enum(["device", "group", "account"]),
	groupName: z.optional(z.string()),
	/** Of the groups that the caller sees. */
	groupNames: z.array(z.string()),
	growthBytesPerDay: z.number(),
	isArchived: z.boolean(),
	/** Of a deleted device: when it is gone, epoch ms. */
	goneAt: z.nullable(z.number()),
});
export type DeviceRetention = z.infer<typeof DeviceRetention>;

export const StorageOverview = z.object({
	/** The account's; null: for ever. */
	retentionDays: z.nullable(z.number()),
	/** False: the quota informs, and nothing ends there. */
	isQuotaBinding: z.boolean(),
	whenFull: WhenFull,
	/** Since when it is full, epoch ms; null: it is not, or nothing ends there. */
	fullSince: z.nullable(z.number()),
	/** Null: whom the alert rules notify; absent: the caller sees some groups only. */
	contacts: z.optional(z.nullable(StorageContacts)),
	reportFileBytes: z.number(),
	devices: z.array(DeviceRetention),
});
export type StorageOverview = z.infer<typeof StorageOverview>;
