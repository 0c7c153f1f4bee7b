import { createPlainRowStore } from "../plain-rows/plain-row-store";
import type { BenchLog } from "./bench-log";

export function benchRows(storage: DurableObjectStorage): BenchLog {
	const rows = createPlainRowStore(storage);
	return {
		async append(upload) {
			await rows.append({ ...upload, seq: rows.nextSeq() });
		},
		endDay: async () => {},
		readPage: async (request) => (await rows.readSpan(request)).readingAt.length,
		readChart: async ({ channel, from, to, pixels }) => {
			const buckets = rows.buckets({ channel, from, to, ms: Math.ceil((to - from) / pixels) });
			return JSON.stringify(buckets);
		},
	};
}
