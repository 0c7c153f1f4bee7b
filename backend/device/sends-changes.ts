import { dayMs } from "../../shared/base/durations";
import type { Device } from "../../shared/device/device";
import type { MemberContext } from "../base/context";

const observedForMs = 7 * dayMs;
const readingsLookedAt = 2_000;
const leastNeighbours = 30;
const leastUnequal = 0.9;
/** In a regular channel, at least half of the distances are this close to their median. */
const tolerance = 0.2;

type Store = Pick<MemberContext, "readingStore" | "now">;

/** Whether the values of the last week differ from their neighbours at irregular distances. Only proposes: sets nothing. */
export async function seemsToSendChanges({ readingStore, now }: Store, device: Device): Promise<boolean> {
	const { oldestReadingAt } = device;
	const channels = device.channels.filter(({ derived }) => !derived);
	if (device.sends === "changes" || oldestReadingAt === null || oldestReadingAt > now - observedForMs) return false;
	const { readingAt, channel, value } = await readingStore.readSpan({
		channels: channels.map(({ id: channelId }) => ({ deviceId: device.id, channelId })),
		from: now - observedForMs,
		to: now,
		limit: readingsLookedAt,
		order: "newest-first",
	});
	const verdicts = channels.flatMap((_, position) => {
		const samples = readingAt.flatMap((at, index) =>
			channel[index] === position ? { at, value: value[index] ?? Number.NaN } : [],
		);
		return samples.length > leastNeighbours ? [isOfChanges(samples)] : [];
	});
	return verdicts.length > 0 && verdicts.every(Boolean);
}

function isOfChanges(samples: { at: number; value: number }[]): boolean {
	const neighbours = samples.slice(1);
	const unequal = neighbours.filter(({ value }, index) => value !== samples[index]?.value).length;
	const distances = neighbours.map(({ at }, index) => Math.abs((samples[index]?.at ?? at) - at));
	const median = distances.toSorted((one, other) => one - other)[distances.length >> 1] ?? 0;
	const usual = distances.filter((distance) => Math.abs(distance - median) <= tolerance * median).length;
	return unequal >= leastUnequal * neighbours.length && usual < distances.length / 2;
}
