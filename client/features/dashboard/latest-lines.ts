import type { DeviceListRow } from "../../../shared/device";
import type { LogEvent } from "../../../shared/log";
import { latestUploads } from "./fleet-summary";

export type LatestLine = {
	key: string;
	/** Null for what concerns the whole account. */
	device: DeviceListRow | null;
	at: number;
	/** Null for an upload, whose values are the device's newest. */
	text: string | null;
	level: LogEvent["level"];
};

const shownCount = 6;
/** A busy fleet uploads all the time; what happened has its place all the same. */
const eventCount = 3;

/** The newest uploads and events together, newest first. Events of devices that are not among the rows are left out. */
export function latestLines(rows: DeviceListRow[], events: LogEvent[]): LatestLine[] {
	const byId = new Map(rows.map((row) => [row.id, row]));
	const happened = events
		.filter(({ deviceId }) => deviceId === null || byId.has(deviceId))
		.sort((a, b) => b.at - a.at)
		.slice(0, eventCount)
		.map(({ id, deviceId, at, text, level }): LatestLine => {
			return { key: id, device: (deviceId && byId.get(deviceId)) || null, at, text, level };
		});
	const uploads = latestUploads(rows, shownCount - happened.length).map((row): LatestLine => {
		return { key: row.id, device: row, at: row.lastReceivedAt ?? 0, text: null, level: "info" };
	});
	return [...happened, ...uploads].sort((a, b) => b.at - a.at);
}
