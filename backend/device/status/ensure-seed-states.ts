import type { AccountDb } from "../../context";
import type { LogStore } from "../../log/log-store";
import { type DeviceRow, listDevices } from "../device-rows";
import { addDeviceEvents, heardEvent } from "./device-events";
import { type DeviceStateRow, findDeviceState, saveDeviceState } from "./device-state-rows";
import { silenceMs } from "./status-deadlines";

type Store = { db: AccountDb; log: LogStore; now: number };

/**
 * Takes the devices of a local run for what they are. Their history was not noted upload by upload, and the seed has
 * written of their silences itself, so nothing is said but that a device is back.
 */
export async function ensureSeedStates({ db, log, now }: Store): Promise<void> {
	const devices = listDevices(db, "all");
	const latest = await log.latest(devices.map(({ id }) => id));
	db.transaction(() => {
		for (const device of devices) {
			const lastReceivedAt = latest.get(device.id)?.lastReceivedAt ?? null;
			if (lastReceivedAt !== null) ensureState(db, device, { lastReceivedAt, now });
		}
	});
}

function ensureState(
	db: AccountDb,
	device: DeviceRow,
	{ lastReceivedAt, now }: { lastReceivedAt: number; now: number },
) {
	const said = findDeviceState(db, device.id);
	const isOffline = lastReceivedAt + silenceMs("offline", device) <= now;
	const status = isOffline ? "offline" : "online";
	if (said?.status === status) return;
	const silentSince = said && silenceBefore(said, device);
	const isBack = silentSince !== null && lastReceivedAt > silentSince;
	// Late since then, as was said.
	if (silentSince !== null && !isBack && !isOffline) return;
	if (isBack && !isOffline) {
		addDeviceEvents(db, device.id, [heardEvent(lastReceivedAt, said?.status ?? null, silentSince)]);
	}
	saveDeviceState(db, {
		deviceId: device.id,
		isBatteryLow: said?.isBatteryLow ?? false,
		status,
		since: lastReceivedAt + (isOffline ? silenceMs("offline", device) : 0),
	});
}

/** When the device was heard before it was said to be silent; null where that was not said. Epoch ms. */
function silenceBefore({ status, since }: DeviceStateRow, device: DeviceRow): number | null {
	return status === "late" || status === "offline" ? since - silenceMs(status, device) : null;
}
