import * as z from "zod/mini";
import { ChannelId, DeviceId, GroupId } from "../base/ids";
import { lengthBeforeCleaning } from "../base/input-bounds";
import { limits } from "../base/limits";
import { deviceTextNames, listedTextNames, recordOf } from "../base/plain-fields";
import { Quantity } from "../formats/units";
import { DeviceRejections } from "../ingest/device-rejections";
import { UplinkNote } from "../ingest/integration-message";
import { SentUnit } from "../ingest/sent-unit";
import { TimeZoneRule, TimezoneOffset } from "../time/time-zones";
import { Calibration } from "./calibration";
import { DerivedDefinition } from "./derived/definition";
import { DeviceAlertState, DeviceFilter, DeviceLack } from "./device-filter";
import { LimitAhead, ListedReading } from "./device-reading";
import {
	ChannelName,
	ChannelUnit,
	DeviceMetadata,
	DevicePower,
	DeviceStatus,
	DeviceTags,
	InheritableSetting,
	isRecordOf,
	Sends,
} from "./device-terms";

export const NewChannel = z.object({ name: ChannelName, quantity: Quantity, unit: ChannelUnit });
export type NewChannel = z.infer<typeof NewChannel>;

/** `min` and `max`: expected range in the channel's unit; null: none. */
export const Channel = z.extend(NewChannel, {
	id: ChannelId,
	decimals: z.number(),
	min: z.nullable(z.number()),
	max: z.nullable(z.number()),
	/** Absent: the device sends it. */
	derived: z.optional(DerivedDefinition),
});
export type Channel = z.infer<typeof Channel>;

/** Calibrations ascend. `value` is calibrated. `at` is epoch ms; null before the first reading. */
export const ChannelLatest = z.extend(Channel, {
	value: z.nullable(z.number()),
	at: z.nullable(z.number()),
	calibrations: z.array(Calibration),
	isSaturated: z.optional(z.boolean()),
	ahead: z.optional(LimitAhead),
});
export type ChannelLatest = z.infer<typeof ChannelLatest>;

/** Small, for lists of thousands: omits empty and default values. Times are epoch ms. */
export const DeviceListRow = z.object({
	id: DeviceId,
	name: z.string(),
	serialNumber: z.nullable(z.string()),
	groupIds: z.array(GroupId),
	timezoneOffset: TimezoneOffset,
	timeZoneRule: TimeZoneRule,
	status: DeviceStatus,
	lastReadingAt: z.nullable(z.number()),
	lastReceivedAt: z.nullable(z.number()),
	/** The first channels, then battery, signal and memory. */
	latest: z.array(ListedReading),
	...recordOf(listedTextNames, () => z.optional(z.string())),
	power: z.optional(DevicePower),
	tags: z.optional(z.array(z.string())),
	alertState: z.optional(DeviceAlertState),
	mutedUntil: z.optional(z.number()),
	deletedFrom: z.optional(z.number()),
	lacks: z.optional(z.array(DeviceLack)),
	hasRefusals: z.optional(z.boolean()),
	hasOpenUnits: z.optional(z.boolean()),
	clockBehindMs: z.optional(z.number()),
});
export type DeviceListRow = z.infer<typeof DeviceListRow>;

/** `archived` includes devices that are being deleted. */
export const ArchivedFilter = z.enum(["current", "archived"]);
export type ArchivedFilter = z.infer<typeof ArchivedFilter>;

export const DeviceFacts = z.object({
	id: DeviceId,
	loggingIntervalSeconds: z.number(),
	uploadIntervalSeconds: z.number(),
	retentionDays: z.nullable(z.number()),
	usedBytes: z.number(),
	createdAt: z.number(),
	ownSettings: z.array(InheritableSetting),
	/** In meters. Other backends may omit it. */
	altitude: z.optional(z.nullable(z.number())),
});
export type DeviceFacts = z.infer<typeof DeviceFacts>;

export const DeviceKeyFacts = z.object({
	createdAt: z.date(),
	lastUsedAt: z.nullable(z.date()),
	previous: z.nullable(z.object({ until: z.date(), lastUsedAt: z.nullable(z.date()) })),
});
export type DeviceKeyFacts = z.infer<typeof DeviceKeyFacts>;

