import { asciiDigits } from "../../../shared/base/ascii-digits";
import { dayMs } from "../../../shared/base/durations";
import type { Zone } from "../../../shared/time/time-zones";
import { t } from "../../words/made/common";
import { displayFormats } from "../display-formats";
import { instantParts } from "./time-display";
import { instantOf, wallText } from "./wall-time";

const years = { first: 1970, last: 2099 };
const buddhistEra = 543;

const dayForms = [
	/^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/,
	/^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})/,
	/^(?<name>[a-z]{3,9})\.? +(?<day>\d{1,2})(?:,? +(?<year>\d{4})(?![\d:]))?/i,
	/^(?<day>\d{1,2})\.? +(?<name>[a-z]{3,9})\.?(?:,? +(?<year>\d{4})(?![\d:]))?/i,
];
const monthFirst = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})/;
const dayFirst = /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})/;
const hourForm = /^(?<hours>\d{1,2})(?::(?<minutes>\d{2}))?(?::(?<seconds>\d{2}))? *(?:(?<half>[ap])\.?m\.?)?$/i;
const months = ["january", "february", "march", "april", "may", "june", "july", "august"];
const monthNames = [...months, "september", "october", "november", "december"];

/**
 * Returns `2026-11-20 13:00:00` from `2026-11-20 13:00`, `11/20/2026 1 pm` or `Nov 20, 1:00 PM` (`year` applies);
 * day-first users type `20/11/2026`. Without a time: midnight. Null for other text.
 */
export function parseMoment(typed: string, year: number): string | null {
	const { day, rest } = readDay(typed, year);
	const time = rest === "" ? "00:00:00" : timeOf(hourForm.exec(rest)?.groups ?? {});
	return day === null || time === null ? null : `${day} ${time}`;
}

/** Returns `2026-11-20` from a day without a time, else null. */
export function parseDay(typed: string, year: number): string | null {
	const { day, rest } = readDay(typed, year);
	return rest === "" ? day : null;
}

/** The end of a span. A day without a time belongs to it, so its end is the next midnight. */
export function parseEnd(typed: string, year: number): string | null {
	const day = parseDay(typed, year);
	if (day === null) return parseMoment(typed, year);
	return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 19).replace("T", " ");
}

function readDay(typed: string, year: number): { day: string | null; rest: string } {
	const text = asciiDigits(typed).trim().replace(/\s+/g, " ");
	const bySlashes = displayFormats().dateOrder === "day" ? dayFirst : monthFirst;
	const found = [bySlashes, ...dayForms].map((form) => form.exec(text)).find((match) => match !== null);
	if (!found) return { day: null, rest: text };
	return { day: dayOf(found.groups ?? {}, year), rest: text.slice(found[0].length).replace(/^(?:,? at |[T, ]+)/i, "") };
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

function dayOf({ name, ...parts }: Parts, year: number): string | null {
	const month = name === undefined ? Number(parts.month) : monthOf(name.toLowerCase());
	const date = new Date(Date.UTC(Number(parts.year ?? year), month - 1, Number(parts.day)));
	if (!isYear(date.getUTCFullYear())) return null;
	const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(parts.day);
	return isReal ? date.toISOString().slice(0, 10) : null;
}

function monthOf(name: string): number {
	return monthNames.findIndex((month) => month.startsWith(name)) + 1;
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
	return `${dateWithYear}, ${wall.endsWith(":00") ? minutes : time}`;
}

export function dayText(day: string): string {
	return instantParts(Date.parse(day), 0).dateWithYear;
}
