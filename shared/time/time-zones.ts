import * as z from "zod/mini";
import { createBoundedCache } from "../base/bounded-cache";
import { hourMs, minuteMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ownValue } from "../base/own-value";
import { specifiedFormats, type TimeStyle, type WeekStart } from "../formats/display-formats";

/** Instants are UTC epoch ms. A "wall" time is an instant shifted so that its UTC fields read as local time. */

/** Minutes east of UTC in standard time. Quarter hours exist (Nepal +345, Chatham +765). */
export const TimezoneOffset = z.int().check(z.minimum(-720), z.maximum(840));

/** 0 UTC · 1 standard time with the product's US daylight saving rule · 2 standard time all year. */
export const TimeZoneRule = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export type TimeZoneRule = z.infer<typeof TimeZoneRule>;

export const DeviceClock = z.object({ timezoneOffset: TimezoneOffset, timeZoneRule: TimeZoneRule });
export type DeviceClock = z.infer<typeof DeviceClock>;

/** `local`: the device's clock. `current`: the viewer's zone. */
export type TimeDisplayMode = "local" | "current";

export function parseTimeDisplayMode(stored: string | null): TimeDisplayMode {
	return stored === "current" ? "current" : "local";
}

/** The product's daylight saving, by the standard-time calendar: from 8 March to the end of 6 November. */
function isDaylightSaving(standardWallMs: number): boolean {
	const wall = new Date(standardWallMs);
	const month = wall.getUTCMonth();
	const day = wall.getUTCDate();
	if (month === 2) return day >= 8;
	if (month === 10) return day < 7;
	return month > 2 && month < 10;
}

/** Minutes ahead of UTC at an instant. */
export function deviceOffsetMinutes({ timezoneOffset, timeZoneRule }: DeviceClock, utcMs: number): number {
	if (timeZoneRule === 0) return 0;
	if (timeZoneRule === 2) return timezoneOffset;
	return timezoneOffset + (isDaylightSaving(utcMs + timezoneOffset * minuteMs) ? 60 : 0);
}

const deviceZonePattern = /^device:(-?\d{1,3}):([012])$/;
const zoneFormatters = createBoundedCache<string, Intl.DateTimeFormat>(100);

/** Older names of zones for browsers that do not know the new one. */
const knownLonger: Record<string, string> = {
	"America/Ciudad_Juarez": "America/Denver",
	"America/Coyhaique": "America/Punta_Arenas",
	"America/Nuuk": "America/Godthab",
	"Asia/Qostanay": "Asia/Almaty",
	"Europe/Kyiv": "Europe/Kiev",
	"Pacific/Kanton": "Pacific/Enderbury",
};

/** Throws RangeError for an unknown zone and caches nothing then. */
function zoneFormatter(zone: string): Intl.DateTimeFormat {
	// Intl ignores case, so spellings share an entry.
	const key = zone.toLowerCase();
	const known = zoneFormatters.get(key);
	if (known) return known;
	const formatter = newFormatter(zone, ownValue(knownLonger, zone));
	zoneFormatters.set(key, formatter);
	return formatter;
}

function newFormatter(zone: string, otherwise?: string): Intl.DateTimeFormat {
	const options = {
		timeZone: zone,
		hourCycle: "h23",
		era: "short",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		second: "numeric",
	} as const;
	try {
		return new Intl.DateTimeFormat("en-US", options);
	} catch (error) {
		if (otherwise === undefined) throw error;
		return newFormatter(otherwise);
	}
}

function isIanaZone(zone: string): boolean {
	// Intl would accept offsets such as "+01:00", which are not names.
	if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(zone)) return false;
	try {
		zoneFormatter(zone);
		return true;
	} catch {
		return false;
	}
}

export const ZoneName = z.string().check(z.maxLength(64), z.refine(isIanaZone, { error: errorKey("zone.unknown") }));

