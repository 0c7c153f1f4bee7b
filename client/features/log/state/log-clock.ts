import { minuteMs } from "../../../../shared/base/durations";
import type { LogDevice, LogPage } from "../../../../shared/log/log";
import {
	deviceZone,
	formatOffset,
	type TimeDisplayMode,
	type TimeRange,
	type Zone,
	zoneOffsetMinutes,
} from "../../../../shared/time/time-zones";
import { axisZone } from "../../../chart/chart-clock";
import { instantParts } from "../../../ui/time/time-display";

const shortSpanMs = 24 * 3_600_000;

/** `zone` is for axis and heading; rows may show other clocks. */
export type LogClock = {
	zone: Zone;
	isMixed: boolean;
	mode: TimeDisplayMode;
	label: string;
	columnTitle: string;
};

type ClockRequest = {
	page: Pick<LogPage, "zone" | "from" | "to">;
	devices: LogDevice[];
	mode: TimeDisplayMode;
	viewerZone: Zone;
};

export function logClock(request: ClockRequest): LogClock {
	const { page, devices, mode } = request;
	const zone = axisZone(request);
	const [first, last] = [page.from, page.to].map((at) => formatOffset(zoneOffsetMinutes(zone, at)));
	const offset = first === last ? last : `${first}, then ${last}`;
	if (mode === "current") {
		return { zone, isMixed: false, mode, label: `my time, ${offset}`, columnTitle: "Time (mine)" };
	}
	const zoneCount = new Set(devices.map(deviceZone)).size;
	const name = devices.length === 1 && devices[0] ? ` (${devices[0].name})` : "";
	const rows = zoneCount > 1 ? "; each row uses its device's clock" : "";
	const label = zoneCount === 1 ? `device time, ${offset}${name}` : `${offset}${rows}`;
	return { zone, isMixed: zoneCount > 1, mode, label, columnTitle: "Time (device)" };
}

/** `Nov 21, 02:05 PM to 03:05 PM`. Omits an equal second date, and seconds unless the minutes are equal. */
export function formatSpanIn(zone: Zone, { from, to }: TimeRange, now: number): string {
	const textsAt = (at: number) => {
		const { date, dateWithYear, time, minutes } = instantParts(at, zoneOffsetMinutes(zone, at));
		return { date, dateWithYear, clock: to - from < 2 * minuteMs ? time : minutes };
	};
	const [start, end] = [textsAt(from), textsAt(to)];
	const year = yearIn(zone, from);
	if (year !== yearIn(zone, to - 1)) {
		return `${start.dateWithYear}, ${start.clock} to ${end.dateWithYear}, ${end.clock}`;
	}
	const isSameDay = to - from < shortSpanMs && start.date === end.date;
	const isYearSaid = year === yearIn(zone, now) || start.date === start.dateWithYear;
	const shownEnd = isSameDay ? end.clock : `${end.date}, ${end.clock}`;
	return `${start.date}, ${start.clock} to ${shownEnd}${isYearSaid ? "" : `, ${year}`}`;
}

function yearIn(zone: Zone, at: number): number {
	return new Date(at + zoneOffsetMinutes(zone, at) * minuteMs).getUTCFullYear();
}
