import { secondMs } from "../../shared/base/durations";
import { earliestInstant } from "../../shared/base/instant";
import { appendAll } from "../../shared/base/lists";
import { type Holding, lifeOf } from "../../shared/log/holding";
import type { AccountDb } from "../base/context";
import type { ChannelRef, ReadingStore, SpanRequest, SummaryChannel, SummaryRequest } from "../base/reading-store";
import { listChannels } from "../db/channel-rows";
import { findDevices } from "../db/device-rows";

type Store = { db: AccountDb; readingStore: Pick<ReadingStore, "summaries" | "readSpan"> };
type HoldingsRequest = Pick<SummaryRequest, "from" | "to" | "keptFrom" | "until"> & { channels: readonly ChannelRef[] };

const signsTogether = 20_000;

export async function readHoldings(store: Store, { channels, ...span }: HoldingsRequest): Promise<Holding[]> {
	const unjudged = await withLife(store, {
		...span,
		channels: channels.map((channel) => ({ ...channel, bounds: {} })),
	});
	const summaries = await store.readingStore.summaries({ ...span, channels: unjudged, withHolding: true });
	return summaries.map(({ holding }) => holding ?? { usual: [], before: null, after: null, changesUntil: null });
}

type LifeRequest = Pick<SummaryRequest, "from" | "keptFrom" | "until" | "channels">;

export async function withLife(store: Store, { channels, ...period }: LifeRequest): Promise<SummaryChannel[]> {
	const lives = new Map<string, ReturnType<typeof lifeOf>>();
	for (const { id, sends, offlineAfterSeconds: own } of findDevices(store.db, [
		...new Set(channels.map(({ deviceId }) => deviceId)),
	])) {
		if (sends === "regular") continue;
		lives.set(id, lifeOf(await readSigns(store, id, period), own === null ? null : own * secondMs));
	}
	return lives.size === 0 ? channels : channels.map((channel) => ({ ...channel, ...lives.get(channel.deviceId) }));
}

/** Times of all that a device sent in the period, doubtful and excluded readings too, and the last before it. */
async function readSigns(
	{ db, readingStore }: Store,
	deviceId: string,
	{ from, until, keptFrom }: Omit<LifeRequest, "channels">,
): Promise<number[]> {
	const channels = listChannels(db, [deviceId]).map(({ id: channelId }) => ({ deviceId, channelId }));
	const readTimes = async (span: Pick<SpanRequest, "from" | "to" | "order" | "limit">, cursor?: string) => {
		const place = cursor === undefined ? {} : { cursor };
		return readingStore.readSpan({ channels, keptFrom, isMarked: true, ...span, ...place });
	};
	const before = { from: earliestInstant, to: from, order: "newest-first" as const, limit: 1 };
	const signs = (await readTimes(before)).readingAt;
	const within = { from, to: until, order: "oldest-first" as const, limit: signsTogether };
	let cursor: string | undefined;
	do {
		const page = await readTimes(within, cursor);
		appendAll(signs, page.readingAt);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	return signs;
}
