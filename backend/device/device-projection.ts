import { dayMs } from "../../shared/base/durations";
import { pick } from "../../shared/base/plain-fields";
import type { Calibration } from "../../shared/device/calibration";
import { type Device, type DeviceKeyFacts, hiddenGroup } from "../../shared/device/device";
import type { DeviceAlertState, DeviceLack } from "../../shared/device/device-filter";
import { particularNames } from "../../shared/device/device-inputs";
import { deviceStatus, offlineAfterSeconds } from "../../shared/device/device-status";
import type { DeviceRejections } from "../../shared/ingest/device-rejections";
import type { SentUnit } from "../../shared/ingest/sent-unit";
import type { AccountDb, MemberContext } from "../base/context";
import type { WorkSubject } from "../base/job";
import type { DeviceLatest, DeviceUsage } from "../base/reading-store";
import { findAccountRetention, findUser } from "../db/account-rows";
import { listOpenEvents, type OpenState } from "../db/alert-event-rows";
import { listCalibrations } from "../db/calibration-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import { type DeviceRow, findDevice } from "../db/device-rows";
import { findDeviceUplinks } from "../db/device-uplink-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { findIntegrationKey } from "../db/integration-key-rows";
import { listGroupsWithEffect } from "../db/membership-rows";
import { devicesMutedByPlan, isMuted, type MutedGroup, mutedAlerts, mutedGroups } from "../db/mute-rows";
import type { Muting } from "../db/planned-mute-rows";
import { findRejections } from "../db/rejection-rows";
import { listSentUnits, type SentUnitRow } from "../db/sent-unit-rows";
import { inheritedSettings } from "../group/inherited-settings";
import { visibleGroupIds } from "../group/scope";
import { deviceKeyUsedAt } from "../keys/ingest-keys";
import { deviceLacks } from "./device-lacks";
import { channelLimits } from "./list/channel-limits";

type Sharing = Pick<
	DeviceRow,
	| "id"
	| "name"
	| "serialNumber"
	| "timezoneOffset"
	| "timeZoneRule"
	| "archivedAt"
	| "uploadIntervalSeconds"
	| "offlineAfterSeconds"
>;

type SharedParts = { device: Sharing; groupIds: string[]; latest: DeviceLatest | undefined; now: number };

export function sharedFields({ device, groupIds, latest, now }: SharedParts) {
	const { lastReceivedAt = null, lastReadingAt = null } = latest ?? {};
	const seen = { ...device, lastReceivedAt, lastReadingAt, offlineAfterSeconds: offlineAfterSeconds(device) };
	return {
		id: device.id,
		name: device.name,
		serialNumber: device.serialNumber,
		groupIds,
		timezoneOffset: device.timezoneOffset,
		timeZoneRule: device.timeZoneRule,
		status: deviceStatus(seen, now),
		lastReadingAt,
		lastReceivedAt,
	};
}

type Alerted = Pick<DeviceRow, "id" | "mutedUntil"> & {
	open: readonly OpenState[];
	groupIds: readonly string[];
	mutes: ActiveMutes;
};

/** `devices`: muted by a planned mute; other mutes are in the device's row. */
export type ActiveMutes = {
	groups: ReadonlyMap<string, MutedGroup>;
	alerts: ReadonlyMap<string, number>;
	devices: ReadonlyMap<string, Muting>;
};

export function activeMutes(db: AccountDb, now: number): ActiveMutes {
	return { groups: mutedGroups(db, now), alerts: mutedAlerts(db, now), devices: devicesMutedByPlan(db, now) };
}

export function alertState({ id, mutedUntil, open, groupIds, mutes }: Alerted, now: number): DeviceAlertState {
	if (isMuted({ mutedUntil }, now) || mutes.devices.has(id) || groupIds.some((groupId) => mutes.groups.has(groupId)))
		return "muted";
	if (open.length === 0) return "ok";
	const unmuted = unmutedEvents(open, mutes, now);
	if (unmuted.length === 0) return "muted";
	return unmuted.every(({ acknowledgedAt }) => acknowledgedAt !== null) ? "acknowledged" : "alerting";
}

