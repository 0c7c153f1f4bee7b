import type { DeviceTrend, GetTrends } from "../../shared/device/device-trends";
import type { Call } from "../base/context";
import { visibleDevices } from "../device/list/visible-rows";
import { dayTrends } from "./day-trends";

/** Omits devices that the caller does not see or that lack the quantity. */
export async function getTrends({ ctx, input: { deviceIds, quantity } }: Call<GetTrends>): Promise<DeviceTrend[]> {
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
