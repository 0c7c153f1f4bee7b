import type { DeviceClock } from "../../shared/time-zones";
import type { ParsedFile } from "./parsed-file";

/**
 * Dates that could be read both ways are read as where the device stands writes them: a device that keeps US daylight
 * saving leads with the month. A person may still say otherwise.
 */
export function withUsualDateOrder(file: ParsedFile, { timeZoneRule }: DeviceClock): ParsedFile {
	if (file.isDateOrderSure || file.format.dateOrder !== "day-first" || timeZoneRule !== 1) return file;
	return {
		...file,
		format: { ...file.format, dateOrder: "month-first" },
		wallAt: file.wallAt.map((wall) => (typeof wall === "number" ? swapDayAndMonth(wall) : wall)),
	};
}

function swapDayAndMonth(wallMs: number): number {
	const date = new Date(wallMs);
	const [month, day] = [date.getUTCMonth(), date.getUTCDate()];
	const midnight = Date.UTC(date.getUTCFullYear(), month, day);
	// Days past the 12th have no other reading: such a file is sure of its order, or its row is none of a day.
	if (Number.isNaN(midnight) || day > 12) return wallMs;
	return Date.UTC(date.getUTCFullYear(), day - 1, month + 1) + (wallMs - midnight);
}
