import type { LogDevice } from "../../shared/log";
import type { DeviceRow } from "../device/device-rows";

/** A device as a page of the log names it. */
export function toLogDevice({ id, name, timezoneOffset, timeZoneRule }: DeviceRow): LogDevice {
	return { id, name, timezoneOffset, timeZoneRule };
}