export function unmutedEvents(open: readonly OpenState[], { alerts }: Pick<ActiveMutes, "alerts">, now: number) {
	return open.filter((event) => !isMuted(event, now) && !alerts.has(event.alertId ?? ""));
}

function ownMute({ id, mutedUntil, muteReason }: DeviceRow, { devices }: ActiveMutes) {
	const until = mutedUntil?.getTime() ?? null;
	const planned = devices.get(id);
	const isPlanned = planned !== undefined && planned.until > (until ?? 0);
	return isPlanned ? { mutedUntil: planned.until, muteReason: planned.reason } : { mutedUntil: until, muteReason };
}

type Parts = {
	device: DeviceRow;
	channels: ChannelRow[];
	groupIds: string[];
	latest: DeviceLatest | undefined;
	calibrations: ReadonlyMap<string, Calibration[]>;
	inherited: Device["inherited"];
	lacks: DeviceLack[];
	rejections: DeviceRejections | null;
	uplinks: UplinkFacts | null;
	sentUnits: SentUnit[];
	createdBy: string | null;
	limits: NonNullable<Device["limits"]>;
	usage: DeviceUsage | null;
	open: readonly OpenState[];
	mutes: ActiveMutes;
	allGroupIds: readonly string[];
	now: number;
};

function toDevice({ device, usage, now, ...parts }: Parts): Device {
	const channels = parts.channels.map(({ deviceId: _, ...channel }) => {
		const reading = parts.latest?.values.get(channel.id);
		const calibrations = parts.calibrations.get(channel.id) ?? [];
		const isSaturated = reading?.mark === "saturated";
		const newest = { value: reading?.value ?? null, at: reading?.at ?? null, ...(isSaturated && { isSaturated }) };
		return { ...channel, ...newest, calibrations };
	});
	return {
		...sharedFields({ device, now, ...parts }),
		version: device.version,
		channels,
		...(parts.limits.length > 0 && { limits: parts.limits }),
		...pick(device, particularNames),
		loggingIntervalSeconds: device.loggingIntervalSeconds,
		uploadIntervalSeconds: device.uploadIntervalSeconds,
		offlineAfterSeconds: offlineAfterSeconds(device),
		isOfflineAfterDerived: device.offlineAfterSeconds === null,
		measuredLoggingSeconds: device.measuredLoggingSeconds,
		measuredUploadSeconds: device.measuredUploadSeconds,
		retentionDays: device.retentionDays,
		sends: device.sends,
		inherited: parts.inherited,
		alertState: alertState({ ...device, ...parts, groupIds: parts.allGroupIds }, now),
		...ownMute(device, parts.mutes),
		...mutedGroupsOf(parts),
		lacks: parts.lacks,
		refusals: parts.rejections,
		...parts.uplinks,
		...(parts.sentUnits.length > 0 && { sentUnits: parts.sentUnits }),
		usedBytes: usage?.usedBytes ?? 0,
		readings: usage?.readings ?? 0,
		oldestReadingAt: usage?.oldestReadingAt ?? null,
		key: toKeyFacts(device, parts.latest?.lastReceivedAt ?? null, now),
		createdAt: device.createdAt,
		createdBy: parts.createdBy,
		archivedAt: device.archivedAt,
		deletedFrom: device.deletedFrom,
	};
}

/** Hides names of groups outside the caller's scope. */
function mutedGroupsOf({ allGroupIds, groupIds, mutes }: Pick<Parts, "allGroupIds" | "groupIds" | "mutes">) {
	const found = allGroupIds.flatMap((id) => {
		const muted = mutes.groups.get(id);
		if (!muted) return [];
		const { name, until, reason } = muted;
		return groupIds.includes(id) ? { name, until, reason } : { name: "", until, reason: "" };
	});
	return found.length > 0 ? { mutedGroups: found } : {};
}

export function toKeyFacts(device: DeviceRow, lastReceivedAt: number | null, now: number): DeviceKeyFacts {
	const { previousKeyUntil: until, previousKeyUsedAt } = device;
	return {
		// Devices from before key rotation have their first key.
		createdAt: device.keyCreatedAt ?? device.createdAt,
		lastUsedAt: deviceKeyUsedAt(device, lastReceivedAt, now),
		previous: until && until.getTime() > now ? { until, lastUsedAt: previousKeyUsedAt } : null,
	};
}

