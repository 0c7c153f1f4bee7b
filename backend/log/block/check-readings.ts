import { maxInteger } from "./integer-column";
import type { ChannelReadings, Readings } from "./readings";
import { UnstorableReadingsError } from "./unstorable-readings-error";

/** Throws UnstorableReadingsError where readings are not as their type promises. */
export function checkReadings({ uploads, channels }: Readings): void {
	for (const { seq, receivedAt } of uploads) {
		if (!isWhole(seq) || seq < 0 || !isWhole(receivedAt)) throw new UnstorableReadingsError("No fact of an upload");
	}
	let before = -1;
	for (const readings of channels) {
		if (!Number.isSafeInteger(readings.channel) || readings.channel <= before) {
			throw new UnstorableReadingsError("Channels do not ascend");
		}
		before = readings.channel;
		checkChannel(readings, uploads.length);
	}
}

function checkChannel({ at, value, upload }: ChannelReadings, uploads: number): void {
	const isEven = at.length > 0 && value.length === at.length && upload.length === at.length;
	if (!isEven) throw new UnstorableReadingsError("Columns are empty or differ in length");
	let before = Number.NEGATIVE_INFINITY;
	for (const time of at) {
		if (!isWhole(time) || time <= before) throw new UnstorableReadingsError("Times are not whole or do not ascend");
		before = time;
	}
	if (!value.every(Number.isFinite)) throw new UnstorableReadingsError("A value is not finite");
	if (!upload.every((index) => index < uploads)) throw new UnstorableReadingsError("A reading of no upload");
}

/** An integer that differences of differences of stay exact for; of times, past the year 37000. */
function isWhole(value: number): boolean {
	return Number.isInteger(value) && Math.abs(value) <= maxInteger / 2;
}
