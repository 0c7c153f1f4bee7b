import type { LogDevice } from "../../shared/log";
import type { DeviceRow } from "../device/device-rows";
import { offlineAfterSeconds } from "../device/device-view";
import { toLogDevice } from "./log-device";

const leastMs = 15 * 60_000;

/** A device as a page of readings names it: a reading is late by more than its device may be silent. */
export function withLateAfter(device: DeviceRow): LogDevice {
	return { ...toLogDevice(device), lateAfterMs: Math.max(leastMs, 1_000 * offlineAfterSeconds(device)) };
}
