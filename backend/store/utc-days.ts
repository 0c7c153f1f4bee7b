import { dayMs } from "../../shared/base/durations";

/** Days since the epoch; `at` is epoch ms. */
export function dayOf(at: number): number {
	return Math.floor(at / dayMs);
}

/** Formats year * 12 + month, counted from 0, as `2026-03`. */
export function monthName(month: number): string {
	return new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 7);
}

export function parseMonthName(name: string): number {
	const [year, month] = name.split("-").map(Number);
	return (year ?? Number.NaN) * 12 + (month ?? Number.NaN) - 1;
}

/** Year * 12 + month, counted from 0. */
export function monthOfDay(day: number): number {
	const date = new Date(day * dayMs);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Days since the epoch, UTC. */
export function firstDayOfMonth(month: number): number {
	return Date.UTC(Math.floor(month / 12), month % 12) / dayMs;
}
