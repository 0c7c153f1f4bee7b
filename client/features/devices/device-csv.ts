import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { csvText } from "../../ui/csv";

/** The list exactly as filtered and sorted, times in UTC; one column for every channel name that occurs. */
export function devicesCsv(rows: DeviceListRow[], groups: GroupListRow[]): string {
	const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
	const channels = [...new Set(rows.flatMap((row) => row.latest.map(({ name, unit }) => channelTitle(name, unit))))];
	const head = ["Device", "Serial number", "Groups", "Status", ...channels, "Last received (UTC)", "Id"];
	const body = rows.map((row) => {
		const values = new Map(row.latest.map(({ name, unit, value }) => [channelTitle(name, unit), value]));
		return [
			row.name,
			row.serialNumber,
			row.groupIds.map((id) => groupNames.get(id) ?? id).join("; "),
			row.status,
			...channels.map((channel) => values.get(channel) ?? null),
			row.lastReceivedAt === null ? null : new Date(row.lastReceivedAt).toISOString(),
			row.id,
		];
	});
	return csvText([head, ...body]);
}

function channelTitle(name: string, unit: string): string {
	return unit === "" ? name : `${name} (${unit})`;
}
