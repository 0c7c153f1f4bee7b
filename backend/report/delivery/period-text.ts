import { formatOffset, formatTimestamp, type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";

export function zonedText(at: number, zone: Zone): string {
	const offset = zoneOffsetMinutes(zone, at);
	return `${formatTimestamp(at, offset)} (${formatOffset(offset)})`;
}

export function periodText({ from, to }: { from: number; to: number }, zone: Zone): string {
	return `${zonedText(from, zone)} to ${zonedText(to, zone)}, ${zone}`;
}
