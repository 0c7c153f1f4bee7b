import type { TimeRange } from "../../../shared/time-zones";

/** How the lines of a chart are thinned: not at all, into buckets of a fixed length, or into whole days of a zone. */
export type SeriesStep = { kind: "raw" } | { kind: "span"; ms: number } | { kind: "days"; days: number };

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Below a quarter of an hour these are made from readings. */
const fineSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * secondMs);
/** From here on roll-ups answer, which are quarters of an hour. */
const quarterSteps = [15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteMs);
const spanSteps = [...fineSteps, ...quarterSteps];
const daySteps = [1, 2, 7, 14, 28];

const readingsPerPixel = 2;

type StepRequest = TimeRange & {
	pixels: number;
	/** Of the channel that has most, at least. */
	readings: number;
};

/** The finest step whose buckets are no more than the pixels; no step where the readings are few enough to be drawn. */
export function seriesStep({ from, to, pixels, readings }: StepRequest): SeriesStep {
	if (readings <= readingsPerPixel * pixels) return { kind: "raw" };
	// A span that begins within a bucket touches one more, and so may one in which a clock changes.
	const shortestMs = (to - from) / (pixels - 2);
	const ms = spanSteps.find((step) => step >= shortestMs);
	if (ms !== undefined) return { kind: "span", ms };
	const shortestDays = shortestMs / dayMs;
	const days = daySteps.find((step) => step >= shortestDays);
	return { kind: "days", days: days ?? Math.ceil(shortestDays / 28) * 28 };
}

/** The usual length of a step's buckets, ms; 0: readings as they are. */
export function usualBucketMs(step: SeriesStep): number {
	if (step.kind === "raw") return 0;
	return step.kind === "span" ? step.ms : step.days * dayMs;
}
