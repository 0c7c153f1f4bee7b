import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import type { Quantity } from "../../../shared/formats/units";
import { isReadingValue } from "../../../shared/ingest/reading-value";
import type { DeviceClock } from "../../../shared/time/time-zones";
import type { Run } from "./run-state";

export type EngineChannel = {
	id: string;
	name: string;
	quantity: Quantity;
	unit: string;
	min: number | null;
	max: number | null;
	derived?: DerivedDefinition | null;
	use?: DerivedDefinition;
};

export type EngineDevice = {
	clock: DeviceClock;
	metadata: Record<string, string>;
	loggingIntervalSeconds: number;
	uploadIntervalSeconds: number;
	/** The device's own value or the derived one. */
	offlineAfterSeconds: number;
	/** How long a reading holds after the device's last sign of life, ms. Null or absent: the device sends regularly. */
	holdsMs?: number | null;
	channels: EngineChannel[];
};

/** A calibrated reading. `at` is epoch ms. */
export type Sample = { at: number; value: number };

/** Excludes impossible values from runs: sums, differences and peaks stay finite. */
export function isMeasured({ value }: Sample): boolean {
	return isReadingValue(value);
}

/** Samples before and of this upload, by time. `usualMs`: the channel's usual interval. */
export type Trend = { samples: readonly Sample[]; place: number; usualMs: number };

/** `see` returns null if too few readings are known. `lookbackMs`: how much earlier samples are needed. */
export type ObservedReadings = { of: "readings"; lookbackMs: number; see(trend: Trend, run: Run): number | null };

export type Observed = ObservedReadings | { of: "silence"; afterMs: number } | { of: "clock" };

export function lookbackOf(observed: Observed): number {
	return observed.of === "readings" ? observed.lookbackMs : 0;
}
