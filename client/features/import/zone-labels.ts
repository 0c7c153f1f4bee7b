import type { LogDevice } from "../../../shared/log/log";
import { clockZone, formatOffset, parseDeviceZone, type Zone } from "../../../shared/time/time-zones";
import { viewerZone } from "../../ui/time/time-display";

export function likelyZones(device: LogDevice, detected: Zone): { value: Zone; label: string }[] {
	const zones = [...new Set<Zone>([clockZone(device), "UTC", viewerZone, detected])];
	return zones.map((value) => ({ value, label: zoneLabel(value, device) }));
}

export function zoneLabel(zone: Zone, device: LogDevice): string {
	if (zone === clockZone(device)) return "Device clock";
	if (zone === viewerZone && zone !== "UTC") return `My zone, ${viewerZone}`;
	const clock = parseDeviceZone(zone);
	return clock ? `As the file says, ${formatOffset(clock.timezoneOffset)}` : zone;
}
