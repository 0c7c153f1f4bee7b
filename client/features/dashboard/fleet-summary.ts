import type { DeviceListRow } from "../../../shared/device";
import type { DeviceStatus } from "../../../shared/device-terms";

type FleetSummary = { total: number; reporting: number; counts: Record<DeviceStatus, number> };

export function summarizeFleet(rows: DeviceListRow[]): FleetSummary {
	const counts: Record<DeviceStatus, number> = { online: 0, late: 0, offline: 0, never: 0, disabled: 0 };
	for (const { status } of rows) counts[status] += 1;
	return { total: rows.length, reporting: counts.online, counts };
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
