import { type DeviceClock, deviceZone, type Zone } from "../../shared/time-zones";

/** Where a range is cut when nobody said: the one clock all devices keep, or else the account's zone. */
export function zoneOfDevices(clocks: DeviceClock[], accountZone: Zone): Zone {
	const zones = new Set(clocks.map(clockZone));
	const [zone] = zones;
	return zone !== undefined && zones.size === 1 ? zone : accountZone;
}

/** Under rule 0 a device keeps UTC, whatever its offset says. */
export function clockZone({ timezoneOffset, timeZoneRule }: DeviceClock): Zone {
	return deviceZone({ timezoneOffset: timeZoneRule === 0 ? 0 : timezoneOffset, timeZoneRule });
}
