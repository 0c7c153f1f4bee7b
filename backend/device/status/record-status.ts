import { dayMs } from "../../../shared/base/durations";
import { calibrated, calibrationAt } from "../../../shared/device/calibration";
import { clockAheadMs } from "../../../shared/device/clock-drift";
import { attentionLimits } from "../../../shared/overview/attention-limits";
import type { AccountDb } from "../../base/context";
import type { ReadingHistory, UploadColumns } from "../../base/reading-store";
import { calibrationsOf } from "../../db/calibration-rows";
import { listBatteryChannels } from "../../db/channel-rows";
import type { DeviceRow } from "../../db/device-rows";
import { addStatusChanges, type DeviceStateRow, findDeviceState, saveDeviceState } from "../../db/device-status-rows";
import { hasDeviceEventStarting } from "../../db/log-event-rows";
import {
	addDeviceEvents,
	batteryEvent,
	clockEvent,
	clockEventStart,
	comingChanges,
	receivedEvent,
	silenceEvent,
} from "./device-events";

const finePercent = 30;

/** `state`: the last logged status. Times are epoch ms. */
type Silence = { state: DeviceStateRow | null; lastReceivedAt: number; now: number };

export function recordSilence(
	db: AccountDb,
	device: DeviceRow,
	{ state, lastReceivedAt, now }: Silence,
): DeviceStateRow | null {
	if (!state) return null;
	const changes = comingChanges(device, state.status, lastReceivedAt).filter(({ at }) => at <= now);
	const last = changes.at(-1);
	if (!last) return null;
	const silent = { ...state, status: last.status, since: last.at };
	db.transaction(() => {
		const events = changes.map((change) => silenceEvent(change, lastReceivedAt));
		addDeviceEvents(db, device.id, events);
		saveDeviceState(db, silent);
		addStatusChanges(db, device.id, { before: { status: state.status, at: state.since }, changes });
	});
	return silent;
}

type ReceivedUpload = { receivedAt: number; lastReceivedAt: number | null };

export function recordReceived(
	db: AccountDb,
	device: DeviceRow,
	{ receivedAt, lastReceivedAt }: ReceivedUpload,
): { state: DeviceStateRow; isNews: boolean } {
	const state = findDeviceState(db, device.id);
	// Logs a silence that ended before the alarm ran.
	const silent = lastReceivedAt === null ? null : recordSilence(db, device, { state, lastReceivedAt, now: receivedAt });
	const said = silent ?? state;
	if (said?.status === "online") return { state: said, isNews: false };
	const at = Math.max(receivedAt, said?.since ?? receivedAt);
	const online = {
		deviceId: device.id,
		isBatteryLow: said?.isBatteryLow ?? false,
		status: "online" as const,
		since: at,
	};
	// A device that sent before its status was recorded did not come online now.
	const isNews = said !== null || lastReceivedAt === null;
	db.transaction(() => {
		saveDeviceState(db, online);
		if (!isNews) return;
		const before = { status: said?.status ?? ("never" as const), at: said?.since ?? device.createdAt.getTime() };
		addStatusChanges(db, device.id, { before, changes: [{ status: online.status, at }] });
		addDeviceEvents(db, device.id, [receivedEvent(at, said?.status ?? null, lastReceivedAt)]);
	});
	return { state: online, isNews };
}

type Store = { db: AccountDb; readingStore: ReadingHistory };
type Upload = { receivedAt: number; columns: UploadColumns };

export async function recordBattery({ db, readingStore }: Store, state: DeviceStateRow, upload: Upload): Promise<void> {
	const sent = batteryReading(db, state.deviceId, upload.columns);
	if (!sent) return;
	const isLow = state.isBatteryLow ? sent.value <= finePercent : sent.value < attentionLimits.battery;
	if (isLow === state.isBatteryLow) return;
	const newest = (await readingStore.latest([state.deviceId])).get(state.deviceId)?.values.get(sent.channelId);
	if (newest && newest.at > sent.at) return;
	db.transaction(() => {
		// Another upload may have logged it meanwhile.
		const said = findDeviceState(db, state.deviceId);
		if (!said || said.isBatteryLow === isLow) return;
		saveDeviceState(db, { ...said, isBatteryLow: isLow });
		addDeviceEvents(db, state.deviceId, [batteryEvent(upload.receivedAt, sent.value, isLow)]);
	});
}

export function recordClock(db: AccountDb, deviceId: string, { receivedAt, columns }: Upload): void {
	const newestAt = columns.at.reduce((newest, at) => Math.max(newest, at), Number.NEGATIVE_INFINITY);
	const aheadMs = clockAheadMs({ lastReadingAt: newestAt, lastReceivedAt: receivedAt });
	if (aheadMs === null) return;
	const from = Math.floor(receivedAt / dayMs) * dayMs;
	if (hasDeviceEventStarting(db, { deviceId, text: clockEventStart, from, to: from + dayMs })) return;
	addDeviceEvents(db, deviceId, [clockEvent(receivedAt, aheadMs)]);
}

type BatteryReading = { channelId: string; at: number; value: number };

function batteryReading(db: AccountDb, deviceId: string, columns: UploadColumns): BatteryReading | null {
	const batteries = new Set(listBatteryChannels(db, deviceId));
	if (batteries.size === 0) return null;
	let newest: BatteryReading | null = null;
	for (const [position, at] of columns.at.entries()) {
		const channelId = columns.channelIds[columns.channel[position] ?? -1];
		const value = columns.value[position];
		if (channelId === undefined || value === undefined || !batteries.has(channelId)) continue;
		if (newest !== null && at < newest.at) continue;
		newest = { channelId, at, value: calibrated(value, calibrationAt(calibrationsOf(db, channelId), at)) };
	}
	return newest;
}
