import type { GetSeries } from "../../../../shared/log";
import { lastDay } from "../../../ui/time/wall-time";

const sparklinePixels = 120;

export function sparklineInput(deviceId: string, now: number): GetSeries {
	return {
		rangeType: "day",
		offset: 0,
		...lastDay(now),
		deviceIds: [deviceId],
		isEveryQuantity: true,
		pixels: sparklinePixels,
	};
}
