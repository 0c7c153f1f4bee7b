import { asciiDigits } from "../../../shared/base/ascii-digits";
import { dayMs } from "../../../shared/base/durations";
import type { Zone } from "../../../shared/time/time-zones";
import { pageLanguage } from "../../base/page-language";
import { t } from "../../words/made/common";
import { displayFormats } from "../display-formats";
import { instantParts, joined } from "./time-display";
import { instantOf, wallText } from "./wall-time";

const years = { first: 1970, last: 2099 };
const buddhistEra = 543;

const dayForms = [
	/^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/,
	/^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})/,
	/^(?<name>\p{L}{3,10})\.? +(?<day>\d{1,2})(?:,? +(?<year>\d{4})(?![\d:]))?/iu,
	/^(?<day>\d{1,2})\.? +(?:de +)?(?<name>\p{L}{3,10})\.?(?:,?(?: +de)? +(?<year>\d{4})(?![\d:]))?/iu,
	/^(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?<day>\d{1,2})日/,
];
const monthFirst = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})/;
const dayFirst = /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})/;
const hourForm = /^(?<hours>\d{1,2})(?::(?<minutes>\d{2}))?(?::(?<seconds>\d{2}))? *(?:(?<half>[ap])\.? ?m\.?)?$/i;
/** `午後0:04`, where the half of the day comes first and noon is 0. */
const halfFirst = /^午(前|後)(\d{1,2})(.*)$/;

/**
 * Returns `2026-11-20 13:00:00` from `2026-11-20 13:00`, `11/20/2026 1 pm` or `Nov 20, 1:00 PM` (`year` applies);
 * day-first users type `20/11/2026`. Without a time: midnight. Null for other text. Months have their names in English and
 * in the language.
 */
export function parseMoment(typed: string, year: number, language = pageLanguage): string | null {
	const { day, rest } = readDay(typed, year, language);
	const time = rest === "" ? "00:00:00" : timeOf(hourForm.exec(rest)?.groups ?? {});
	return day === null || time === null ? null : `${day} ${time}`;
}

/** Returns `2026-11-20` from a day without a time, else null. */
export function parseDay(typed: string, year: number): string | null {
	const { day, rest } = readDay(typed, year, pageLanguage);
	return rest === "" ? day : null;
}

/** The end of a span. A day without a time belongs to it, so its end is the next midnight. */
export function parseEnd(typed: string, year: number): string | null {
	const day = parseDay(typed, year);
	if (day === null) return parseMoment(typed, year);
	return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 19).replace("T", " ");
}

function readDay(typed: string, year: number, language: string): { day: string | null; rest: string } {
	const text = asciiDigits(typed).trim().replace(/\s+/g, " ");
	const bySlashes = displayFormats().dateOrder === "day" ? dayFirst : monthFirst;
	const found = [bySlashes, ...dayForms].map((form) => form.exec(text)).find((match) => match !== null);
	if (!found) return { day: null, rest: text };
	const { name, ...parts } = found.groups ?? {};
	const month = name === undefined ? Number(parts.month) : monthOf(name, language);
	const rest = text.slice(found[0].length).replace(/^(?:,? at |[T, ]+)/i, "");
	return { day: dayOf({ ...parts, month: String(month) }, year), rest: rest.replace(halfFirst, halfLast) };
}

function isYear(year: number): boolean {
	return year >= years.first && year <= years.last;
}

export function yearComplaint(typed: string): string | null {
	const year = Number(/(?<!\d)\d{4}(?!\d)/.exec(asciiDigits(typed))?.[0] ?? years.first);
	if (isYear(year)) return null;
	const own = year - buddhistEra;
	return isYear(own) ? t("moment.yearOfOwnEra", { ...years, own, year }) : t("moment.year", years);
}

type Parts = { [name: string]: string | undefined };

function dayOf(parts: Parts, year: number): string | null {
	const month = Number(parts.month);
	const date = new Date(Date.UTC(Number(parts.year ?? year), month - 1, Number(parts.day)));
	if (!isYear(date.getUTCFullYear())) return null;
	const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(parts.day);
	return isReal ? date.toISOString().slice(0, 10) : null;
}

/** 0 if no month or more than one begins so: `jui` in French. */
function monthOf(name: string, language: string): number {
	const begin = name.toLowerCase();
	const found = new Set<number>();
	for (const tag of ["en", language]) {
		for (const style of ["long", "short"] as const) {
			const names = new Intl.DateTimeFormat(tag, {
				month: style,
				day: "numeric",
				timeZone: "UTC",
				calendar: "gregory",
			});
			for (let month = 1; month <= 12; month++) {
				const parts = names.formatToParts(Date.UTC(2026, month - 1, 1));
				const known = parts.find(({ type }) => type === "month")?.value ?? "";
				if (known.toLowerCase().startsWith(begin)) found.add(month);
			}
		}
	}
	const [month = 0] = found;
	return found.size === 1 ? month : 0;
}

function halfLast(_: string, half: string, hour: string, rest: string): string {
	return `${Number(hour) === 0 ? 12 : hour}${rest} ${half === "前" ? "am" : "pm"}`;
}

function timeOf({ hours, minutes, seconds = "00", half }: Parts): string | null {
	// A number alone may be an hour or the beginning of anything.
	if (hours === undefined || (minutes === undefined && half === undefined)) return null;
	const hour = Number(hours);
	if (half !== undefined && (hour < 1 || hour > 12)) return null;
	const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
	if (ofDay > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return null;
	return [String(ofDay).padStart(2, "0"), minutes ?? "00", seconds].join(":");
}

/** UTC ms of a typed moment, in the present year by default; null for other text. */
export function typedInstant(zone: Zone, typed: string): number | null {
	const moment = parseMoment(typed, yearNow(zone));
	return moment === null ? null : instantOf(zone, moment);
}

export function typedEnd(zone: Zone, typed: string): number | null {
	const moment = parseEnd(typed, yearNow(zone));
	return moment === null ? null : instantOf(zone, moment, "last");
}

export function yearNow(zone: Zone): number {
	return Number(wallText(zone, Date.now()).slice(0, 4));
}

export function momentText(wall: string): string {
	const { dateWithYear, time, minutes } = instantParts(Date.parse(`${wall.replace(" ", "T")}Z`), 0);
	return joined(dateWithYear, wall.endsWith(":00") ? minutes : time);
}

export function dayText(day: string): string {
	return instantParts(Date.parse(day), 0).dateWithYear;
}
