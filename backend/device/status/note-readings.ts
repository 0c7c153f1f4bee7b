import { calibrated, calibrationAt } from "../../../shared/calibration";
import { careLimits } from "../../../shared/care-limits";
import { clockAheadMs } from "../../../shared/clock-drift";
import type { AccountDb } from "../../context";
import { hasDeviceEventStarting } from "../../log/log-event-rows";
import type { LogStore, UploadColumns } from "../../log/log-store";
import { calibrationsOf } from "../calibration/calibration-rows";
import { listBatteryChannels } from "../channel-rows";
import { addDeviceEvents, batteryEvent, clockEvent, clockEventStart } from "./device-events";
import { type DeviceStateRow, findDeviceState, saveDeviceState } from "./device-state-rows";

const finePercent = 30;
const dayMs = 24 * 60 * 60 * 1000;

type Store = { db: AccountDb; log: LogStore };
type Upload = { receivedAt: number; columns: UploadColumns };

/** Says that a battery is low, and that it is fine again. Between the two limits nothing is said. */
export async function noteBattery({ db, log }: Store, state: DeviceStateRow, upload: Upload): Promise<void> {
	const sent = batteryReading(db, state.deviceId, upload.columns);
	if (!sent) return;
	const isLow = state.isBatteryLow ? sent.value <= finePercent : sent.value < careLimits.battery;
	if (isLow === state.isBatteryLow) return;
	const newest = (await log.latest([state.deviceId])).get(state.deviceId)?.values.get(sent.channelId);
	// What a device sends of last month says nothing of its battery now.
	if (newest && newest.at > sent.at) return;
	db.transaction(() => {
		// Another upload may have said it meanwhile.
		const said = findDeviceState(db, state.deviceId);
		if (!said || said.isBatteryLow === isLow) return;
		saveDeviceState(db, { ...said, isBatteryLow: isLow });
		addDeviceEvents(db, state.deviceId, [batteryEvent(upload.receivedAt, sent.value, isLow)]);
	});
}

/** Says once a day that a device's clock is ahead, by the newest reading of an upload. */
export function noteClock(db: AccountDb, deviceId: string, { receivedAt, columns }: Upload): void {
	const newestAt = columns.at.reduce((newest, at) => Math.max(newest, at), Number.NEGATIVE_INFINITY);
	const aheadMs = clockAheadMs({ lastReadingAt: newestAt, lastReceivedAt: receivedAt });
	if (aheadMs === null) return;
	const from = Math.floor(receivedAt / dayMs) * dayMs;
	if (hasDeviceEventStarting(db, { deviceId, text: clockEventStart, from, to: from + dayMs })) return;
	addDeviceEvents(db, deviceId, [clockEvent(receivedAt, aheadMs)]);
}

type BatteryReading = { channelId: string; at: number; value: number };

/** The newest percentage of a battery within an upload, as lists show it; of equal times the later entry. */
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
