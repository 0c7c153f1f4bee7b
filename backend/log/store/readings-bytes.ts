import { countReadings, type Readings } from "../block/readings";

/** Two doubles and an upload's place for each reading, and an object for each upload and channel. */
export function readingsBytes(readings: Readings): number {
	return 20 * countReadings(readings) + 50 * readings.uploads.length + 300 * readings.channels.length;
}
