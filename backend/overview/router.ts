import { dayMs } from "../../shared/base/durations";
import { calibrationStepMs as quarterMs } from "../../shared/device/calibration";
import { type DeviceTrend, GetTrends } from "../../shared/device/device-trends";
import { GetKineticMeans, type KineticMean, kineticDays } from "../../shared/device/kinetic-means";
import { isKinetic, kineticOf } from "../../shared/log/mean-kinetic-temperature";
import { GetOverview } from "../../shared/overview/fleet-overview";
import { standardActivationEnergy } from "../../shared/report/report";
import type { Call } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { listChannels } from "../db/channel-rows";
import { visibleDevices } from "../device/list/visible-rows";
import { deviceOrThrow } from "../group/scope";
import { dayTrends } from "./day-trends";
import { getOverview } from "./get-overview";

export const overviewRouter = router({
	getOverview: procedureFor("viewFleet").input(GetOverview).query(getOverview),
	getKineticMeans: procedureFor("viewFleet").input(GetKineticMeans).query(getKineticMeans),
	getCourses: procedureFor("viewFleet").input(GetTrends).query(getTrends),
});

/** Omits devices that the caller does not see or that lack the quantity. */
async function getTrends({ ctx, input: { deviceIds, quantity } }: Call<GetTrends>): Promise<DeviceTrend[]> {
	const { devices } = await ctx.cachedDevices.at(ctx.now);
	const requested = new Set(deviceIds);
	const channels = visibleDevices(ctx, devices).flatMap(({ row, channels: own }) => {
		if (!requested.has(row.id)) return [];
		const index = row.latest.findIndex((reading) => reading.quantity === quantity);
		const limits = own[index];
		const isMeasured = (row.latest[index]?.value ?? null) !== null;
		return limits === undefined || !isMeasured ? [] : [{ deviceId: row.id, quantity, limits }];
	});
	const trends = await dayTrends(ctx, channels);
	return channels.map(({ deviceId, limits: { low, high } }, position) => {
		return { deviceId, course: trends[position] ?? [], low, high };
	});
}

/** Omits derived temperatures, and channels without a reading. Throws DEVICE_NOT_FOUND. */
async function getKineticMeans({ ctx, input }: Call<GetKineticMeans>): Promise<KineticMean[]> {
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
