import type { DeviceListRow, DeviceStatus } from "../../../shared/device";
import { statusesFromWorst } from "../../device-status-words";

export type FleetSummary = { total: number; reporting: number; counts: Record<DeviceStatus, number> };

export function summarizeFleet(rows: DeviceListRow[]): FleetSummary {
	const counts: Record<DeviceStatus, number> = { online: 0, late: 0, offline: 0, never: 0, disabled: 0 };
	for (const { status } of rows) counts[status] += 1;
	return { total: rows.length, reporting: counts.online, counts };
}

const attentionStatuses: DeviceStatus[] = ["offline", "late", "never"];

/** Devices somebody should look at: the worst first, and among equals the one silent longest. */
export function devicesNeedingAttention(rows: DeviceListRow[]): DeviceListRow[] {
	const rank = (row: DeviceListRow) => statusesFromWorst.indexOf(row.status);
	return rows
		.filter(({ status }) => attentionStatuses.includes(status))
		.sort((a, b) => rank(a) - rank(b) || (a.lastReceivedAt ?? 0) - (b.lastReceivedAt ?? 0));
}

/** Devices by their newest upload, newest first. */
export function latestUploads(rows: DeviceListRow[], count: number): DeviceListRow[] {
	return rows
		.filter((row) => row.lastReceivedAt !== null)
		.sort((a, b) => (b.lastReceivedAt ?? 0) - (a.lastReceivedAt ?? 0))
		.slice(0, count);
}

export function greetingAt(hour: number): string {
	if (hour < 5 || hour >= 18) return "Good evening";
	return hour < 12 ? "Good morning" : "Good afternoon";
}
