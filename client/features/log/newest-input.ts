import { limits } from "../../../shared/limits";
import type { GetLogs } from "../../../shared/log";

const dayMs = 24 * 60 * 60 * 1000;
const shownCount = 200;

/** The newest entries of a device, however old they are. It ends with a whole day, so that a preload and the screen ask alike. */
export function newestInputOf(deviceId: string, now: number): GetLogs {
	const to = (Math.floor((now + limits.ingestFutureMs) / dayMs) + 1) * dayMs;
	return {
		rangeType: "month",
		offset: 0,
		from: limits.ingestEarliestMs,
		to,
		deviceIds: [deviceId],
		limit: shownCount,
	};
}
