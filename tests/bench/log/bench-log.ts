import type { SpanRequest } from "../../../backend/base/reading-store";
import type { BenchUpload } from "./bench-uploads";
import type { ChartRequest } from "./chart-line";

export type BenchLog = {
	/** Stores an upload and runs the jobs that are due by then. */
	append: (upload: BenchUpload) => Promise<void>;
	/** Ends the day, so that everything is flushed. */
	endDay: () => Promise<void>;
	readPage: (request: SpanRequest) => Promise<number>;
	readChart: (request: ChartRequest) => Promise<string>;
};
