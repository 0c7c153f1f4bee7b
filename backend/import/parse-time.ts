import type { FileFormat } from "../../shared/reading-import";

const yearFirstForm = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/;
const compactForm = /^(20\d\d)(\d\d)(\d\d)$/;
const numberForm = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})\.?$/;
const dayNameForm = /^(\d{1,2})[-\s.]*([a-z]{3,9})\.?[-\s,]*(\d{4}|\d{2})$/i;
const nameDayForm = /^([a-z]{3,9})\.?[-\s]+(\d{1,2}),?[-\s]+(\d{4}|\d{2})$/i;

/** `wallMs`: wall-clock fields as if UTC; `offsetMinutes`: if the text has one. */
type FileTime = { wallMs: number; offsetMinutes: number | null };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** No time is longer; the patterns below take quadratic time on a long cell. */
const timeLength = 60;

const dateAndClock = /^(.+?)(?:T|,?\s+)(\d{1,2}:\d\d.*)$/i;
const clockForm =
	/^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,:](\d{1,9}))?)?\s*(?:([ap])\.?\s?m\.?)?\s*(Z|(?:UTC|GMT)?\s?[+-]\d\d(?::?\d\d)?|UTC|GMT)?$/i;

/** Days from day 0 of a spreadsheet's calendar to 1970. */
const serialEpochDays = 25_569;
const serialRange = { from: 29_221, to: 73_050 }; // 1980 to 2099
const epochRange = { from: 946_684_800, to: 4_102_444_800 }; // 2000 to 2099, seconds

/** Date text, a spreadsheet's serial number, or Unix seconds or milliseconds; null: none of these. */
export function parseTime(text: string, order: DateOrder): FileTime | null {
	return parseWrittenTime(text, order) ?? parseNumberedTime(text);
}

export function parseWrittenTime(text: string, order: DateOrder): FileTime | null {
	const parts = text.length > timeLength ? null : dateAndClock.exec(text);
	if (!parts) return null;
	const day = parseDate(parts[1] ?? "", order);
	const clock = parseClock(parts[2] ?? "");
	if (!day || !clock) return null;
	return {
		wallMs: Date.UTC(day.year, day.month - 1, day.day) + clock.sinceMidnightMs,
		offsetMinutes: clock.offsetMinutes,
	};
}

/** Numbers outside this century are no times, so that counters are not taken for times. */
export function parseNumberedTime(text: string): FileTime | null {
	if (!/^\d{5,14}(?:[.,]\d+)?$/.test(text)) return null;
	const number = Number(text.replace(",", "."));
	if (number >= serialRange.from && number < serialRange.to) {
		const wallMs = (number - serialEpochDays) * dayMs;
		const seconds = Math.round(wallMs / 1000) * 1000;
		// A day fraction of ten digits is inexact: 17:04:03 becomes 17:04:02.999.
		return { wallMs: Math.abs(wallMs - seconds) < 10 ? seconds : Math.round(wallMs), offsetMinutes: null };
	}
	for (const unit of [1000, 1]) {
		const epochMs = number * unit;
		if (epochMs >= epochRange.from * 1000 && epochMs < epochRange.to * 1000)
			return { wallMs: Math.floor(epochMs), offsetMinutes: 0 };
	}
	return null;
}

export function parseClock(text: string): { sinceMidnightMs: number; offsetMinutes: number | null } | null {
	const match = text.length > timeLength ? null : clockForm.exec(text);
	if (!match) return null;
	const [, hour = "", minute, second = "0", fraction = "", half, zone] = match;
	const hours = hoursOf(Number(hour), half);
	if (hours === null || Number(minute) > 59 || Number(second) > 59) return null;
	const seconds = (hours * 60 + Number(minute)) * 60 + Number(second);
	const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
	const offsetMinutes = zone === undefined ? null : offsetOf(zone);
	return { sinceMidnightMs: seconds * 1000 + milliseconds, offsetMinutes };
}

function hoursOf(hour: number, half: string | undefined): number | null {
	if (half === undefined) return hour > 23 ? null : hour;
	if (hour < 1 || hour > 12) return null;
	return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

function offsetOf(zone: string): number {
	const match = /([+-])(\d\d):?(\d\d)?$/.exec(zone);
	if (!match) return 0;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? "0");
	return match[1] === "-" ? -minutes : minutes;
}

export type DateOrder = FileFormat["dateOrder"];
type CalendarDay = { year: number; month: number; day: number };

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

export function openDateNumbers(text: string): [first: number, second: number, third: number] | null {
	const match = numberForm.exec(text);
	return match ? [Number(match[1]), Number(match[3]), Number(match[4])] : null;
}

/** Null: no date, or a day that does not exist. Two-digit years are of this century. */
export function parseDate(text: string, order: DateOrder): CalendarDay | null {
	const written = fieldsOf(text, order);
	if (written === null) return null;
	const year = written.year < 100 ? written.year + 2000 : written.year;
	const date = new Date(Date.UTC(year, written.month - 1, written.day));
	const isReal = date.getUTCMonth() === written.month - 1 && date.getUTCDate() === written.day;
	return isReal ? { ...written, year } : null;
}

function fieldsOf(text: string, order: DateOrder): CalendarDay | null {
	const leading = yearFirstForm.exec(text);
	if (leading) return { year: Number(leading[1]), month: Number(leading[3]), day: Number(leading[4]) };
	const open = openDateNumbers(text);
	if (open) {
		const [first, second, third] = open;
		if (order === "day-first") return { year: third, month: second, day: first };
		if (order === "month-first") return { year: third, month: first, day: second };
		// A four-digit year at the end allows only the two orders above.
		return third > 99 ? null : { year: first, month: second, day: third };
	}
	const compact = compactForm.exec(text);
	if (compact) return { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]) };
	const dayName = dayNameForm.exec(text);
	if (dayName) return namedFields(dayName[3], dayName[2], dayName[1]);
	const nameDay = nameDayForm.exec(text);
	return nameDay ? namedFields(nameDay[3], nameDay[1], nameDay[2]) : null;
}

function namedFields(year = "", name = "", day = ""): CalendarDay | null {
	const month = monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;
	return month === 0 ? null : { year: Number(year), month, day: Number(day) };
}
