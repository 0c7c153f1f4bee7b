import { groupedBy } from "../../../shared/base/lists";
import { type DeviceTrend, trendDevices } from "../../../shared/device/device-trends";
import type { Quantity } from "../../../shared/formats/units";
import { isUnknownProcedure, trpcClient } from "../../api/trpc";

type Wanted = { deviceId: string; quantity: Quantity; signal: AbortSignal };
type Waiting = Wanted & { resolve: (trend: DeviceTrend | null) => void; reject: (error: unknown) => void };

/** Long enough to gather the rows of a window, and to drop rows that only scroll past. */
const gatherMs = 120;

let waiting: Waiting[] = [];

/** Gathers the requests of rows into one call. Null: there is no trend. */
export function loadTrend(wanted: Wanted): Promise<DeviceTrend | null> {
	return new Promise((resolve, reject) => {
		if (waiting.length === 0) setTimeout(send, gatherMs);
		waiting.push({ ...wanted, resolve, reject });
	});
}

function send(): void {
	const gathered = waiting;
	waiting = [];
	const present = gathered.filter(({ signal }) => !signal.aborted);
	for (const { resolve } of gathered.filter(({ signal }) => signal.aborted)) resolve(null);
	for (const [quantity, all] of groupedBy(present, (each) => each.quantity)) {
		for (let start = 0; start < all.length; start += trendDevices) {
			void ask(quantity, all.slice(start, start + trendDevices));
		}
	}
}

async function ask(quantity: Quantity, rows: Waiting[]): Promise<void> {
	try {
		const deviceIds = [...new Set(rows.map(({ deviceId }) => deviceId))];
		const trends = await trpcClient.device.getCourses.query({ quantity, deviceIds });
		const byId = new Map(trends.map((trend) => [trend.deviceId, trend]));
		for (const { deviceId, resolve } of rows) resolve(byId.get(deviceId) ?? null);
	} catch (error) {
		const isUnknown = isUnknownProcedure(error);
		for (const { resolve, reject } of rows) isUnknown ? resolve(null) : reject(error);
	}
}
