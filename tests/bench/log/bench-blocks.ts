import type { Job } from "../../../backend/base/job";
import type { SummaryRequest } from "../../../backend/base/reading-store";
import { createBlockReadingStore } from "../../../backend/store/block-reading-store";
import type { BenchLog } from "./bench-log";
import { chartLine } from "./chart-line";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const dueAtOnce = 20;

export type BenchBlocks = BenchLog & {
	readOutMs: (request: SummaryRequest) => Promise<number>;
};

/** The block store as in an account, with a clock that the uploads set. */
export function benchBlocks(storage: DurableObjectStorage, archive: R2Bucket): BenchBlocks {
	let now = 0;
	const readingStore = createBlockReadingStore({
		storage,
		archive,
		archivePrefix: "bench",
		retentionDays: () => null,
		devicesWithRetention: () => [],
		seqAtLeast: () => 0,
		heldDevices: () => () => false,
		isTight: () => false,
		nextTurn: async () => {},
		now: () => now,
	});

	async function runDue(): Promise<void> {
		for (const work of readingStore.work) {
			await work.load?.();
			while (isDue(work, now)) for (const subject of work.due(now, dueAtOnce)) await work.run(subject, now);
		}
	}

	return {
		async append(upload) {
			now = Math.max(now, upload.receivedAt);
			await readingStore.append({ ...upload, seq: readingStore.nextSeq() });
			if (readingStore.work.some((work) => isDue(work, now))) await runDue();
		},
		async endDay() {
			now = (Math.floor(now / dayMs) + 1) * dayMs + hourMs;
			await runDue();
		},
		readPage: async (request) => (await readingStore.readSpan(request)).readingAt.length,
		readChart: (request) => chartLine(readingStore, request),
		readOutMs: async (request) => (await readingStore.summaries(request))[0]?.outMs ?? 0,
	};
}

function isDue(work: Job, now: number): boolean {
	const dueAt = work.nextDueAt();
	return dueAt !== null && dueAt <= now;
}
