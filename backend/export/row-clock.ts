import type { LogExport, LogExportHead } from "../../shared/log-export";
import {
	deviceZone,
	formatOffset,
	formatTimestamp,
	parseDeviceZone,
	type Zone,
	zoneOffsetMinutes,
} from "../../shared/time-zones";
import type { ExportRow } from "./export-rows";

const minuteMs = 60_000;
/** No clock changes but at a quarter of an hour of UTC. */
const quarterMs = 15 * minuteMs;

/** Minutes ahead of UTC that a row's time is shown at. */
export type RowClock = (row: Pick<ExportRow, "at" | "device">) => number;

/** In the mode `device` what concerns no device keeps the clock of the view. */
export function createRowClock({ zone }: LogExportHead, clock: LogExport["clock"]): RowClock {
	const known = new Map<Zone, { quarter: number; offsetMinutes: number }>();
	return ({ at, device }) => {
		const shown = clock === "device" && device ? deviceZone(device) : zone;
		const quarter = Math.floor(at / quarterMs);
		const last = known.get(shown);
		if (last?.quarter === quarter) return last.offsetMinutes;
		const offsetMinutes = zoneOffsetMinutes(shown, at);
		known.set(shown, { quarter, offsetMinutes });
		return offsetMinutes;
	};
}

/** The product's timestamp with its year: `Nov 07, 2026, 05:04:03 PM`. */
export function formatShownTime(at: number, offsetMinutes: number): string {
	const [date, time] = formatTimestamp(at, offsetMinutes).split(", ");
	return `${date}, ${new Date(at + offsetMinutes * minuteMs).getUTCFullYear()}, ${time}`;
}

/** A zone in words: `America/Denver`, or `device clock UTC−07:00 with US daylight saving`. */
export function zoneInWords(zone: Zone): string {
	const clock = parseDeviceZone(zone);
	if (!clock) return zone;
	const standard = formatOffset(clock.timeZoneRule === 0 ? 0 : clock.timezoneOffset);
	return `device clock ${standard}${clock.timeZoneRule === 1 ? " with US daylight saving" : ""}`;
}
