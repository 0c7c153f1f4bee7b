import type { Verb } from "./context";
import type { Pace, ReadingStore } from "./reading-store";

/** A procedure whose reads of the log may take long: in slices between which others have their turn. */
export function inTurns<Input, Answer>(verb: (call: Verb<Input>) => Answer): (call: Verb<Input>) => Answer {
	return ({ ctx, input }) =>
		verb({ ctx: { ...ctx, readingStore: pacedReadings(ctx.readingStore, ctx.reads.begin()) }, input });
}

function pacedReadings(readingStore: ReadingStore, pace: Pace): ReadingStore {
	return {
		...readingStore,
		readSpan: (request) => readingStore.readSpan({ ...request, pace }),
		estimate: (request) => readingStore.estimate({ ...request, pace }),
		readSeries: (request) => readingStore.readSeries({ ...request, pace }),
		readBuckets: (request) => readingStore.readBuckets({ ...request, pace }),
		summaries: (request) => readingStore.summaries({ ...request, pace }),
	};
}
