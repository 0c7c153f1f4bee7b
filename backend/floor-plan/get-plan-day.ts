import { minuteMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { shownReading } from "../../shared/device/device-reading";
import { type GetPlanDay, type PlanDay, packSteps, planDaySteps } from "../../shared/device/floor-plan";
import { isDeviceFact, isDirection } from "../../shared/formats/units";
import type { Call } from "../base/context";
import { InputError } from "../base/errors";
import type { Buckets } from "../base/reading-store";
import { visibleDevices } from "../device/list/visible-rows";
import { floorPlanOrThrow } from "./edit-floor-plans";

const stepMs = 15 * minuteMs;

/** A day of each device's first listed channel. Omits devices outside the plan's group. Throws FLOOR_PLAN_NOT_FOUND. */
export async function getPlanDay({ ctx, input }: Call<GetPlanDay>): Promise<PlanDay> {
	const { from, planId } = input;
	if (from % stepMs !== 0) throw new InputError({ from: errorKey("floorPlan.quarter") });
	const { plan } = floorPlanOrThrow(ctx, planId);
	const requested = new Set(input.deviceIds);
	const { devices } = await ctx.cachedDevices.at(ctx.now);
	const lines = visibleDevices(ctx, devices).flatMap(({ row, channels }) => {
		if (!requested.has(row.id) || !row.groupIds.includes(plan.groupId)) return [];
		const index = row.latest.findIndex(({ quantity }) => !isDeviceFact(quantity));
		const [reading, channel] = [row.latest[index], channels[index]];
		return reading && channel ? [{ deviceId: row.id, channelId: channel.channelId, ...shownReading(reading) }] : [];
	});
	const edges = Array.from({ length: planDaySteps + 1 }, (_, step) => from + step * stepMs);
	const read = lines.length === 0 ? [] : await ctx.readingStore.readBuckets({ channels: lines, edges });
	return {
		from,
		lines: lines.map(({ deviceId, name, unit, decimals, quantity }, index) => {
			return {
				deviceId,
				name,
				quantity,
				unit,
				decimals,
				steps: packSteps(stepsOf(read[index], isDirection(quantity)), decimals),
			};
		}),
	};
}

/** A direction has no mean, so its first reading is the value of the quarter. */
function stepsOf(buckets: Buckets | undefined, isDirected: boolean): (number | null)[] {
	const steps: (number | null)[] = Array(planDaySteps).fill(null);
	if (!buckets) return steps;
	for (const [index, step] of buckets.bucket.entries()) {
		const mean = (buckets.sum[index] ?? 0) / (buckets.count[index] ?? 1);
		steps[step] = isDirected ? (buckets.first[index] ?? null) : mean;
	}
	return steps;
}
