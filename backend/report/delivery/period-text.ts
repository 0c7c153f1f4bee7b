import { formatOffset, formatTimestamp, type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";

/** An instant, epoch ms, by the clock of a zone, with its offset. */
export function zonedText(at: number, zone: Zone): string {
	const offset = zoneOffsetMinutes(zone, at);
	return `${formatTimestamp(at, offset)} (${formatOffset(offset)})`;
}

/** A half-open period by the clock of a zone, as people read it. */
export function periodText({ from, to }: { from: number; to: number }, zone: Zone): string {
	return `${zonedText(from, zone)} to ${zonedText(to, zone)}, ${zone}`;
}
