import type { Calibration } from "../../../../shared/calibration";

/** A reading as it is shown, and what it should have been. */
type Point = { reads: number; should: number };
type Formula = Pick<Calibration, "scale" | "offset">;

/**
 * The calibration by which readings that are shown by `present` become what they should be: one point moves them, two
 * stretch them as well. What it makes of something that is no number, or of two points that say nothing of a line, is
 * NaN, which the schema refuses.
 */
export function calibrationThrough([low, high]: [Point] | [Point, Point], present: Formula): Formula {
	const scale = high ? (high.should - low.should) / (high.reads - low.reads) : 1;
	const offset = low.should - scale * low.reads;
	return {
		scale: finite(present.scale * scale),
		offset: finite(present.offset * scale + offset),
	};
}

/** Without the tail of digits that arithmetic leaves behind. */
function finite(value: number): number {
	return Number.isFinite(value) ? Number(value.toPrecision(12)) : Number.NaN;
}

/** A newest value as another calibration would have it. */
export function recalibrated(shown: number, present: Formula, next: Formula): number {
	return ((shown - present.offset) / present.scale) * next.scale + next.offset;
}
