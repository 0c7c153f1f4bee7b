import type { Zone } from "../../shared/time-zones";
import { formatOffset, formatTimestamp, zoneOffsetMinutes } from "../../shared/time-zones";

/** A half-open period by the clock of a zone, as people read it. */
export function periodText({ from, to }: { from: number; to: number }, zone: Zone): string {
	const text = (at: number) => {
		const offset = zoneOffsetMinutes(zone, at);
		return `${formatTimestamp(at, offset)} (${formatOffset(offset)})`;
	};
	return `${text(from)} to ${text(to)}, ${zone}`;
}
