import type { Job } from "../../../backend/base/job";
import type { SummaryRequest } from "../../../backend/base/reading-store";
import { createBlockReadingStore } from "../../../backend/store/block-reading-store";
import type { ComputedChannel } from "../../../backend/store/derived/computed-channels";
import { createDerivedReadingStore } from "../../../backend/store/derived/derived-reading-store";
import { driverOf } from "../../../backend/store/derived/paired-series";
import { derivationOf } from "../../../shared/device/derived/registry";
import type { TimeRange } from "../../../shared/time/time-zones";
import type { BenchLog } from "./bench-log";
import { chartLine } from "./chart-line";
import { airDevice, airSources } from "./history";
import { hourSeries } from "./hour-series";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const dueAtOnce = 20;

export type BenchBlocks = BenchLog & {
	readOutMs: (request: SummaryRequest) => Promise<number>;
	readHourSeries: (span: TimeRange) => Promise<number>;
};

const toleranceMs = 30_000;
const derivedKinds = ["dewPoint", "wetBulb"] as const;
const derivedChannels = derivedKinds.map((kind): ComputedChannel => {
	const sources = airSources.map((channelId) => ({ role: channelId, channelId }));
	const definition = { kind, sources, driver: "temperature", toleranceSeconds: toleranceMs / 1000, options: {} };
	return {
		channelId: kind,
		deviceId: airDevice,
		sources: airSources,
		driver: 0,
		toleranceMs,
		derivation: derivationOf(definition, { units: ["°C", "%"], altitude: null }),
	};
});

const findDerived = (channelId: string) => derivedChannels.find((channel) => channel.channelId === channelId) ?? null;

/** The block store as in an account, with a clock that the uploads set. */
export function benchBlocks(storage: DurableObjectStorage, archive: R2Bucket): BenchBlocks {
	let now = 0;
	const sent = createBlockReadingStore({
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
	const readingStore = createDerivedReadingStore(sent, {
		sent,
		idsOf: (deviceId) => (deviceId === airDevice ? derivedKinds : []),
		reachMs: () => toleranceMs,
		find: () => findDerived,
		drivers: () => (channelId) => {
			const channel = findDerived(channelId);
			return channel && driverOf(channel).channelId;
		},
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
		readHourSeries: (span) => hourSeries(readingStore, span),
		readOutMs: async (request) => (await readingStore.summaries(request))[0]?.outMs ?? 0,
	};
}

function isDue(work: Job, now: number): boolean {
	const dueAt = work.nextDueAt();
	return dueAt !== null && dueAt <= now;
}
