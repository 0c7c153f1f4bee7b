import { minuteMs } from "../../shared/base/durations";
import { offlineAfterSeconds } from "../../shared/device/device-status";
import type { LogChannel, LogDevice } from "../../shared/log/log";
import { clockZone, type DeviceClock, type Zone } from "../../shared/time/time-zones";
import type { Computed, LoggedChannel, LoggedDevice, LoggedFleet } from "../base/context";
import type { ChannelRow } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";

export const shortestLateMs = 15 * minuteMs;

const names = new Intl.Collator("en", { numeric: true });

/** Equal names are ordered by id. */
export function compareDeviceNames(one: { id: string; name: string }, other: { id: string; name: string }): number {
	return names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
}

type Named = Pick<DeviceRow, "id" | "name" | "timezoneOffset" | "timeZoneRule">;
type Sending = Named & Pick<DeviceRow, "offlineAfterSeconds" | "uploadIntervalSeconds">;

export function toLogDevice({ id, name, timezoneOffset, timeZoneRule }: Named): LogDevice {
	return { id, name, timezoneOffset, timeZoneRule };
}

export function withLateAfter(device: Sending): Required<LogDevice> {
	const { id, name, timezoneOffset, timeZoneRule } = device;
	const lateAfterMs = Math.max(shortestLateMs, 1_000 * offlineAfterSeconds(device));
	return { id, name, timezoneOffset, timeZoneRule, lateAfterMs };
}

type ChannelFacts = Omit<ChannelRow, "derived"> & { computed: Computed };

export function toLoggedChannel(channel: ChannelFacts): LoggedChannel {
	const { id, deviceId, name, quantity, unit, decimals, min, max, computed } = channel;
	const range = { ...(min !== null && { min }), ...(max !== null && { max }) };
	return { id, deviceId, name, quantity, unit, decimals, computed, ...range };
}

export function toLogChannel({ computed, ...channel }: LoggedChannel): LogChannel {
	return { ...channel, ...computed };
}

/** Null if there are no clocks, or they differ. */
export function commonZone(clocks: readonly DeviceClock[]): Zone | null {
	const zones = new Set(clocks.map(clockZone));
	const [zone = null] = zones;
	return zones.size === 1 ? zone : null;
}

export function loggedFleet(logged: readonly LoggedDevice[]): LoggedFleet {
	const devices = logged.map(({ device }) => device);
	return { devices, channels: logged.flatMap(({ channels }) => channels), zone: commonZone(devices) };
}