/** `device:<timezoneOffset>:<timeZoneRule>` or an IANA name. */
export const Zone = z.string().check(
	z.maxLength(64),
	z.refine((zone) => parseDeviceZone(zone) !== null || isIanaZone(zone), { error: errorKey("zone.unknown") }),
);
export type Zone = z.infer<typeof Zone>;

export function deviceZone({ timezoneOffset, timeZoneRule }: DeviceClock): Zone {
	return `device:${timezoneOffset}:${timeZoneRule}`;
}

/** Rule 0 means UTC, whatever the offset. */
export function clockZone({ timezoneOffset, timeZoneRule }: DeviceClock): Zone {
	return deviceZone({ timezoneOffset: timeZoneRule === 0 ? 0 : timezoneOffset, timeZoneRule });
}

/** The clock of a `device:…` zone. Null for any other text. */
export function parseDeviceZone(zone: string): DeviceClock | null {
	const match = deviceZonePattern.exec(zone);
	if (!match) return null;
	const clock = { timezoneOffset: Number(match[1]), timeZoneRule: Number(match[2]) };
	const isValid = TimezoneOffset.safeParse(clock.timezoneOffset).success;
	const rule = TimeZoneRule.safeParse(clock.timeZoneRule);
	return isValid && rule.success ? { timezoneOffset: clock.timezoneOffset, timeZoneRule: rule.data } : null;
}

/** Minutes ahead of UTC at an instant. Throws RangeError for an unknown zone. */
export function zoneOffsetMinutes(zone: Zone, utcMs: number): number {
	const clock = parseDeviceZone(zone);
	if (clock) return deviceOffsetMinutes(clock, utcMs);
	const fields: Record<string, string> = {};
	for (const { type, value } of zoneFormatter(zone).formatToParts(utcMs)) fields[type] = value;
	const year = fields.era === "BC" ? 1 - Number(fields.year) : Number(fields.year);
	const wallMs = Date.UTC(
		year,
		Number(fields.month) - 1,
		Number(fields.day),
		Number(fields.hour),
		Number(fields.minute),
		Number(fields.second),
	);
	return Math.round((wallMs - Math.floor(utcMs / 1000) * 1000) / minuteMs);
}

const furthestMs = 16 * hourMs;

/**
 * First instant (epoch ms) at which a zone's clock reads a wall time or a later one: the first pass of a repeated hour,
 * and for a skipped time the instant of the skip.
 */
export function firstInstantAt(zone: Zone, wallMs: number): number {
	const wallAt = (utcMs: number) => utcMs + zoneOffsetMinutes(zone, utcMs) * minuteMs;
	const [earliest, latest] = [wallMs - furthestMs, wallMs + furthestMs];
	const offsets = [earliest, latest].map((utcMs) => zoneOffsetMinutes(zone, utcMs));
	const candidates = offsets.map((offset) => wallMs - offset * minuteMs).sort((a, b) => a - b);
	const exact = candidates.find((utcMs) => wallAt(utcMs) === wallMs);
	if (exact !== undefined) return exact;
	let [before, reached] = [earliest, latest];
	while (reached - before > 1) {
		const middle = Math.floor((before + reached) / 2);
		if (wallAt(middle) >= wallMs) reached = middle;
		else before = middle;
	}
	return reached;
}

/** `24h` to `365d` end now, as `hour` does. `night` belongs to the day on which it ends. */
export const RangeType = z.enum(["hour", "day", "week", "month", "24h", "7d", "30d", "90d", "365d", "night"]);
export type RangeType = z.infer<typeof RangeType>;

const trailingHours: { [Range in RangeType]?: number } = {
	hour: 1,
	"24h": 24,
	"7d": 7 * 24,
	"30d": 30 * 24,
	"90d": 90 * 24,
	"365d": 365 * 24,
};

