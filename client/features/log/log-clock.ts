import type { LogDevice, LogPage } from "../../../shared/log";
import {
	deviceZone,
	formatOffset,
	formatTimestamp,
	type TimeDisplayMode,
	type Zone,
	zoneOffsetMinutes,
} from "../../../shared/time-zones";

/** How the times of a page are shown: the zone of its axis and heading, and whether rows keep clocks of their own. */
export type LogClock = { zone: Zone; isMixed: boolean; words: string; columnTitle: string };

type ClockRequest = {
	page: Pick<LogPage, "zone" | "to">;
	devices: LogDevice[];
	mode: TimeDisplayMode;
	viewerZone: Zone;
};

export function logClock({ page, devices, mode, viewerZone }: ClockRequest): LogClock {
	if (mode === "current") {
		return {
			zone: viewerZone,
			isMixed: false,
			words: `my time, ${offsetAt(viewerZone, page.to)}`,
			columnTitle: "Time (mine)",
		};
	}
	const zones = new Set(devices.map(deviceZone));
	const [only] = zones;
	if (only !== undefined && zones.size === 1) {
		const place = devices.length === 1 && devices[0] ? ` (${devices[0].name})` : "";
		return {
			zone: only,
			isMixed: false,
			words: `device time, ${offsetAt(only, page.to)}${place}`,
			columnTitle: "Time (device)",
		};
	}
	const isMixed = zones.size > 1;
	const rows = isMixed ? "; rows keep each device's own clock" : "";
	return { zone: page.zone, isMixed, words: `${offsetAt(page.zone, page.to)}${rows}`, columnTitle: "Time (device)" };
}

function offsetAt(zone: Zone, at: number): string {
	return formatOffset(zoneOffsetMinutes(zone, at));
}

const shortSpanMs = 24 * 3_600_000;

/** `Nov 21, 02:05:12 PM to 03:05:12 PM`; the second date only where it differs, the year only where it is another. */
export function formatSpanIn(zone: Zone, { from, to }: { from: number; to: number }, now: number): string {
	const start = formatTimestamp(from, zoneOffsetMinutes(zone, from));
	const end = formatTimestamp(to, zoneOffsetMinutes(zone, to));
	const isSameDay = to - from < shortSpanMs && start.split(",")[0] === end.split(",")[0];
	const year = yearIn(zone, from);
	const suffix = year === yearIn(zone, now) ? "" : `, ${year}`;
	return `${start} to ${isSameDay ? end.slice(end.indexOf(",") + 2) : end}${suffix}`;
}

function yearIn(zone: Zone, at: number): number {
	return new Date(at + zoneOffsetMinutes(zone, at) * 60_000).getUTCFullYear();
}
