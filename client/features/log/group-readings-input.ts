import type { GetSeries } from "../../../shared/log";
import type { Quantity } from "../../../shared/units";
import { lastDay } from "../../ui/time/wall-time";

const chartPixels = 640;

/** What every device of a group measured over the last 24 hours; without a quantity, the one most of them measure. */
export function groupReadingsInput(groupId: string, quantity: Quantity | null, now: number): GetSeries {
	return {
		rangeType: "day",
		offset: 0,
		...lastDay(now),
		groupIds: [groupId],
		...(quantity !== null && { quantity }),
		pixels: chartPixels,
	};
}
