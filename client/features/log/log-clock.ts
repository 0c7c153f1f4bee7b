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
export type LogClock = {
	zone: Zone;
	isMixed: boolean;
	/** Of the switch: whose clock rows keep. */
	mode: TimeDisplayMode;
	words: string;
	columnTitle: string;
};

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
			mode,
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
			mode,
			words: `device time, ${offsetAt(only, page.to)}${place}`,
			columnTitle: "Time (device)",
		};
	}
	const isMixed = zones.size > 1;
	const rows = isMixed ? "; rows keep each device's own clock" : "";
	const words = `${offsetAt(page.zone, page.to)}${rows}`;
	return { zone: page.zone, isMixed, mode, words, columnTitle: "Time (device)" };
}

function offsetAt(zone: Zone, at: number): string {
	return formatOffset(zoneOffsetMinutes(zone, at));
}

const shortSpanMs = 24 * 3_600_000;

/**
 * `Nov 21, 02:05:12 PM to 03:05:12 PM`; the second date only where it differs, the year only where it is another
 * than now's, and both where a year ends between.
 */
export function formatSpanIn(zone: Zone, { from, to }: { from: number; to: number }, now: number): string {
	const start = formatTimestamp(from, zoneOffsetMinutes(zone, from));
	const end = formatTimestamp(to, zoneOffsetMinutes(zone, to));
	const isSameDay = to - from < shortSpanMs && start.split(",")[0] === end.split(",")[0];
	const year = yearIn(zone, from);
	const lastYear = yearIn(zone, to - 1);
	if (year !== lastYear) return `${withYear(start, year)} to ${withYear(end, lastYear)}`;
	const suffix = year === yearIn(zone, now) ? "" : `, ${year}`;
	return `${start} to ${isSameDay ? end.slice(end.indexOf(",") + 2) : end}${suffix}`;
}

/** `Nov 21, 2026, 02:05:12 PM`. */
function withYear(timestamp: string, year: number): string {
	return timestamp.replace(",", `, ${year},`);
}

function yearIn(zone: Zone, at: number): number {
	return new Date(at + zoneOffsetMinutes(zone, at) * 60_000).getUTCFullYear();
}
