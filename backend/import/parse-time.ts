import { dayMs } from "../../shared/base/durations";
import { type Clock, parseClock, timeLength } from "./parse-clock";
import { type DateOrder, dayInOrder, readDate, type WrittenDate } from "./parse-date";

/** `wallMs`: wall-clock fields as if UTC. `offsetMinutes`: null if the text has none. */
type FileTime = { wallMs: number; offsetMinutes: number | null };

export type WrittenTime = { dateText: string; date: WrittenDate; clock: Clock | null };

const dateAndClock = /^(.+?)(?:T|,?\s+)(\d{1,2}:\d\d.*)$/i;
const clockWithin = /(?<!\d)\d{1,2}:\d\d(?::\d\d(?:[.,:]\d{1,9})?)?(?!\d)/;
const pointClock = /^(.*\d{4})[,\s]+(?:kl\.?\s*)?(\d{1,2})(?:[.h]|\s?h\s?)(\d\d)(?:(?:\.|m|\s?min\s?)(\d\d)s?)?$/i;
const bareClock = /^(.+\d)\s+(\d{1,2})(\d\d)$/;
const compactTime = /^(20\d\d[01]\d[0-3]\d)[T_\s-]?([0-2]\d)([0-5]\d)([0-5]\d)?(Z|[+-]\d\d:?\d\d)?$/;

/** Days from a spreadsheet's day 0 to 1970. */
const serialEpochDays = 25_569;
const serialRange = { from: 29_221, to: 73_050 }; // 1980 to 2099
const epochRange = { from: 946_684_800, to: 4_102_444_800 }; // 2000 to 2099, seconds

/** Reads a date text, a spreadsheet's serial number, or Unix time in s, ms, µs or ns. Null for other texts. */
export function parseTime(text: string, order: DateOrder): FileTime | null {
	const written = readWritten(text);
	if (!written?.clock) return parseNumberedTime(text);
	const day = dayInOrder(written.date, order);
	if (day === null) return null;
	return { wallMs: day + written.clock.sinceMidnightMs, offsetMinutes: written.clock.offsetMinutes };
}

export type DateReader = (text: string) => WrittenDate | null;

export function readWritten(text: string, dateOf: DateReader = readDate): WrittenTime | null {
	if (text.length > timeLength || text.length < 6) return null;
	const parts = dateAndClock.exec(text);
	const usual = parts && timeOf(parts[1] ?? "", parts[2] ?? "", dateOf);
	if (usual) return usual;
	const compact = compactTime.exec(text);
	if (compact) {
		const [, date = "", hour, minute, second = "00", zone = ""] = compact;
		return timeOf(date, `${hour}:${minute}:${second}${zone}`, dateOf);
	}
	const within = clockWithin.exec(text);
	if (within) return readAround(text, within, dateOf);
	const pointed = pointClock.exec(text);
	if (pointed) return timeOf(pointed[1] ?? "", `${pointed[2]}:${pointed[3]}:${pointed[4] ?? "00"}`, dateOf);
	const date = dateOf(text);
	if (date) return { dateText: text, date, clock: null };
	const bare = bareClock.exec(text);
	return bare && timeOf(bare[1] ?? "", `${bare[2]}:${bare[3]}`, dateOf);
}

function timeOf(dateText: string, clockText: string, dateOf: DateReader): WrittenTime | null {
	const clock = parseClock(clockText);
	const date = clock && dateOf(dateText);
	return date && { dateText, date, clock };
}

function readAround(text: string, within: RegExpExecArray, dateOf: DateReader): WrittenTime | null {
	const before = trimmed(text.slice(0, within.index));
	const behind = trimmed(text.slice(within.index + within[0].length));
	const clock = parseClock(within[0] + (behind === "" ? "" : ` ${behind}`));
	const date = clock && dateOf(before);
	if (date) return { dateText: before, date, clock };
	const lastSpace = before.search(/\S+$/);
	const [dateText, half] = [trimmed(before.slice(0, lastSpace)), before.slice(lastSpace)];
	const halved = lastSpace > 0 ? timeOf(dateText, `${half} ${within[0]} ${behind}`.trim(), dateOf) : null;
	return halved ?? clockFirst(before, `${within[0]} ${behind}`, dateOf);
}

/** Reads `10:00 PM 07.11.2026` and `Mar 5 10:00:00 2024`. */
function clockFirst(before: string, text: string, dateOf: DateReader): WrittenTime | null {
	const words = text.split(/\s+/).filter((word) => word !== "");
	for (let count = 1; count <= Math.min(4, words.length - 1); count += 1) {
		const dateText = trimmed(`${before} ${words.slice(count).join(" ")}`);
		const written = timeOf(dateText, words.slice(0, count).join(" "), dateOf);
		if (written) return written;
		const half =
			before === ""
				? null
				: timeOf(words.slice(count).join(" "), `${before} ${words.slice(0, count).join(" ")}`, dateOf);
		if (half) return half;
	}
	return null;
}

function trimmed(text: string): string {
	return text.replace(/^[\s,;_T-]+|[\s,;_T:-]+$/g, "");
}

/** Rejects numbers outside this century, which may be counters. */
export function parseNumberedTime(text: string): FileTime | null {
	const [, whole, fraction = ""] = /^(\d{5,19})(?:[.,](\d+))?$/.exec(text) ?? [];
	if (whole === undefined) return null;
	const number = Number(`${whole}.${fraction}`);
	if (number >= serialRange.from && number < serialRange.to) {
		const wallMs = (number - serialEpochDays) * dayMs;
		const seconds = Math.round(wallMs / 1000) * 1000;
		// A day fraction is inexact: by its digits 17:04:03 becomes 17:04:02.999, and 00:10:00 becomes 00:09:59.6.
		const inexactMs = 10 + dayMs / (2 * 10 ** fraction.length);
		return { wallMs: Math.abs(wallMs - seconds) < inexactMs ? seconds : Math.round(wallMs), offsetMinutes: null };
	}
	// Seconds, milli-, micro- and nanoseconds have ranges that do not overlap.
	for (const unit of [1000, 1, 1e-3, 1e-6]) {
		const epochMs = number * unit;
		if (epochMs >= epochRange.from * 1000 && epochMs < epochRange.to * 1000)
			return { wallMs: Math.floor(epochMs), offsetMinutes: 0 };
	}
	return null;
}
