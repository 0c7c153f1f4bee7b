import type { PublicDot, PublicPlan, PublicReading } from "../../shared/account/public-link";
import { serverLimits } from "../../shared/base/limits";
import { addTo } from "../../shared/base/multi-map";
import { dotReading, dotState, readingOrder } from "../../shared/device/plan-dot";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { formatValue, isDeviceFact } from "../../shared/formats/units";
import type { MemberContext } from "../base/context";
import { listChannels } from "../db/channel-rows";
import { findFloorPlan, listPlaced } from "../db/floor-plan-rows";
import { visibleDevices } from "../device/list/visible-rows";
import { latestReadings } from "./latest-readings";

/** Null: the plan was removed. */
export async function publicPlan(ctx: MemberContext, planId: string, style: ValueStyle): Promise<PublicPlan | null> {
	const plan = findFloorPlan(ctx.db, planId);
	if (!plan) return null;
	const { devices } = await ctx.cachedDevices.at(ctx.now);
	const rows = new Map(visibleDevices(ctx, devices).map(({ row }) => [row.id, row]));
	const placed = readingOrder(listPlaced(ctx.db, [planId]))
		.filter(({ deviceId }) => rows.has(deviceId))
		.slice(0, serverLimits.dotsPerWall);
	const readings = await readingsOf(
		ctx,
		placed.map(({ deviceId }) => deviceId),
		style,
	);
	const dots = placed.flatMap(({ deviceId, x, y }): PublicDot[] => {
		const row = rows.get(deviceId);
		if (!row) return [];
		const shown = dotReading(row);
		const text = shown ? formatValue(shown.value, shown, style) : "";
		const { name, lastReadingAt: at } = row;
		return [{ name, state: dotState(row), text, at, x, y, readings: readings.get(deviceId) ?? [] }];
	});
	const { version: picture, altText, width, height } = plan;
	return { picture, altText, width, height, dots };
}

async function readingsOf(ctx: MemberContext, deviceIds: string[], style: ValueStyle) {
	const channels = listChannels(ctx.db, deviceIds).filter(({ quantity }) => !isDeviceFact(quantity));
	const byDevice = new Map<string, PublicReading[]>();
	for (const { deviceId, reading } of await latestReadings(ctx, channels, style)) addTo(byDevice, deviceId, reading);
	return byDevice;
}
