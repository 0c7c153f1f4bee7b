import { countFleet } from "../../../shared/overview/count-fleet";
import type { FleetOverview, GetOverview } from "../../../shared/overview/fleet-overview";
import { trpcClient } from "../../api/trpc";

/** Builds the overview for a backend without a summary. Its lists have neither events nor the reach of messages. */
export async function overviewOfLists({ groupId: requested }: GetOverview): Promise<FleetOverview> {
	const [devices, groups, alerts, reports, storage] = await Promise.all([
		trpcClient.device.getDevices.query(),
		trpcClient.group.getGroups.query(),
		trpcClient.alert.getAlerts.query(),
		trpcClient.report.getReports.query(),
		trpcClient.billing.getStorageDetails.query(),
	]);
	const groupId = groups.find(({ id }) => id === requested)?.id ?? null;
	const rows = groupId === null ? devices : devices.filter(({ groupIds }) => groupIds.includes(groupId));
	const { mutedDevices, ...counted } = countFleet(rows);
	const outside = rows.filter(({ status, latest }) => {
		return (status === "online" || status === "late") && latest.some(({ isOut }) => isOut);
	});
	const ids = new Set(rows.map(({ id }) => id));
	const timeOf = (at: Date | null) => at?.getTime() ?? 0;
	const next = reports.filter(({ isEnabled, nextRunAt }) => isEnabled && nextRunAt);
	const last = reports.filter(({ lastRunAt }) => lastRunAt);
	next.sort((one, other) => timeOf(one.nextRunAt) - timeOf(other.nextRunAt));
	last.sort((one, other) => timeOf(other.lastRunAt) - timeOf(one.lastRunAt));
	const { usedBytes, quotaBytes, readings, growthBytesPerDay, fullAt } = storage;
	return {
		groupId,
		...counted,
		beyond: { devices: outside.length, side: "both", since: null, alertAt: null },
		events: [],
		alerts: { open: alerts.reduce((sum, { openEvents }) => sum + openEvents, 0), acknowledged: 0, unreached: 0 },
		rules: alerts.length,
		muted: { devices: mutedDevices, rules: alerts.filter(({ mutedUntil }) => mutedUntil !== undefined).length },
		reports: {
			count: reports.length,
			next: next[0] ? { id: next[0].id, name: next[0].name, at: timeOf(next[0].nextRunAt) } : null,
			last: last[0] ? { id: last[0].id, name: last[0].name, at: timeOf(last[0].lastRunAt) } : null,
		},
		storage: {
			usedBytes,
			quotaBytes,
			readings,
			growthBytesPerDay,
			fullAt,
			ofGroupBytes:
				groupId === null
					? null
					: storage.devices.reduce((sum, device) => sum + (ids.has(device.deviceId) ? device.usedBytes : 0), 0),
		},
	};
}
