import * as z from "zod/mini";
import { Calibration } from "./calibration";
import { DeviceAlertState, DeviceFilter, DeviceLack } from "./device-filter";
import { ListedReading } from "./device-reading";
import { DeviceRefusals } from "./device-refusals";
import {
	ChannelName,
	ChannelUnit,
	DeviceMetadata,
	DevicePower,
	DeviceStatus,
	DeviceTags,
	InheritableSetting,
	isRecordOf,
} from "./device-terms";
import { ChannelId, DeviceId, GroupId } from "./ids";
import { limits } from "./limits";
import { deviceTextNames, listedTextNames, recordOf } from "./plain-fields";
import { TimeZoneRule, TimezoneOffset } from "./time-zones";
import { Quantity } from "./units";

export const NewChannel = z.object({ name: ChannelName, quantity: Quantity, unit: ChannelUnit });
export type NewChannel = z.infer<typeof NewChannel>;

/** `min` and `max` are what a sound reading lies between, in its unit; null: nothing is said. */
export const Channel = z.extend(NewChannel, {
	id: ChannelId,
	decimals: z.number(),
	min: z.nullable(z.number()),
	max: z.nullable(z.number()),
});
export type Channel = z.infer<typeof Channel>;

/** A channel with its calibrations, ascending, and its newest reading as calibrated. `at` is epoch ms; null while nothing was received. */
export const ChannelLatest = z.extend(Channel, {
	value: z.nullable(z.number()),
	at: z.nullable(z.number()),
	calibrations: z.array(Calibration),
});
export type ChannelLatest = z.infer<typeof ChannelLatest>;

/** Kept small, as there may be thousands: what is empty or as usual is left out. Times are epoch ms. */
export const DeviceListRow = z.object({
	id: DeviceId,
	name: z.string(),
	serialNumber: z.nullable(z.string()),
	groupIds: z.array(GroupId),
	timezoneOffset: TimezoneOffset,
	timeZoneRule: TimeZoneRule,
	status: DeviceStatus,
	/** Reading time of the newest reading, and when the newest upload came in. */
	lastReadingAt: z.nullable(z.number()),
	lastReceivedAt: z.nullable(z.number()),
	/** The first channels, then what tells of the device itself. */
	latest: z.array(ListedReading),
	...recordOf(listedTextNames, () => z.optional(z.string())),
	power: z.optional(DevicePower),
	tags: z.optional(z.array(z.string())),
	/** Absent: `ok`. */
	alertState: z.optional(DeviceAlertState),
	mutedUntil: z.optional(z.number()),
	/** Of one that is being deleted: when it goes for good. */
	deletedFrom: z.optional(z.number()),
	lacks: z.optional(z.array(DeviceLack)),
	/** Something of its last upload was refused. */
	hasRefusals: z.optional(z.boolean()),
});
export type DeviceListRow = z.infer<typeof DeviceListRow>;

/** Which devices a list is of. Those that are being deleted are among the archived ones. */
export const DeviceShelf = z.enum(["current", "archived"]);
export type DeviceShelf = z.infer<typeof DeviceShelf>;

/** What a list shows on demand only. */
export const DeviceFacts = z.object({
	id: DeviceId,
	loggingIntervalSeconds: z.number(),
	uploadIntervalSeconds: z.number(),
	retentionDays: z.nullable(z.number()),
	usedBytes: z.number(),
	createdAt: z.number(),
	/** The settings that it does not take from a group. */
	ownSettings: z.array(InheritableSetting),
});
export type DeviceFacts = z.infer<typeof DeviceFacts>;

/** What is known of a device's keys beside the keys, which nobody keeps. */
export const DeviceKeyFacts = z.object({
	createdAt: z.date(),
	lastUsedAt: z.nullable(z.date()),
	/** The key before it; null: there is none, or its time is over. */
	previous: z.nullable(z.object({ until: z.date(), lastUsedAt: z.nullable(z.date()) })),
});
export type DeviceKeyFacts = z.infer<typeof DeviceKeyFacts>;

/** In the place of a group that somebody does not see. */
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
	}),
	{
		/** Goes up by one whenever somebody changes the device. */
		version: z.number(),
		channels: z.array(ChannelLatest),
		...recordOf(deviceTextNames, () => z.string()),
		/** Degrees; both or neither. */
		latitude: z.nullable(z.number()),
		longitude: z.nullable(z.number()),
		power: z.nullable(DevicePower),
		tags: DeviceTags,
		metadata: DeviceMetadata,
		/** As they apply, be they the device's own or a group's. */
		loggingIntervalSeconds: z.number(),
		uploadIntervalSeconds: z.number(),
		offlineAfterSeconds: z.number(),
		/** Whether `offlineAfterSeconds` follows from the upload interval alone. */
		isOfflineAfterDerived: z.boolean(),
		/** Days for which readings are kept; null: for ever. */
		retentionDays: z.nullable(z.number()),
		/** Settings that are not the device's own, with the group they come from, or `hiddenGroup`; null: the console's standard. */
		inherited: z.custom<Partial<Record<InheritableSetting, string | null>>>(
			isRecordOf(
				(groupId) => groupId === null || groupId === hiddenGroup || GroupId.safeParse(groupId).success,
				(setting) => InheritableSetting.safeParse(setting).success,
			),
		),
		alertState: DeviceAlertState,
		mutedUntil: z.nullable(z.number()),
		muteReason: z.string(),
		lacks: z.array(DeviceLack),
		/** Null: its last upload was taken whole. */
		refusals: z.nullable(DeviceRefusals),
		usedBytes: z.number(),
		readings: z.number(),
		oldestReadingAt: z.nullable(z.number()),
		key: DeviceKeyFacts,
		createdAt: z.date(),
		/** The name of the person or the integration that added it; null: nobody who is still known. */
		createdBy: z.nullable(z.string()),
		archivedAt: z.nullable(z.date()),
		/** When it goes for good; until then it can be restored. */
		deletedFrom: z.nullable(z.date()),
	},
);
export type Device = z.infer<typeof Device>;

export const GetDevices = z.optional(
	z.object({
		search: z.optional(z.string().check(z.trim(), z.maxLength(128))),
		filters: z.optional(DeviceFilter),
		/** A column of the list; a leading minus runs it downwards. In order of creation where none is given. */
		sort: z.optional(z.enum(["name", "-name", "serial", "-serial", "status", "-status", "received", "-received"])),
		shelf: z.optional(DeviceShelf),
		cursor: z.optional(DeviceId),
		limit: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
	}),
);
export type GetDevices = z.infer<typeof GetDevices>;

export const GetDevice = z.object({ deviceId: DeviceId });
export type GetDevice = z.infer<typeof GetDevice>;

/** How long the key that is replaced still works; 0: not at all. */
export const RotateDeviceKey = z.object({
	deviceId: DeviceId,
	graceSeconds: z.int().check(z.minimum(0), z.maximum(limits.keyGraceSeconds)),
});
export type RotateDeviceKey = z.infer<typeof RotateDeviceKey>;

/** The key is shown this once. */
export const RotatedDeviceKey = z.object({ key: z.string(), facts: DeviceKeyFacts });
export type RotatedDeviceKey = z.infer<typeof RotatedDeviceKey>;
