import { offlineAfterSeconds } from "../../shared/device-status";
import { minuteMs } from "../../shared/durations";
import type { LogChannel, LogDevice } from "../../shared/log";
import type { ChannelRow } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";

export const shortestLateMs = 15 * minuteMs;

const names = new Intl.Collator("en", { numeric: true });

/** Those of one name by id. */
export function compareDeviceNames(one: { id: string; name: string }, other: { id: string; name: string }): number {
	return names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
}

type Named = Pick<DeviceRow, "id" | "name" | "timezoneOffset" | "timeZoneRule">;
type Sending = Named & Pick<DeviceRow, "offlineAfterSeconds" | "uploadIntervalSeconds">;

export function toLogDevice({ id, name, timezoneOffset, timeZoneRule }: Named): LogDevice {
	return { id, name, timezoneOffset, timeZoneRule };
}

export function withLateAfter(device: Sending): Required<LogDevice> {
	return { ...toLogDevice(device), lateAfterMs: Math.max(shortestLateMs, 1_000 * offlineAfterSeconds(device)) };
}

export function toLogChannel({ id, deviceId, name, quantity, unit, decimals, min, max }: ChannelRow): LogChannel {
	return {
		...{ id, deviceId, name, quantity, unit, decimals },
		...(min !== null && { min }),
		...(max !== null && { max }),
	};
}