/** Length of a range that ends now. Null for calendar ranges. */
export function trailingMs(rangeType: RangeType): number | null {
	const hours = trailingHours[rangeType];
	return hours === undefined ? null : hours * hourMs;
}

/** Default night: from 22:00 to 06:00 (wall clock). */
export const nightHours = { from: 22, to: 6 } as const;

/** `from` inclusive, `to` exclusive, UTC epoch ms. */
export type TimeRange = { from: number; to: number };

type RangeRequest = {
	rangeType: RangeType;
	offset: number;
	zone: Zone;
	now: number;
	weekStart?: WeekStart | undefined;
};

const weekStartDays: Record<WeekStart, number> = { sunday: 0, monday: 1, saturday: 6 };

/** `offset`: whole ranges back. Calendar ranges are cut in the zone, so a day has 23 to 25 hours. */
export function rangeBounds({ rangeType, offset, zone, now, weekStart = "monday" }: RangeRequest): TimeRange {
	const lengthMs = trailingMs(rangeType);
	if (lengthMs !== null) return { from: now - (offset + 1) * lengthMs, to: now - offset * lengthMs };
	const wall = new Date(now + zoneOffsetMinutes(zone, now) * minuteMs);
	const year = wall.getUTCFullYear();
	const month = wall.getUTCMonth();
	const day = wall.getUTCDate();
	if (rangeType === "night") {
		const [evening, morning] = [Date.UTC(year, month, day - offset - 1), Date.UTC(year, month, day - offset)];
		return {
			from: firstInstantAt(zone, evening + nightHours.from * hourMs),
			to: firstInstantAt(zone, morning + nightHours.to * hourMs),
		};
	}
	const startOf = (index: number) => {
		if (rangeType === "month") return Date.UTC(year, month - index, 1);
		if (rangeType === "day") return Date.UTC(year, month, day - index);
		const sinceStart = (wall.getUTCDay() - weekStartDays[weekStart] + 7) % 7;
		return Date.UTC(year, month, day - sinceStart - 7 * index);
	};
	return { from: firstInstantAt(zone, startOf(offset)), to: firstInstantAt(zone, startOf(offset - 1)) };
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** These write `11月7日 午後5:04`: no zeros in front, the half of the day first, no comma. */
const writesSigns = /^(?:ja|zh)\b/;

const wordFormatters = createBoundedCache<string, Intl.DateTimeFormat>(100);

function wordFormatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${language} ${Object.keys(options)}`;
	const known = wordFormatters.get(key);
	if (known) return known;
	const plain = { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" } as const;
	const formatter = new Intl.DateTimeFormat(language, { ...options, ...plain });
	wordFormatters.set(key, formatter);
	return formatter;
}

function isEnglish(language: string): boolean {
	return /^en\b/.test(language);
}

/** `AM`, or `午後`. */
function halfName(hours: number, language: string): string {
	const english = hours < 12 ? "AM" : "PM";
	if (isEnglish(language)) return english;
	const parts = wordFormatter(language, { hour: "numeric", hour12: true }).formatToParts(Date.UTC(1970, 0, 1, hours));
	return parts.find(({ type }) => type === "dayPeriod")?.value ?? english;
}

function twoDigits(value: number): string {
	return String(value).padStart(2, "0");
}

/** `minutes`: the time without seconds. With the year first, `date` also has the year. */
export type InstantTexts = { date: string; dateWithYear: string; time: string; minutes: string };

export function instantTexts(utcMs: number, offsetMinutes: number, style: TimeStyle = specifiedFormats): InstantTexts {
	const wall = new Date(utcMs + offsetMinutes * minuteMs);
	const clock = (...after: number[]) => clockText(wall.getUTCHours(), after.map(twoDigits), style);
	const [minutes, seconds] = [wall.getUTCMinutes(), wall.getUTCSeconds()];
	return { ...dateTexts(wall, style), time: clock(minutes, seconds), minutes: clock(minutes) };
}

function clockText(hours: number, after: string[], { hourCycle, language = "en" }: TimeStyle): string {
	if (hourCycle === "24") return [twoDigits(hours), ...after].join(":");
	const half = halfName(hours, language);
	const isSigns = writesSigns.test(language);
	// Noon is 午後0:00 in Japanese.
	const ofHalf = hours % 12 || (language.startsWith("ja") ? 0 : 12);
	const clock = [isSigns ? ofHalf : twoDigits(ofHalf), ...after].join(":");
	return isSigns ? half + clock : `${clock} ${half}`;
}

/** `22:00` as `10:00 PM` if the style has 12 hours. `24:00` is then `midnight`. */
export function clockTimeText(time: string, style: Omit<TimeStyle, "dateOrder">): string {
	if (time === "24:00") return style.hourCycle === "24" || !isEnglish(style.language ?? "en") ? time : "midnight";
	const [hours = 0, minutes = 0] = time.split(":").map(Number);
	return instantTexts(Date.UTC(1970, 0, 1, hours, minutes), 0, { ...specifiedFormats, ...style }).minutes;
}

/** Uses digits if the year is first, else names of months. Their language orders them; English has two orders. */
function dateTexts(
	wall: Date,
	{ dateOrder: order, language = "en" }: TimeStyle,
): Pick<InstantTexts, "date" | "dateWithYear"> {
	const year = wall.getUTCFullYear();
	const day = twoDigits(wall.getUTCDate());
	if (order === "year") {
		const date = `${String(year).padStart(4, "0")}-${twoDigits(wall.getUTCMonth() + 1)}-${day}`;
		return { date, dateWithYear: date };
	}
	if (!isEnglish(language)) {
		const words = { month: "short", day: writesSigns.test(language) ? "numeric" : "2-digit" } as const;
		const withYear = { ...words, year: "numeric" } as const;
		const textBy = (options: Intl.DateTimeFormatOptions) => wordFormatter(language, options).format(wall);
		return { date: textBy(words), dateWithYear: textBy(withYear) };
	}
	const month = monthNames[wall.getUTCMonth()];
	if (order === "day") return { date: `${day} ${month}`, dateWithYear: `${day} ${month} ${year}` };
	return { date: `${month} ${day}`, dateWithYear: `${month} ${day}, ${year}` };
}

/** `Nov 07, 05:04 PM`, or `11月7日 17:04`. */
export function dateAndTime(date: string, time: string, language = "en"): string {
	return `${date}${writesSigns.test(language) ? " " : ", "}${time}`;
}

/** Default style: `Nov 07, 05:04:03 PM`. */
export function formatTimestamp(utcMs: number, offsetMinutes: number, style: TimeStyle = specifiedFormats): string {
	const { date, time } = instantTexts(utcMs, offsetMinutes, style);
	return `${date}, ${time}`;
}

/** A time in messages: `Nov 07, 05:04 PM (UTC+01:00)`. */
export function messageTimeText(utcMs: number, offsetMinutes: number, style: TimeStyle = specifiedFormats): string {
	const { date, minutes } = instantTexts(utcMs, offsetMinutes, style);
	return `${dateAndTime(date, minutes, style.language)} (${formatOffset(offsetMinutes)})`;
}

/** A time in texts that are stored: `Nov 07, 2026, 05:04:03 PM`. */
export function instantText(clock: DeviceClock, utcMs: number): string {
	const { dateWithYear, time } = instantTexts(utcMs, deviceOffsetMinutes(clock, utcMs), specifiedFormats);
	return `${dateWithYear}, ${time}`;
}

/** `UTC`, `UTC+05:45` or `UTC−07:00`. */
export function formatOffset(offsetMinutes: number): string {
	if (offsetMinutes === 0) return "UTC";
	const size = Math.abs(offsetMinutes);
	return `UTC${offsetMinutes < 0 ? "−" : "+"}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}