export async function wholeDevice(ctx: MemberContext, device: DeviceRow): Promise<Device> {
	const { db, readingStore, now } = ctx;
	const latest = (await readingStore.latest([device.id])).get(device.id);
	const usage = await readingStore.deviceUsage(device.id, now);
	const channels = listChannels(db, [device.id]);
	const channelIds = channels.map(({ id }) => id);
	const groupIds = groupIdsByDevice(db, device.id).get(device.id) ?? [];
	const seenGroupIds = visibleGroupIds(ctx, groupIds);
	return toDevice({
		device,
		channels,
		groupIds: seenGroupIds,
		latest,
		calibrations: listCalibrations(db, channelIds),
		inherited: inheritedFrom(ctx, device, groupIds),
		lacks: device.archivedAt ? [] : deviceLacks(db, now)({ id: device.id, groupIds }),
		rejections: device.archivedAt ? null : findRejections(db, device.id),
		uplinks: device.archivedAt ? null : findUplinkFacts(db, device.id, now),
		sentUnits: device.archivedAt ? [] : sentUnitsOf(db, device.id, channels),
		createdBy: creatorName(db, device.createdBy),
		limits: device.archivedAt ? [] : ruleLimits(db, { id: device.id, groupIds: seenGroupIds }, channels),
		usage,
		open: listOpenEvents(db, device.id),
		mutes: activeMutes(db, now),
		allGroupIds: groupIds,
		now,
	});
}

function ruleLimits(
	db: AccountDb,
	device: { id: string; groupIds: readonly string[] },
	channels: ChannelRow[],
): NonNullable<Device["limits"]> {
	const found = channelLimits(db)(device, channels);
	return found.filter(({ low, high }, index) => low !== channels[index]?.min || high !== channels[index]?.max);
}

const noteShownMs = dayMs;

type UplinkFacts = Pick<Device, "uplinkNote" | "clockBehindMs">;

function findUplinkFacts(db: AccountDb, deviceId: string, now: number): UplinkFacts {
	const { note = null, clockBehindMs = null } = findDeviceUplinks(db, deviceId) ?? {};
	return {
		...(note && note.at > now - noteShownMs && { uplinkNote: note }),
		...(clockBehindMs !== null && { clockBehindMs }),
	};
}

function sentUnitsOf(db: AccountDb, deviceId: string, channels: ChannelRow[]): SentUnit[] {
	const isCurrent = (sent: SentUnitRow) =>
		channels.some(({ id, unit }) => id === sent.channelId && unit === sent.channelUnit);
	return listSentUnits(db, deviceId)
		.filter(isCurrent)
		.map(({ channelId, unit, value, firstAt, meaning }) => {
			return { channelId, unit, value, firstAt: firstAt.getTime(), meaning };
		});
}

function creatorName(db: AccountDb, id: string): string | null {
	return findUser(db, id)?.name ?? findIntegrationKey(db, id)?.name ?? null;
}

function inheritedFrom(ctx: MemberContext, device: DeviceRow, groupIds: string[]): Device["inherited"] {
	const groups = new Map(listGroupsWithEffect(ctx.db).map((group) => [group.id, group.defaults]));
	const defaults = { groups, retentionDays: findAccountRetention(ctx.db) };
	const inherited = Object.entries(inheritedSettings(device, groupIds, defaults));
	const shownGroup = (groupId: string | null) =>
		groupId === null || visibleGroupIds(ctx, [groupId]).length > 0 ? groupId : hiddenGroup;
	return Object.fromEntries(inherited.map(([setting, { groupId }]) => [setting, shownGroup(groupId)]));
}

/** Names a subject that starts with a device id. */
export function deviceSubject(db: AccountDb, subject: string): WorkSubject {
	const [id = subject, ...rest] = subject.split(":");
	const device = findDevice(db, id);
	return device ? { name: [device.name, ...rest].join(", "), deviceId: device.id } : { name: subject, deviceId: null };
}
