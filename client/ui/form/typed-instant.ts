import type { Zone } from "../../../shared/time-zones";
import { instantOf, parseMoment, wallText } from "../time/wall-time";

// Apart from the times that every screen shows: only forms need it.

/** UTC ms of a typed moment, of this year unless it names one; null for anything else. */
export function typedInstant(zone: Zone, typed: string): number | null {
	const moment = parseMoment(typed, yearNow(zone));
	return moment === null ? null : instantOf(zone, moment);
}

export function yearNow(zone: Zone): number {
	return Number(wallText(zone, Date.now()).slice(0, 4));
}
