import type { ReadingStore } from "../../base/reading-store";
import { beginning } from "../newest-before";
import type { PairedChannel } from "./computed-channels";
import { driverOf, type PairedReads, readPairedSeries } from "./paired-series";

type PairReads = PairedReads & Pick<ReadingStore, "readSpan" | "newestBefore">;

type NewestPair = { at: number; value: number; mark?: "saturated" };

const [firstPage, largestPage] = [8, 1_000];

/**
 * The newest value before a time, epoch ms. Null: none among the newest `mostSought` readings of the driver that have a
 * reading of each other source at their time.
 */
export async function newestPair(
	readingStore: PairReads,
	channel: PairedChannel,
	{ before, mostSought = 10_000 }: { before: number; mostSought?: number },
): Promise<NewestPair | null> {
	const driver = driverOf(channel);
	let to = before;
	let limit = firstPage;
	for (let sought = 0; sought < mostSought; limit = Math.min(8 * limit, largestPage)) {
		const order = "newest-first" as const;
		const { readingAt } = await readingStore.readSpan({ channels: [driver], from: beginning, to, limit, order });
		const [newest, oldest] = [readingAt[0], readingAt.at(-1)];
		if (newest === undefined || oldest === undefined) return null;
		const [series] = await readPairedSeries(readingStore, [channel], { from: oldest, to: newest + 1 });
		const [at, value] = [series?.at.at(-1), series?.value.at(-1)];
		if (at !== undefined && value !== undefined)
			return { at, value, ...(series?.isSaturated?.at(-1) === 1 && { mark: "saturated" }) };
		sought += readingAt.length;
		const next = await pairableBefore(readingStore, channel, oldest);
		if (next === null) return null;
		to = next;
	}
	return null;
}

/** Skips the driver's readings to which a source has none near. */
async function pairableBefore(readingStore: PairReads, channel: PairedChannel, before: number): Promise<number | null> {
	const { deviceId, sources, toleranceMs, driver } = channel;
	let to = before;
	for (const [position, channelId] of sources.entries()) {
		if (position === driver) continue;
		const newest = await readingStore.newestBefore([{ deviceId, channelId }], to + toleranceMs);
		if (newest === null) return null;
		to = Math.min(to, newest + toleranceMs + 1);
	}
	return to;
}
