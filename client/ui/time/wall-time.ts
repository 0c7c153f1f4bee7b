import { dayMs, minuteMs } from "../../../shared/base/durations";
import { type TimeRange, type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { displayFormats } from "../display-formats";
import { instantParts } from "./time-display";

const wallForm = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

export function wallText(zone: Zone, at: number): string {
	return new Date(at + zoneOffsetMinutes(zone, at) * minuteMs).toISOString().slice(0, 19).replace("T", " ");
}

/** UTC ms; null if invalid. `pass` chooses within a repeated hour; a skipped time counts on from before it. */
export function instantOf(zone: Zone, text: string, pass: "first" | "last" = "first"): number | null {
	const match = wallForm.exec(text);
	if (!match) return null;
	const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
		.slice(1)
		.map((part) => Number(part ?? 0));
	const wall = Date.UTC(year, month - 1, day, hours, minutes, seconds);
	const offsets = [wall - dayMs, wall + dayMs].map((at) => zoneOffsetMinutes(zone, at));
	const instants = offsets.map((offset) => wall - offset * minuteMs).sort((a, b) => a - b);
	const exact = instants.filter((at) => at + zoneOffsetMinutes(zone, at) * minuteMs === wall);
	return (pass === "first" ? exact[0] : exact.at(-1)) ?? instants.at(-1) ?? null;
}

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
	const text = typed.trim().replace(/\s+/g, " ");
	const bySlashes = displayFormats().dateOrder === "day" ? dayFirst : monthFirst;
	const found = [bySlashes, ...dayForms].map((form) => form.exec(text)).find((match) => match !== null);
	if (!found) return { day: null, rest: text };
	return { day: dayOf(found.groups ?? {}, year), rest: text.slice(found[0].length).replace(/^(?:,? at |[T, ]+)/i, "") };
}

type Parts = { [name: string]: string | undefined };

function dayOf({ name, ...parts }: Parts, year: number): string | null {
	const month = name === undefined ? Number(parts.month) : monthOf(name.toLowerCase());
	const date = new Date(Date.UTC(Number(parts.year ?? year), month - 1, Number(parts.day)));
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

const quarterMs = 15 * minuteMs;

/** Ends at the next quarter of an hour, so that a preload and the screen share a query. */
export function lastDay(now: number): TimeRange {
	const to = (Math.floor(now / quarterMs) + 1) * quarterMs;
	return { from: to - dayMs, to };
}
