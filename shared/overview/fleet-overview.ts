import * as z from "zod/mini";
import { PlannedMute } from "../alert/planned-mute";
import { AlertEventId, GroupId, ReportId } from "../base/ids";
import { DeviceListRow } from "../device/device";
import { LimitAhead, ListedReading } from "../device/device-reading";
import { DeviceStatus } from "../device/device-terms";
import { LogEvent } from "../log/log";

export const AttentionKind = z.enum([
	"offline",
	"late",
	"never",
	"refused",
	"unit",
	"battery",
	"signal",
	"memory",
	"clock",
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

export const AttentionReason = z.object({
	kind: AttentionKind,
	reading: z.optional(ListedReading),
	/** Negative: behind. */
	aheadMs: z.optional(z.number()),
});
export type AttentionReason = z.infer<typeof AttentionReason>;

const shownDevice = { id: true, name: true, timezoneOffset: true, timeZoneRule: true, lastReceivedAt: true } as const;
const ShownDevice = z.pick(DeviceListRow, shownDevice);
export type ShownDevice = z.infer<typeof ShownDevice>;

const MuteAhead = z.extend(z.pick(PlannedMute, { kind: true, targetId: true, name: true }), {
	from: z.number(),
	to: z.number(),
});
export type MuteAhead = z.infer<typeof MuteAhead>;

const ReportTime = z.object({ id: ReportId, name: z.string(), at: z.number() });

/**
 * A device by its channel nearest to a limit. `low` and `high`: limits of rules, else the expected range.
 * `outSince`: start of its oldest open event, epoch ms. `course`: half-hour means up to now.
 */
export const OverviewTile = z.extend(ShownDevice, {
	status: DeviceStatus,
	reading: ListedReading,
	low: z.nullable(z.number()),
	high: z.nullable(z.number()),
	outSince: z.nullable(z.number()),
	ahead: z.optional(LimitAhead),
	/** Mean kinetic temperature of 30 days, in the reading's unit. Absent: no temperature that the device sends. */
	kinetic: z.optional(z.number()),
	course: z.array(z.nullable(z.number())),
});
export type OverviewTile = z.infer<typeof OverviewTile>;

export const GetOverview = z.object({ hours: z.literal([24, 168]), groupId: z.optional(GroupId) });
export type GetOverview = z.infer<typeof GetOverview>;

/** Dashboard of the caller's devices, or of one group. Times are epoch ms. */
export const FleetOverview = z.object({
	/** Null: all devices, also if the requested group is invisible. */
	groupId: z.nullable(GroupId),
	devices: z.number(),
	counts: z.record(DeviceStatus, z.number()),
	unwatched: z.number(),
	attention: z.object({
		devices: z.number(),
		reasons: z.array(z.object({ kind: AttentionKind, devices: z.number() })),
		rows: z.array(z.extend(ShownDevice, { reasons: z.array(AttentionReason) })),
	}),
	/** Devices with a value beyond a limit and no alert yet. `since`, `alertAt`: the first, if known. Backends may omit it. */
	beyond: z.optional(
		z.object({
			devices: z.number(),
			side: z.enum(["above", "below", "both"]),
			since: z.nullable(z.number()),
			alertAt: z.nullable(z.number()),
		}),
	),
	sampleDevices: z.optional(z.number()),
	/** Longest beyond a limit first, then nearest to one; without a limit only if no device has one. Other backends may omit it. */
	tiles: z.optional(z.array(OverviewTile)),
	uploads: z.array(z.extend(ShownDevice, { latest: z.array(ListedReading) })),
	events: z.array(z.extend(LogEvent, { device: z.nullable(ShownDevice) })),
	/** Numbers of open events. `unreached`: unacknowledged ones without a delivered message. */
	alerts: z.object({ open: z.number(), acknowledged: z.number(), unreached: z.number() }),
	rules: z.number(),
	/** Ended excursions without an assessment, for who may assess them. Absent: none, or the account wants none. */
	unassessed: z.optional(
		z.object({
			count: z.number(),
			events: z.array(
				z.object({ id: AlertEventId, ruleName: z.string(), deviceName: z.string(), startedAt: z.number() }),
			),
		}),
	),
	/** Proposed changes that the caller can approve. Absent: none. */
	proposals: z.optional(z.number()),
	muted: z.object({ devices: z.number(), rules: z.number() }),
	/** Number of planned mutes, and the next one. Other backends may omit it. */
	mutesAhead: z.optional(z.object({ count: z.number(), next: z.nullable(MuteAhead) })),
	reports: z.object({ count: z.number(), next: z.nullable(ReportTime), last: z.nullable(ReportTime) }),
	storage: z.object({
		usedBytes: z.number(),
		quotaBytes: z.number(),
		readings: z.number(),
		growthBytesPerDay: z.number(),
		fullAt: z.nullable(z.date()),
		ofGroupBytes: z.nullable(z.number()),
	}),
});
export type FleetOverview = z.infer<typeof FleetOverview>;
