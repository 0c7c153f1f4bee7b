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
import { instantParts, joined } from "../../../ui/time/time-display";
import { t } from "../../../words/made/log";

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
	const offsetAt = (at: number) => formatOffset(zoneOffsetMinutes(zone, at));
	const [first, last] = [offsetAt(page.from), offsetAt(page.to)];
	const offset = first === last ? last : t("clock.offsets", { first, last });
	if (mode === "current") {
		return { zone, isMixed: false, mode, label: t("clock.mine", { offset }), columnTitle: t("clock.mine.column") };
	}
	const zoneCount = new Set(devices.map(deviceZone)).size;
	const [device] = devices.length === 1 ? devices : [];
	const own = device ? t("clock.deviceNamed", { offset, name: device.name }) : t("clock.device", { offset });
	const label = zoneCount === 1 ? own : zoneCount > 1 ? t("clock.rowsDiffer", { offset }) : offset;
	return { zone, isMixed: zoneCount > 1, mode, label, columnTitle: t("clock.device.column") };
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
		const [begin, until] = [start.dateWithYear, end.dateWithYear];
		return t("span.years", { begin, beginClock: start.clock, end: until, endClock: end.clock });
	}
	const isSameDay = to - from < shortSpanMs && start.date === end.date;
	const isYearSaid = year === yearIn(zone, now) || start.date === start.dateWithYear;
	const shownEnd = isSameDay ? end.clock : joined(end.date, end.clock);
	const span = { begin: start.date, beginClock: start.clock, end: shownEnd };
	return isYearSaid ? t("span.oneYear", span) : t("span.oneYearSaid", { ...span, year: String(year) });
}

function yearIn(zone: Zone, at: number): number {
	return new Date(at + zoneOffsetMinutes(zone, at) * minuteMs).getUTCFullYear();
}
