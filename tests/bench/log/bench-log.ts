import type { SpanRequest } from "../../../backend/base/reading-store";
import type { BenchUpload } from "./bench-uploads";
import type { ChartRequest } from "./chart-line";

export type BenchLog = {
	append: (upload: BenchUpload) => Promise<void>;
	endDay: () => Promise<void>;
	readPage: (request: SpanRequest) => Promise<number>;
	readChart: (request: ChartRequest) => Promise<string>;
};
