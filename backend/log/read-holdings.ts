import type { Holding } from "../../shared/log/holding";
import type { ChannelRef, ReadingStore, SummaryRequest } from "../base/reading-store";

type HoldingsRequest = Pick<SummaryRequest, "from" | "to" | "keptFrom" | "until"> & { channels: readonly ChannelRef[] };

export async function readHoldings(
	readingStore: Pick<ReadingStore, "summaries">,
	{ channels, ...span }: HoldingsRequest,
): Promise<Holding[]> {
	const unjudged = channels.map((channel) => ({ ...channel, bounds: {} }));
	const summaries = await readingStore.summaries({ ...span, channels: unjudged, withHolding: true });
	return summaries.map(({ holding }) => holding ?? { usual: [], before: null, after: null, changesUntil: null });
}
