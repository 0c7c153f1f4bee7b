import type { Quantity } from "../../../shared/formats/units";
import { isReadingValue } from "../../../shared/ingest/reading-value";
import type { DeviceClock } from "../../../shared/time/time-zones";
import type { Run } from "./run-state";

/** What the engine knows of a device, and what it observes of its readings. */

export type EngineChannel = {
	id: string;
	name: string;
	quantity: Quantity;
	unit: string;
	min: number | null;
	max: number | null;
};

export type EngineDevice = {
	clock: DeviceClock;
	metadata: Record<string, string>;
	loggingIntervalSeconds: number;
	uploadIntervalSeconds: number;
	/** Applied: own or derived. */
	offlineAfterSeconds: number;
	channels: EngineChannel[];
};

/** A reading, calibrated. `at` is epoch ms. */
export type Sample = { at: number; value: number };

/** What is no possible reading never reaches a run: its sums, differences and peaks would not be finite. */
export function isMeasured({ value }: Sample): boolean {
	return isReadingValue(value);
}

/** Earlier samples and the ones of this upload, by time; `usualMs`: how often the channel is read. */
export type Trend = { samples: readonly Sample[]; place: number; usualMs: number };

/**
 * What a rule compares of the sample at `place`; null: too few of them. `lookbackMs`: how much before it must be known.
 */
export type ObservedReadings = { of: "readings"; lookbackMs: number; see(trend: Trend, run: Run): number | null };

/** Or nothing of readings: the silence, or the clock at an upload. */
export type Observed = ObservedReadings | { of: "silence"; afterMs: number } | { of: "clock" };

export function lookbackOf(observed: Observed): number {
	return observed.of === "readings" ? observed.lookbackMs : 0;
}
