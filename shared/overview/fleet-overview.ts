import * as z from "zod/mini";
import { PlannedMute } from "../alert/planned-mute";
import { GroupId, ReportId } from "../base/ids";
import { DeviceListRow } from "../device/device";
import { ListedReading } from "../device/device-reading";
import { DeviceStatus } from "../device/device-terms";
import { LogEvent } from "../log/log";

/** What of a device needs attention, the most urgent first. */
export const AttentionKind = z.enum(["offline", "late", "never", "refused", "battery", "signal", "memory", "clock"]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** `reading`: the worst one, of battery, signal and memory; `aheadMs`: of the clock. */
export const AttentionReason = z.object({
	kind: AttentionKind,
	reading: z.optional(ListedReading),
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
 * A device by its channel that is nearest to a limit. `reading` is the newest; `low` and `high` are limits of rules, else
 * of its expected range; `outSince`: when its oldest open event began, epoch ms; `course`: means of half hours up to now.
 */
export const OverviewTile = z.extend(ShownDevice, {
	status: DeviceStatus,
	reading: ListedReading,
	low: z.nullable(z.number()),
	high: z.nullable(z.number()),
	outSince: z.nullable(z.number()),
	course: z.array(z.nullable(z.number())),
});
export type OverviewTile = z.infer<typeof OverviewTile>;

/** How long the newest events go back. */
export const GetOverview = z.object({ hours: z.literal([24, 168]), groupId: z.optional(GroupId) });
export type GetOverview = z.infer<typeof GetOverview>;

/** What the dashboard shows of the devices that the caller sees, or of a group of theirs. Times are epoch ms. */
export const FleetOverview = z.object({
	/** Of which group it tells; null: of all, also where none is seen that was requested. */
	groupId: z.nullable(GroupId),
	devices: z.number(),
	counts: z.record(DeviceStatus, z.number()),
	/** Devices that no rule watches, archived ones left out. */
	unwatched: z.number(),
	attention: z.object({
		devices: z.number(),
		reasons: z.array(z.object({ kind: AttentionKind, devices: z.number() })),
		/** The most urgent ones. */
		rows: z.array(z.extend(ShownDevice, { reasons: z.array(AttentionReason) })),
	}),
	/** Longest beyond a limit first, then nearest to one. Absent: of another party's lists. */
	tiles: z.optional(z.array(OverviewTile)),
	/** The last ones to upload, with their first channels. */
	uploads: z.array(z.extend(ShownDevice, { latest: z.array(ListedReading) })),
	/** The newest events; `device` null: of the account. */
	events: z.array(z.extend(LogEvent, { device: z.nullable(ShownDevice) })),
	/** Open events; of those that no one has acknowledged how many no message has reached anybody for. */
	alerts: z.object({ open: z.number(), acknowledged: z.number(), unreached: z.number() }),
	rules: z.number(),
	muted: z.object({ devices: z.number(), rules: z.number() }),
	/** What is to be muted later: how many mutes are planned, and the next one. Absent: of another party's lists. */
	mutesAhead: z.optional(z.object({ count: z.number(), next: z.nullable(MuteAhead) })),
	reports: z.object({ count: z.number(), next: z.nullable(ReportTime), last: z.nullable(ReportTime) }),
	storage: z.object({
		usedBytes: z.number(),
		quotaBytes: z.number(),
		readings: z.number(),
		growthBytesPerDay: z.number(),
		fullAt: z.nullable(z.date()),
		/** Of the group's devices; null: it reports all. */
		ofGroupBytes: z.nullable(z.number()),
	}),
});
export type FleetOverview = z.infer<typeof FleetOverview>;
