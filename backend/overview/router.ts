import { type DeviceTrend, GetTrends } from "../../shared/device/device-trends";
import { GetKineticMeans } from "../../shared/device/kinetic-means";
import { GetOverview } from "../../shared/overview/fleet-overview";
import type { Call } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { visibleDevices } from "../device/list/visible-rows";
import { dayTrends } from "./day-trends";
import { getKineticMeans } from "./get-kinetic-means";
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
