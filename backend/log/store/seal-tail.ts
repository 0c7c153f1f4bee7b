import type { Readings } from "../block/readings";
import { mergeIntoDay } from "./merge-into-day";
import type { DeviceLogRow } from "./rows/device-log-rows";
import { splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";

/**
 * Merges a tail's readings into their days and answers the device's row without them, to be put. To be called
 * within a transaction.
 */
export function sealTail(parts: StoreParts, row: DeviceLogRow, readings: Readings): DeviceLogRow {
	for (const { day, readings: ofDay } of splitByDay(readings)) {
		mergeIntoDay(parts, { device: row.number, day }, [ofDay]);
	}
	return { ...row, tailSince: null, tailFrom: null, tailTo: null, tailReadings: 0, tail: new Uint8Array(0) };
}
