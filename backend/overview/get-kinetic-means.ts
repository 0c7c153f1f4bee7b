import { dayMs } from "../../shared/base/durations";
import { calibrationStepMs as quarterMs } from "../../shared/device/calibration";
import { type GetKineticMeans, type KineticMean, kineticDays } from "../../shared/device/kinetic-means";
import { isKinetic, kineticOf } from "../../shared/log/mean-kinetic-temperature";
import { standardActivationEnergy } from "../../shared/report/report";
import type { Call } from "../base/context";
import { listChannels } from "../db/channel-rows";
import { deviceOrThrow } from "../group/scope";

/** Omits derived temperatures, and channels without a reading. Throws DEVICE_NOT_FOUND. */
export async function getKineticMeans({ ctx, input }: Call<GetKineticMeans>): Promise<KineticMean[]> {
	const { id: deviceId } = deviceOrThrow(ctx, input.deviceId);
	const channels = listChannels(ctx.db, [deviceId]).filter((channel) => isKinetic(channel) && !channel.derived);
	if (channels.length === 0) return [];
	const end = Math.ceil((ctx.now + 1) / quarterMs) * quarterMs;
	const steps = (kineticDays * dayMs) / quarterMs;
	const edges = Array.from({ length: steps + 1 }, (_, step) => end - (steps - step) * quarterMs);
	const requested = channels.map(({ id: channelId }) => ({ deviceId, channelId }));
	const read = await ctx.readingStore.readBuckets({ channels: requested, edges });
	return channels.flatMap(({ id: channelId, unit }, index) => {
		const { sum = [], count = [] } = read[index] ?? {};
		const means = sum.map((of, quarter) => ({ value: of / (count[quarter] ?? 1) }));
		const kinetic = kineticOf(unit, standardActivationEnergy)(means, 0, means.length);
		return kinetic === null ? [] : [{ channelId, kinetic, quarters: means.length }];
	});
}
