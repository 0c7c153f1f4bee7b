import { dayMs } from "../../shared/base/durations";
import { tolerableAheadMs } from "../../shared/device/clock-drift";
import type { DeviceLatest, ReadingStore } from "../base/reading-store";

const searchedMs = 2 * dayMs;
const searchedReadings = 1_000;

/** A reading ahead of the time is the latest only until a current one is received. `lastReadingAt` includes it. */
export function withTimelyLatest(readingStore: ReadingStore, now: () => number): ReadingStore {
	return {
		...readingStore,
		async latest(deviceIds) {
			const latest = await readingStore.latest(deviceIds);
			for (const [deviceId, facts] of latest) {
				if (areAhead(facts, now())) latest.set(deviceId, await timely(readingStore, deviceId, { facts, now: now() }));
			}
			return latest;
		},
	};
}

function areAhead({ lastReadingAt }: DeviceLatest, now: number): boolean {
	return lastReadingAt !== null && lastReadingAt > now + tolerableAheadMs;
}

async function timely(
	readingStore: ReadingStore,
	deviceId: string,
	{ facts, now }: { facts: DeviceLatest; now: number },
): Promise<DeviceLatest> {
	const until = now + tolerableAheadMs;
	const ahead = [...facts.values].flatMap(([channelId, { at }]) => (at > until ? { deviceId, channelId } : []));
	const page = await readingStore.readSpan({
		channels: ahead,
		from: now - searchedMs,
		to: now + searchedMs,
		limit: searchedReadings,
		order: "newest-first",
	});
	const values = new Map(facts.values);
	for (const [index, { channelId }] of ahead.entries()) {
		const positions = page.channel.flatMap((channel, position) => (channel === index ? position : []));
		const current = positions.find((position) => (page.readingAt[position] ?? 0) <= until);
		const newest = positions[0];
		if (current === undefined || newest === undefined) continue;
		const [at = 0, value = 0] = [page.readingAt[current], page.value[current]];
		if ((page.receivedAt[current] ?? 0) > (page.receivedAt[newest] ?? 0)) values.set(channelId, { at, value });
	}
	return { ...facts, values };
}
