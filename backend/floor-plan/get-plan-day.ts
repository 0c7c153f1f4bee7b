import { minuteMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { addTo } from "../../shared/base/multi-map";
import { shownReading } from "../../shared/device/device-reading";
import {
	type GetPlanDay,
	type PlanDay,
	type PlanDayLine,
	packAlerts,
	packSteps,
	planDaySteps,
} from "../../shared/device/floor-plan";
import { isDeviceFact, isDirection } from "../../shared/formats/units";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import type { Buckets } from "../base/reading-store";
import { listOpenSpans, type OpenSpan } from "../db/alert-event-rows";
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
	const alerts = alertsOf(ctx, { from, deviceIds: lines.map(({ deviceId }) => deviceId) });
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
				...alerts(deviceId),
			};
		}),
	};
}

/** Reads alerts as events record them, also of rules that were changed or deleted since. */
function alertsOf({ db, now }: MemberContext, { from, deviceIds }: { from: number; deviceIds: string[] }) {
	const byDevice = new Map<string, OpenSpan[]>();
	for (const event of listOpenSpans(db, { deviceIds, from, to: from + planDaySteps * stepMs })) {
		if (event.deviceId !== null) addTo(byDevice, event.deviceId, event);
	}
	return (deviceId: string): Pick<PlanDayLine, "alerts"> => {
		const alerts = packAlerts(byDevice.get(deviceId) ?? [], { from, stepMs, until: now });
		return alerts === null ? {} : { alerts };
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
