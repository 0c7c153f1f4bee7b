import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import type { ReportLayout } from "../../../../shared/report/report";
import { instantTexts } from "../../../../shared/time/time-zones";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReportChart } from "../../document/report-document";
import { monthName } from "../../document/report-texts";

export type ValueTick = { value: number; text: string };
/** `isDay`: marks a date. Without text: a day between two with text. */
export type TimeTick = { at: number; text: string; isDay: boolean };

export function valueTicks(min: number, max: number, most: number): ValueTick[] {
	const rough = (max - min) / most;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
	const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
	const first = Math.ceil(min / step - 1e-6);
	const last = Math.floor(max / step + 1e-6);
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
		const value = (first + index) * step;
		return { value, text: (Math.abs(value) < step / 2 ? 0 : value).toFixed(digits) };
	});
}

const steps = [
	...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
	...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
	...[1, 2, 7, 14].map((days) => days * dayMs),
];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];
const monthMs = 30.44 * dayMs;
/** 5 January 1970. */
const firstMonday = 4 * dayMs;

type Span = Pick<ReportChart, "from" | "to" | "offsetAt">;
type TimeStyle = Pick<ReportLayout, "dateOrder" | "hourCycle" | "language">;

/** Ticks at round wall times, also across clock changes. */
export function timeTicks({ from, to, offsetAt }: Span, most: number, style: TimeStyle): TimeTick[] {
	const wallFrom = from + offsetAt(from) * minuteMs;
	const wallTo = to + offsetAt(to) * minuteMs;
	const step = steps.find((length) => (to - from) / length <= most);
	const named = step === undefined ? monthWalls(wallFrom, wallTo, most) : evenWalls(wallFrom, wallTo, step);
	const days = step !== undefined && step > dayMs ? evenWalls(wallFrom, wallTo, dayMs) : [];
	const unnamed = new Set(days.filter((wall) => !named.includes(wall)));
	return [...named, ...unnamed].flatMap((wall) => {
		const isDay = wall % dayMs === 0;
		const text = isDay ? dayText(new Date(wall), step, style) : timeText(new Date(wall), style);
		return instantsAt(wall, isDay, offsetAt)
			.filter((at) => at >= from && at <= to)
			.map((at) => ({ at, isDay, text: unnamed.has(wall) ? "" : text }));
	});
}

/** Two for a repeated wall time; none for a skipped one, except that a day starts at the change. */
function instantsAt(wall: number, isDay: boolean, offsetAt: Span["offsetAt"]): number[] {
	const near = wall - offsetAt(wall) * minuteMs;
	const before = offsetAt(near - 2 * hourMs);
	const offsets = new Set([before, offsetAt(near), offsetAt(near + 2 * hourMs)]);
	const exact = [...offsets]
		.map((offset) => wall - offset * minuteMs)
		.filter((at) => at + offsetAt(at) * minuteMs === wall);
	return exact.length === 0 && isDay ? [wall - before * minuteMs] : exact;
}

function evenWalls(from: number, to: number, step: number): number[] {
	const base = step % (7 * dayMs) === 0 ? firstMonday : 0;
	const first = Math.ceil((from - base) / step);
	const count = Math.max(0, Math.floor((to - base) / step) - first + 1);
	return Array.from({ length: count }, (_, index) => base + (first + index) * step);
}

function monthWalls(from: number, to: number, most: number): number[] {
	const step = monthSteps.find((months) => (to - from) / (months * monthMs) <= most) ?? 240;
	const start = new Date(from);
	const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
	return Array.from({ length: most + 2 }, (_, index) => {
		const months = first + index * step;
		return Date.UTC(Math.floor(months / 12), months % 12);
	});
}

function dayText(wall: Date, step: number | undefined, { dateOrder, language }: TimeStyle): string {
	const say = wordsIn(language);
	const month = monthName(wall, language);
	if (step === undefined) return say("axis.monthOfYear", { month, year: String(wall.getUTCFullYear()) });
	return say(dateOrder === "day" ? "axis.dayMonth" : "axis.monthDay", { month, day: String(wall.getUTCDate()) });
}

function timeText(wall: Date, style: TimeStyle): string {
	const [hours, minutes] = [wall.getUTCHours(), String(wall.getUTCMinutes()).padStart(2, "0")];
	if (style.hourCycle === "24") return `${String(hours).padStart(2, "0")}:${minutes}`;
	if (style.language !== undefined && style.language !== "en") return instantTexts(wall.getTime(), 0, style).minutes;
	return `${hours % 12 || 12}${minutes === "00" ? "" : `:${minutes}`} ${hours < 12 ? "AM" : "PM"}`;
}
