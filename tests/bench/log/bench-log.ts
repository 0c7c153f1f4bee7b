import type { SpanRequest } from "../../../backend/base/reading-store";
import type { BenchUpload } from "./bench-uploads";
import type { ChartRequest } from "./chart-line";

/** What is timed of a layout. */
export type BenchLog = {
	/** Stores an upload, and does everything that has fallen due by then. */
	append: (upload: BenchUpload) => Promise<void>;
	/** Lets the day end, so that nothing waits to be flushed. */
	endDay: () => Promise<void>;
	/** Readings on a page. */
	readPage: (request: SpanRequest) => Promise<number>;
	/** The line that a chart is answered with, as JSON. */
	readChart: (request: ChartRequest) => Promise<string>;
};
