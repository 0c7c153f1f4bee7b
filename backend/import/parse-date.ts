import type { FileFormat } from "../../shared/reading-import";

export type DateOrder = FileFormat["dateOrder"];
export type CalendarDay = { year: number; month: number; day: number };

const yearFirstForm = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/;
const compactForm = /^(20\d\d)(\d\d)(\d\d)$/;
const numberForm = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})\.?$/;
const dayNameForm = /^(\d{1,2})[-\s.]*([a-z]{3,9})\.?[-\s,]*(\d{4}|\d{2})$/i;
const nameDayForm = /^([a-z]{3,9})\.?[-\s]+(\d{1,2}),?[-\s]+(\d{4}|\d{2})$/i;
const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The numbers of a date that leaves its order open, such as 03/04/2026; null for every other text. */
export function openDateNumbers(text: string): [first: number, second: number, third: number] | null {
	const match = numberForm.exec(text);
	return match ? [Number(match[1]), Number(match[3]), Number(match[4])] : null;
}

/** A date as written, or null for a text that is none or a day no calendar has. Years of two digits are of this century. */
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
		// A year of four digits at the end leaves no other reading than one of the two above.
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
