import type { Readings } from "../block/readings";
import { findReading, type KnownReading } from "./find-reading";
import type { DeviceLogRow } from "./rows/device-log-rows";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

type LookUp = (channel: number, at: number) => KnownReading | null;

/** Looks up what a device has of its own: in its tail and in its days, but for what lies in the archive. */
export function ownReadings({ tails, dayBlocks, hotDays }: StoreParts, row: DeviceLogRow): LookUp {
	const tail = tails.readings(row);
	const days = new Map<number, Readings[]>();

	function readingsOf(day: number): Readings[] {
		const known = days.get(day);
		if (known) return known;
		const readings = dayBlocks.facts(row.number, day).map((facts) => hotDays.read(facts));
		days.set(day, readings);
		return readings;
	}

	return (channel, at) => findNewest([tail, ...readingsOf(dayOf(at))], channel, at);
}

/** Of what several sources hold for a channel and time, the one of the highest `seq`. */
export function findNewest(sources: Readings[], channel: number, at: number): KnownReading | null {
	let newest: KnownReading | null = null;
	for (const readings of sources) {
		const known = findReading(readings, channel, at);
		if (known && (!newest || known.seq > newest.seq)) newest = known;
	}
	return newest;
}
