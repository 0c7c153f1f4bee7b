import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId, GroupId, UndoId } from "../base/ids";
import { atMostBytes, setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { plainText } from "../base/name-text";
import { type DeviceText, deviceTextNames, deviceTexts, loggerTexts, pick, recordOf } from "../base/plain-fields";
import { DeviceClock, TimeZoneRule, TimezoneOffset } from "../time/time-zones";
import { Device, NewChannel } from "./device";
import {
	Altitude,
	ChannelName,
	ChannelUnit,
	DeviceMetadata,
	DeviceName,
	DevicePower,
	DeviceTag,
	DeviceTags,
	InheritableSetting,
	IntervalSeconds,
	isRecordOf,
	Latitude,
	Longitude,
	muteFields,
	OfflineAfterSeconds,
	RetentionDays,
	Sends,
	SerialNumber,
} from "./device-terms";

const differentNames = z.refine<{ name: string }[]>((channels) => {
	return new Set(channels.map(({ name }) => name.toLowerCase())).size === channels.length;
}, errorKey("channelName.twice"));
const channelCount = z.maxLength(
	limits.channelsPerDevice,
	errorKey("channel.tooMany", { most: limits.channelsPerDevice }),
);
const atLeastOneChannel = z.minLength(1, errorKey("channel.add"));

const textSchema = (text: DeviceText) => plainText(deviceTexts[text]);

const DeviceParticulars = z.object({
	...recordOf(deviceTextNames, textSchema),
	power: z.nullable(DevicePower),
	latitude: z.nullable(Latitude),
	longitude: z.nullable(Longitude),
	altitude: z.nullable(Altitude),
	tags: DeviceTags,
	metadata: DeviceMetadata,
});
export type DeviceParticulars = z.infer<typeof DeviceParticulars>;
export const particularNames = z.keyof(DeviceParticulars).options;

export function noParticulars(): DeviceParticulars {
	const texts = recordOf(deviceTextNames, () => "");
	return { ...texts, power: null, latitude: null, longitude: null, altitude: null, tags: [], metadata: {} };
}

export function givenParticulars(input: Partial<DeviceParticulars>): Partial<DeviceParticulars> {
	return pick(
		input,
		particularNames.filter((name) => input[name] !== undefined),
	);
}

const settings = {
	loggingIntervalSeconds: z.optional(IntervalSeconds),
	uploadIntervalSeconds: z.optional(IntervalSeconds),
	offlineAfterSeconds: z.optional(OfflineAfterSeconds),
	retentionDays: z.optional(z.nullable(RetentionDays)),
	sends: z.optional(Sends),
};

const GroupIds = setOf(GroupId, limits.groups);
const InheritedSettings = setOf(InheritableSetting, InheritableSetting.options.length);

const hasWholePlace = z.refine<{ latitude?: number | null | undefined; longitude?: number | null | undefined }>(
	({ latitude = null, longitude = null }) => (latitude === null) === (longitude === null),
	{ error: errorKey("position.both"), path: ["longitude"] },
);

const hasWholeClock = z.refine<{ timezoneOffset?: number | undefined; timeZoneRule?: number | undefined }>(
	({ timezoneOffset, timeZoneRule }) => (timezoneOffset === undefined) === (timeZoneRule === undefined),
	{ error: errorKey("clock.both"), path: ["timezoneOffset"] },
);

export const CreateDevice = z
	.object({
		name: DeviceName,
		serialNumber: z.optional(SerialNumber),
		/** Both, or neither: then the clock is inherited. */
		timezoneOffset: z.optional(TimezoneOffset),
		timeZoneRule: z.optional(TimeZoneRule),
		groupIds: z.optional(GroupIds),
		channels: z.array(NewChannel).check(atLeastOneChannel, channelCount, differentNames),
		...z.partial(DeviceParticulars).shape,
		...settings,
	})
	.check(hasWholePlace, hasWholeClock);
export type CreateDevice = z.infer<typeof CreateDevice>;

export const CreatedDevice = z.object({ device: Device, key: z.string() });
export type CreatedDevice = z.infer<typeof CreatedDevice>;

export const CreateDevices = z.object({
	devices: z.array(CreateDevice).check(z.minLength(1), z.maxLength(limits.devicesPerCreation), atMostBytes()),
});
export type CreateDevices = z.infer<typeof CreateDevices>;

const Texts = z.custom<Record<string, string>>(isRecordOf((text) => typeof text === "string"));

/** One entry per requested device, in order. Keys are shown only once. */
export const CreatedDevices = z.array(
	z.union([
		z.object({ id: DeviceId, key: z.string() }),
		/** Errors by dotted path. An empty path means the whole device. */
		z.object({ fields: Texts, fieldKeys: z.optional(Texts) }),
	]),
);
export type CreatedDevices = z.infer<typeof CreatedDevices>;

/** Without an id, the channel is new. The quantity of an existing channel cannot change. */
export const ChannelChange = z
	.object({
		id: z.optional(ChannelId),
		name: ChannelName,
		quantity: NewChannel.shape.quantity,
		unit: ChannelUnit,
		decimals: z
			.int(errorKey("number.whole"))
			.check(
				z.minimum(0, errorKey("number.fromTo", { least: 0, most: 6 })),
				z.maximum(6, errorKey("number.fromTo", { least: 0, most: 6 })),
			),
		min: z.nullable(z.number(errorKey("number.missing"))),
		max: z.nullable(z.number(errorKey("number.missing"))),
	})
	.check(
		z.refine(({ min, max }) => min === null || max === null || min < max, {
			error: errorKey("channel.range"),
			path: ["max"],
		}),
	);
export type ChannelChange = z.infer<typeof ChannelChange>;

/** Changes nothing if `version` is outdated. `channels` is complete: omitted ones without readings are removed. */
export const UpdateDevice = z
	.object({
		deviceId: DeviceId,
		version: z.int(),
		name: z.optional(DeviceName),
		serialNumber: z.optional(z.nullable(SerialNumber)),
		timezoneOffset: z.optional(TimezoneOffset),
		timeZoneRule: z.optional(TimeZoneRule),
		groupIds: z.optional(GroupIds),
		channels: z.optional(z.array(ChannelChange).check(atLeastOneChannel, channelCount, differentNames)),
		...z.partial(DeviceParticulars).shape,
		...settings,
		inherit: z.optional(InheritedSettings),
	})
	.check(hasWholePlace);
export type UpdateDevice = z.infer<typeof UpdateDevice>;

const DeviceIds = setOf(DeviceId, limits.devicesPerChange, { none: errorKey("device.choose") });

const SomeGroupIds = setOf(GroupId, 50, { tooMany: errorKey("group.tooManyAtOnce", { most: 50 }) });
const SomeTags = setOf(DeviceTag, 50, { tooMany: errorKey("tag.tooManyAtOnce", { most: 50 }) });

export const ChangeDevices = z
	.object({
		deviceIds: DeviceIds,
		addGroupIds: z.optional(SomeGroupIds),
		removeGroupIds: z.optional(SomeGroupIds),
		addTags: z.optional(SomeTags),
		removeTags: z.optional(SomeTags),
		clock: z.optional(DeviceClock),
		...settings,
		inherit: z.optional(InheritedSettings),
	})
	.check(z.refine((change) => Object.keys(change).length > 1, errorKey("choose.change")));
export type ChangeDevices = z.infer<typeof ChangeDevices>;

export const MuteDevices = z.object({ deviceIds: DeviceIds, ...muteFields });
export type MuteDevices = z.infer<typeof MuteDevices>;

export const DevicesTarget = z.object({ deviceIds: DeviceIds });
export type DevicesTarget = z.infer<typeof DevicesTarget>;

/** `undoId` null: nothing was changed. */
export const ChangedDevices = z.object({ changed: z.number(), undoId: z.nullable(UndoId) });
export type ChangedDevices = z.infer<typeof ChangedDevices>;

/** Progress in devices. A finished change stays for half a minute, for callers that lost its response. */
export const BulkProgress = z.object({
	id: UndoId,
	isUndo: z.boolean(),
	done: z.number(),
	total: z.number(),
	changed: z.number(),
});
export type BulkProgress = z.infer<typeof BulkProgress>;

/** Times are epoch ms. `goesAt`: time of the permanent deletion. */
export const DeletionPreview = z.object({
	devices: z.number(),
	readings: z.number(),
	bytes: z.number(),
	oldestReadingAt: z.nullable(z.number()),
	notes: z.number(),
	imports: z.number(),
	goesAt: z.number(),
});
export type DeletionPreview = z.infer<typeof DeletionPreview>;

export const ReplaceLogger = z.object({
	deviceId: DeviceId,
	version: z.int(),
	serialNumber: z.optional(SerialNumber),
	...recordOf(loggerTexts, (text) => z.optional(textSchema(text))),
});
export type ReplaceLogger = z.infer<typeof ReplaceLogger>;

export const GetFleetTrend = z.object({
	groupId: z.optional(GroupId),
	hours: z.union([z.literal(24), z.literal(168)]),
});
export type GetFleetTrend = z.infer<typeof GetFleetTrend>;

/** Device counts per status at each instant (epoch ms), ascending; the last is now. Columns have equal length. */
export const FleetTrend = z.object({
	at: z.array(z.number()),
	online: z.array(z.number()),
	late: z.array(z.number()),
	offline: z.array(z.number()),
	never: z.array(z.number()),
});
export type FleetTrend = z.infer<typeof FleetTrend>;

export const Undo = z.object({ undoId: UndoId });
export type Undo = z.infer<typeof Undo>;

/** `skipped` devices have changed since and stay unchanged; `usedBy` names what needs an added value on some of them. */
export const Undone = z.object({
	restored: z.number(),
	skipped: z.number(),
	usedBy: z.optional(z.array(z.object({ name: z.string(), devices: z.number() }))),
});
export type Undone = z.infer<typeof Undone>;
