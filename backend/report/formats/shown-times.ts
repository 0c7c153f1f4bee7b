import { minuteMs, secondMs } from "../../../shared/base/durations";
import type { ReportLayout } from "../../../shared/report/report";

type TimeLayout = Pick<ReportLayout, "dateOrder" | "hourCycle">;

/** `wallMs`: wall clock time as if it were UTC. */
export type ShownTimes = {
	date: (wallMs: number) => string;
	time: (wallMs: number) => string;
};

export function shownTimes({ dateOrder, hourCycle }: TimeLayout): ShownTimes {
	let known = { day: Number.NaN, text: "" };
	const date = (wallMs: number) => {
		const day = Math.floor(wallMs / (24 * 60 * minuteMs));
		if (day !== known.day) known = { day, text: dateText(new Date(wallMs), dateOrder) };
		return known.text;
	};
	return { date, time: (wallMs) => `${date(wallMs)} ${clockText(wallMs, hourCycle)}` };
}

function dateText(wall: Date, order: TimeLayout["dateOrder"]): string {
	const year = String(wall.getUTCFullYear()).padStart(4, "0");
	const [month, day] = [twoDigits(wall.getUTCMonth() + 1), twoDigits(wall.getUTCDate())];
	if (order === "year") return `${year}-${month}-${day}`;
	return order === "day" ? `${day}.${month}.${year}` : `${month}/${day}/${year}`;
}

function clockText(wallMs: number, hourCycle: TimeLayout["hourCycle"]): string {
	const seconds = Math.floor(wallMs / secondMs);
	const hours = modulo(Math.floor(seconds / 3600), 24);
	const rest = `:${twoDigits(modulo(Math.floor(seconds / 60), 60))}:${twoDigits(modulo(seconds, 60))}`;
	if (hourCycle === "24") return twoDigits(hours) + rest;
	return `${twoDigits(hours % 12 || 12)}${rest} ${hours < 12 ? "AM" : "PM"}`;
}

function modulo(value: number, amount: number): number {
	return ((value % amount) + amount) % amount;
}

function twoDigits(value: number): string {
	return value < 10 ? `0${value}` : String(value);
}

export function timeFormat({ dateOrder, hourCycle }: TimeLayout): string {
	const dates = { year: "yyyy\\-mm\\-dd", day: "dd\\.mm\\.yyyy", month: "mm\\/dd\\/yyyy" };
	return `${dates[dateOrder]} ${hourCycle === "24" ? "hh:mm:ss" : "hh:mm:ss AM/PM"}`;
}

/** A duration that spreadsheets understand: `36:05:00`. */
export function clockDuration(ms: number): string {
	const seconds = Math.round(Math.abs(ms) / secondMs);
	const hours = Math.floor(seconds / 3600);
	const text = `${hours}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
	return ms < 0 && seconds > 0 ? `-${text}` : text;
}

export function isoTime(at: number, offsetMinutes: number): string {
	const wall = new Date(at + offsetMinutes * minuteMs).toISOString();
	const size = Math.abs(offsetMinutes);
	const offset = `${offsetMinutes < 0 ? "-" : "+"}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
	return wall.replace(/(\.000)?Z$/, offset);
}
