import * as z from "zod/mini";
import { ChannelId, DeviceId, GroupId } from "./ids";
import { limits } from "./limits";
import { TimeZoneRule, TimezoneOffset } from "./time-zones";
import { Quantity } from "./units";

/** Derived from when the device was last heard; never stored (domain rule D-8). */
export const DeviceStatus = z.enum(["online", "late", "offline", "never", "disabled"]);
export type DeviceStatus = z.infer<typeof DeviceStatus>;

export const DeviceName = z
	.string()
	.check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(64, "At most 64 characters."));

export const SerialNumber = z
	.string()
	.check(z.trim(), z.minLength(1, "Enter a serial number."), z.maxLength(64, "At most 64 characters."));

export const ChannelName = z
	.string()
	.check(z.trim(), z.minLength(1, "Enter a channel name."), z.maxLength(64, "At most 64 characters."));

export const NewChannel = z.object({
	name: ChannelName,
	quantity: Quantity,
	unit: z.string().check(z.trim(), z.maxLength(16, "At most 16 characters.")),
});
export type NewChannel = z.infer<typeof NewChannel>;

export const Channel = z.extend(NewChannel, { id: ChannelId, decimals: z.number() });
export type Channel = z.infer<typeof Channel>;

/** A channel with its newest reading. `at` is epoch ms; null while nothing was received. */
export const ChannelLatest = z.extend(Channel, { value: z.nullable(z.number()), at: z.nullable(z.number()) });
export type ChannelLatest = z.infer<typeof ChannelLatest>;

export const DeviceListRow = z.object({
	id: DeviceId,
	name: z.string(),
	serialNumber: z.nullable(z.string()),
	groupIds: z.array(GroupId),
	timezoneOffset: TimezoneOffset,
	timeZoneRule: TimeZoneRule,
	status: DeviceStatus,
	/** Epoch ms: reading time of the newest reading, and when the newest upload came in. */
	lastReadingAt: z.nullable(z.number()),
	lastReceivedAt: z.nullable(z.number()),
	/** The first channels, then battery and signal, so that a list of thousands stays small. */
	latest: z.array(
		z.object({
			name: z.string(),
			quantity: Quantity,
			unit: z.string(),
			decimals: z.number(),
			value: z.nullable(z.number()),
			at: z.nullable(z.number()),
		}),
	),
});
export type DeviceListRow = z.infer<typeof DeviceListRow>;

export const Device = z.extend(z.omit(DeviceListRow, { latest: true }), {
	channels: z.array(ChannelLatest),
	description: z.string(),
	model: z.string(),
	site: z.string(),
	loggingIntervalSeconds: z.number(),
	uploadIntervalSeconds: z.number(),
	offlineAfterSeconds: z.number(),
	createdAt: z.date(),
	archivedAt: z.nullable(z.date()),
});
export type Device = z.infer<typeof Device>;

export const GetDevices = z.optional(
	z.object({
		search: z.optional(z.string().check(z.trim(), z.maxLength(128))),
		cursor: z.optional(DeviceId),
		limit: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
	}),
);
export type GetDevices = z.infer<typeof GetDevices>;

export const GetDevice = z.object({ deviceId: DeviceId });
export type GetDevice = z.infer<typeof GetDevice>;

export const CreateDevice = z
	.object({
		name: DeviceName,
		serialNumber: z.optional(SerialNumber),
		timezoneOffset: TimezoneOffset,
		timeZoneRule: TimeZoneRule,
		groupIds: z.optional(z.array(GroupId)),
		channels: z
			.array(NewChannel)
			.check(
				z.minLength(1, "Add at least one channel."),
				z.maxLength(limits.channelsPerDevice, `At most ${limits.channelsPerDevice} channels.`),
			),
	})
	.check(
		z.refine(
			({ channels }) => new Set(channels.map((channel) => channel.name.toLowerCase())).size === channels.length,
			{ error: "Channel names must differ.", path: ["channels"] },
		),
	);
export type CreateDevice = z.infer<typeof CreateDevice>;

/** The key is shown this once; the backend keeps only a digest of it. */
export const CreatedDevice = z.object({ device: Device, key: z.string() });
export type CreatedDevice = z.infer<typeof CreatedDevice>;
