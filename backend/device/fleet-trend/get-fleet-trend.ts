import type { FleetTrend, GetFleetTrend } from "../../../shared/device-inputs";
import type { MemberContext, Verb } from "../../context";
import { listDeviceIds } from "../../group/group-rows";
import { devicesInScope, groupOrThrow } from "../../group/scope";
import { listDevices } from "../device-rows";
import { defaultOfflineAfterSeconds, deviceStatus } from "../device-status";
import { listDeviceStates } from "../status/device-state-rows";
import { fleetTrend } from "./fleet-trend";
import { listStatusChanges } from "./status-change-rows";

const hourMs = 60 * 60 * 1000;
const hoursBetween = { 24: 1, 168: 6 } as const;

/** How the devices there are now fared until now. Throws GROUP_NOT_FOUND. */
export async function getFleetTrend({ ctx, input }: Verb<GetFleetTrend>): Promise<FleetTrend> {
	const rows = listDevices(ctx.db, askedIds(ctx, input.groupId));
	const latest = await ctx.log.latest(rows.map(({ id }) => id));
	const noted = new Map(listDeviceStates(ctx.db).map(({ deviceId, status }) => [deviceId, status]));
	const devices = rows.map((row) => {
		const lastReceivedAt = latest.get(row.id)?.lastReceivedAt ?? null;
		const offlineAfterSeconds = row.offlineAfterSeconds ?? defaultOfflineAfterSeconds(row.uploadIntervalSeconds);
		const status = deviceStatus({ ...row, lastReceivedAt, offlineAfterSeconds }, ctx.now);
		return { id: row.id, createdAt: row.createdAt.getTime(), status, noted: noted.get(row.id) ?? null };
	});
	return fleetTrend(devices, listStatusChanges(ctx.db), instantsUntil(ctx.now, input.hours));
}

/** Devices of a group are those of them the caller may see, which are all: they see every device of their groups. */
function askedIds(ctx: MemberContext, groupId: string | undefined): string[] | "all" {
	return groupId === undefined ? devicesInScope(ctx) : listDeviceIds(ctx.db, [groupOrThrow(ctx, groupId).id]);
}

function instantsUntil(now: number, hours: GetFleetTrend["hours"]): number[] {
	const stepMs = hoursBetween[hours] * hourMs;
	const steps = hours / hoursBetween[hours];
	return Array.from({ length: steps + 1 }, (_, step) => now - (steps - step) * stepMs);
}