/** A likely reason why an offline device is silent, and what to do about it. */
export const SilenceReason = z.object({
	kind: z.enum(["battery", "place", "rejections", "key", "gaps", "signal"]),
	text: z.string(),
	advice: z.string(),
});
export type SilenceReason = z.infer<typeof SilenceReason>;

/** Replaces the id of a group that the user may not see. */
export const hiddenGroup = "hidden";

export const Device = z.extend(
	z.omit(DeviceListRow, {
		latest: true,
		...recordOf(listedTextNames, () => true as const),
		power: true,
		tags: true,
		alertState: true,
		mutedUntil: true,
		lacks: true,
		hasRefusals: true,
		hasOpenUnits: true,
	}),
	{
		version: z.number(),
		channels: z.array(ChannelLatest),
		...recordOf(deviceTextNames, () => z.string()),
		latitude: z.nullable(z.number()),
		longitude: z.nullable(z.number()),
		/** Metres above sea level. */
		altitude: z.nullable(z.number()),
		power: z.nullable(DevicePower),
		tags: DeviceTags,
		metadata: DeviceMetadata,
		loggingIntervalSeconds: z.number(),
		uploadIntervalSeconds: z.number(),
		offlineAfterSeconds: z.number(),
		isOfflineAfterDerived: z.boolean(),
		measuredLoggingSeconds: z.optional(z.nullable(z.number())),
		measuredUploadSeconds: z.optional(z.nullable(z.number())),
		retentionDays: z.nullable(z.number()),
		sends: z.optional(Sends),
		seemsToSendChanges: z.optional(z.literal(true)),
		/** Reasons why the device is offline, strongest first. */
		whySilent: z.optional(z.array(SilenceReason)),
		/** Id of the group of each inherited setting, or `hiddenGroup`. Null: the standard. */
		inherited: z.custom<Partial<Record<InheritableSetting, string | null>>>(
			isRecordOf(
				(groupId) => groupId === null || groupId === hiddenGroup || GroupId.safeParse(groupId).success,
				(setting) => InheritableSetting.safeParse(setting).success,
			),
		),
		alertState: DeviceAlertState,
		mutedUntil: z.nullable(z.number()),
		muteReason: z.string(),
		/** `name` is empty for a group outside the caller's scope. */
		mutedGroups: z.optional(z.array(z.object({ name: z.string(), until: z.number(), reason: z.string() }))),
		lacks: z.array(DeviceLack),
		/** Limits by rules, in the channel's unit. Null: none on that side. */
		limits: z.optional(
			z.array(z.object({ channelId: ChannelId, low: z.nullable(z.number()), high: z.nullable(z.number()) })),
		),
		/** Null: the last upload had no rejections. */
		refusals: z.nullable(DeviceRejections),
		uplinkNote: z.optional(UplinkNote),
		sentUnits: z.optional(z.array(SentUnit)),
		usedBytes: z.number(),
		readings: z.number(),
		oldestReadingAt: z.nullable(z.number()),
		key: DeviceKeyFacts,
		createdAt: z.date(),
		createdBy: z.nullable(z.string()),
		archivedAt: z.nullable(z.date()),
		deletedFrom: z.nullable(z.date()),
	},
);
export type Device = z.infer<typeof Device>;

export const GetDevices = z.optional(
	z.object({
		search: z.optional(z.string().check(lengthBeforeCleaning(128), z.trim(), z.maxLength(128))),
		/** Each word of `search` must match some text of the device. */
		isByWords: z.optional(z.boolean()),
		filters: z.optional(DeviceFilter),
		/** A leading minus sorts descending. Default: order of creation. */
		sort: z.optional(z.enum(["name", "-name", "serial", "-serial", "status", "-status", "received", "-received"])),
		archived: z.optional(ArchivedFilter),
		cursor: z.optional(DeviceId),
		limit: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
	}),
);
export type GetDevices = z.infer<typeof GetDevices>;

export const GetDevice = z.object({ deviceId: DeviceId });
export type GetDevice = z.infer<typeof GetDevice>;

export const RotateDeviceKey = z.object({
	deviceId: DeviceId,
	graceSeconds: z.int().check(z.minimum(0), z.maximum(limits.keyGraceSeconds)),
});
export type RotateDeviceKey = z.infer<typeof RotateDeviceKey>;

export const RotatedDeviceKey = z.object({ key: z.string(), facts: DeviceKeyFacts });
export type RotatedDeviceKey = z.infer<typeof RotatedDeviceKey>;
