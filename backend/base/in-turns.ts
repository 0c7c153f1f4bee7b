import type { Verb } from "./context";
import type { LogStore, Pace } from "./log-store";

/** A procedure whose reads of the log may take long: in slices between which others have their turn. */
export function inTurns<Input, Answer>(verb: (call: Verb<Input>) => Answer): (call: Verb<Input>) => Answer {
	return ({ ctx, input }) => verb({ ctx: { ...ctx, log: pacedLog(ctx.log, ctx.reads.begin()) }, input });
}

function pacedLog(log: LogStore, pace: Pace): LogStore {
	return {
		...log,
		readSpan: (request) => log.readSpan({ ...request, pace }),
		estimate: (request) => log.estimate({ ...request, pace }),
		readSeries: (request) => log.readSeries({ ...request, pace }),
		readBuckets: (request) => log.readBuckets({ ...request, pace }),
		summaries: (request) => log.summaries({ ...request, pace }),
	};
}
