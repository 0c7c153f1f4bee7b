import { hourMs } from "../../shared/base/durations";
import type { FleetTrend, GetFleetTrend } from "../../shared/device/device-inputs";
import type { DeviceStatus } from "../../shared/device/device-terms";
import type { Call } from "../base/context";
import { listDeviceStates, listStatusChanges } from "../db/device-status-rows";
import { groupOrThrow } from "../group/scope";
import { visibleDevices } from "./list/visible-rows";

const hoursBetween = { 24: 1, 168: 6 } as const;

/** Counts devices that exist now. Throws GROUP_NOT_FOUND. */
export async function getFleetTrend({ ctx, input }: Call<GetFleetTrend>): Promise<FleetTrend> {
	const groupId = input.groupId === undefined ? null : groupOrThrow(ctx, input.groupId).id;
	const kept = visibleDevices(ctx, (await ctx.cachedDevices.at(ctx.now)).devices);
	const shown = groupId === null ? kept : kept.filter(({ row }) => row.groupIds.includes(groupId));
	const recorded = new Map(listDeviceStates(ctx.db).map(({ deviceId, status }) => [deviceId, status]));
	const devices = shown.map(({ row: { id, status }, createdAt }) => {
		return { id, createdAt, status, recorded: recorded.get(id) ?? null };
	});
	return fleetTrend(devices, listStatusChanges(ctx.db), instantsUntil(ctx.now, input.hours));
}

function instantsUntil(now: number, hours: GetFleetTrend["hours"]): number[] {
	const stepMs = hoursBetween[hours] * hourMs;
	const steps = hours / hoursBetween[hours];
	return Array.from({ length: steps + 1 }, (_, step) => now - (steps - step) * stepMs);
}

/** `status`: now. `recorded`: the last recorded status. Epoch ms. */
export type TrendDevice = { id: string; createdAt: number; status: DeviceStatus; recorded: DeviceStatus | null };

export type TrendChange = { deviceId: string; at: number; status: DeviceStatus };

type Counted = Exclude<keyof FleetTrend, "at">;

/**
 * Counts by status at instants (epoch ms, ascending, the last is now). `changes` ascend. Without changes the recorded
 * status holds throughout; the last point uses the current status.
 */
export function fleetTrend(devices: TrendDevice[], changes: Iterable<TrendChange>, instants: number[]): FleetTrend {
	const trend: FleetTrend = { at: instants, online: [], late: [], offline: [], never: [] };
	const changesById = new Map<string, TrendChange[]>(devices.map(({ id }) => [id, []]));
	for (const change of changes) changesById.get(change.deviceId)?.push(change);
	for (const column of ["online", "late", "offline", "never"] as const) trend[column] = instants.map(() => 0);
	for (const device of devices) {
		const own = changesById.get(device.id) ?? [];
		let status = own[0]?.status ?? device.recorded ?? device.status;
		let next = 0;
		for (const [index, at] of instants.entries()) {
			for (; (own[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next += 1) status = own[next]?.status ?? status;
			if (device.createdAt > at) continue;
			count(trend, index, index === instants.length - 1 ? device.status : status);
		}
	}
	return trend;
}

function count(trend: FleetTrend, index: number, status: DeviceStatus): void {
	if (status === "disabled" || status === "imported") return;
	const column: Counted = status;
	trend[column][index] = (trend[column][index] ?? 0) + 1;
}
