import type { FleetTrend } from "../../../shared/device-inputs";
import type { DeviceStatus } from "../../../shared/device-terms";

/** A device there is now: what it is, and what was last noted of it, which is news for trends alone. Epoch ms. */
export type TrendDevice = { id: string; createdAt: number; status: DeviceStatus; noted: DeviceStatus | null };

export type TrendChange = { deviceId: string; at: number; status: DeviceStatus };

type Counted = Exclude<keyof FleetTrend, "at">;

/**
 * How many of the devices there are now were what at each of some instants (epoch ms, ascending, the last one is now).
 * `changes` ascend; a device's first one says what it was before it as well, and without any it always was what was
 * last noted. The last point is what the devices are.
 */
export function fleetTrend(devices: TrendDevice[], changes: Iterable<TrendChange>, instants: number[]): FleetTrend {
	const trend: FleetTrend = { at: instants, online: [], late: [], offline: [], never: [] };
	const changesById = new Map<string, TrendChange[]>(devices.map(({ id }) => [id, []]));
	for (const change of changes) changesById.get(change.deviceId)?.push(change);
	for (const column of ["online", "late", "offline", "never"] as const) trend[column] = instants.map(() => 0);
	for (const device of devices) {
		const own = changesById.get(device.id) ?? [];
		let status = own[0]?.status ?? device.noted ?? device.status;
		let next = 0;
		for (const [place, at] of instants.entries()) {
			for (; (own[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next += 1) status = own[next]?.status ?? status;
			if (device.createdAt > at) continue;
			count(trend, place, place === instants.length - 1 ? device.status : status);
		}
	}
	return trend;
}

/** One that is archived is in no trend. */
function count(trend: FleetTrend, place: number, status: DeviceStatus): void {
	if (status === "disabled") return;
	const column: Counted = status;
	trend[column][place] = (trend[column][place] ?? 0) + 1;
}
