import { createBoundedCache } from "../../shared/base/bounded-cache";
import { dayMs, hourMs } from "../../shared/base/durations";
import { calibrationStepMs as quarterMs } from "../../shared/device/calibration";
import { type GetKineticMeans, type KineticMean, kineticDays } from "../../shared/device/kinetic-means";
import type { Quantity } from "../../shared/formats/units";
import { isKinetic, kineticOf } from "../../shared/log/mean-kinetic-temperature";
import { standardActivationEnergy } from "../../shared/report/report";
import type { Call, MemberContext } from "../base/context";
import type { ChannelRef, ReadingStore } from "../base/reading-store";
import { listChannels } from "../db/channel-rows";
import { deviceOrThrow } from "../group/scope";

/** Omits derived temperatures, and channels without a reading. Throws DEVICE_NOT_FOUND. */
export async function getKineticMeans({ ctx, input }: Call<GetKineticMeans>): Promise<KineticMean[]> {
	const { id: deviceId } = deviceOrThrow(ctx, input.deviceId);
	const channels = listChannels(ctx.db, [deviceId]).filter((channel) => isKinetic(channel) && !channel.derived);
	const end = Math.ceil((ctx.now + 1) / quarterMs) * quarterMs;
	const means = await readMeans(
		ctx.readingStore,
		channels.map(({ id: channelId, unit }) => ({ deviceId, channelId, unit })),
		end,
	);
	return means.flatMap((mean) => mean ?? []);
}

type Measured = ChannelRef & { unit: string };

/** Computes it from the roll-ups of quarters of an hour. Null: no reading. */
async function readMeans(
	readingStore: Pick<ReadingStore, "readBuckets">,
	channels: Measured[],
	end: number,
): Promise<(KineticMean | null)[]> {
	if (channels.length === 0) return [];
	const steps = (kineticDays * dayMs) / quarterMs;
	const edges = Array.from({ length: steps + 1 }, (_, step) => end - (steps - step) * quarterMs);
	const requested = channels.map(({ deviceId, channelId }) => ({ deviceId, channelId }));
	const read = await readingStore.readBuckets({ channels: requested, edges });
	return channels.map(({ channelId, unit }, index) => {
		const { sum = [], count = [] } = read[index] ?? {};
		const means = sum.map((total, quarter) => ({ value: total / (count[quarter] ?? 1) }));
		const kinetic = kineticOf(unit, standardActivationEnergy)(means, 0, means.length);
		return kinetic === null ? null : { channelId, kinetic, quarters: means.length };
	});
}

const mostKnown = 500;

type Known = { end: number; unit: string; kinetic: number | null };

const knownByStore = new WeakMap<object, ReturnType<typeof createBoundedCache<string, Known>>>();

type TileChannel = Measured & { quantity: Quantity; isDerived?: boolean | undefined };

/** Returns figures in order, null for channels that send no temperature. Reads each once an hour: a month changes slowly. */
export async function tileKineticMeans(
	{ readingStore, now }: Pick<MemberContext, "readingStore" | "now">,
	channels: TileChannel[],
): Promise<(number | null)[]> {
	const known = knownByStore.get(readingStore) ?? createBoundedCache<string, Known>(mostKnown);
	knownByStore.set(readingStore, known);
	const end = Math.ceil((now + 1) / hourMs) * hourMs;
	const hasFigure = (channel: TileChannel) => isKinetic(channel) && !channel.isDerived;
	const unknown = channels.filter((channel) => {
		const last = known.get(channel.channelId);
		return hasFigure(channel) && (last?.end !== end || last.unit !== channel.unit);
	});
	const means = await readMeans(readingStore, unknown, end);
	for (const [index, { channelId, unit }] of unknown.entries())
		known.set(channelId, { end, unit, kinetic: means[index]?.kinetic ?? null });
	return channels.map((channel) => (hasFigure(channel) ? (known.get(channel.channelId)?.kinetic ?? null) : null));
}
