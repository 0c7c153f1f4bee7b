import { dayMs, hourMs, minuteMs } from "../base/durations";
import { type DeviceClock, deviceOffsetMinutes } from "../time/time-zones";
import type { HeldPeriod } from "./holding";

export const hoursPerDay = dayMs / hourMs;

export type HourCells = {
	/** Midnight of the first day, as wall time: its UTC fields read as local time. */
	firstDay: number;
	/** Weighed by time; 24 for each day. Null: no reading holds, or the clock has no such hour on that day. */
	mean: (number | null)[];
	/** Hours of each day: 23 or 25 where the clock changes. A repeated hour is one cell. */
	hours: number[];
};

type Cell = { ms: number; mean: number };

export class HourMap {
	private readonly clock: DeviceClock;
	private readonly firstDay: number;
	private readonly days: number;
	private readonly cells: (Cell | undefined)[] = [];

	constructor(clock: DeviceClock, { from, until }: HeldPeriod) {
		this.clock = clock;
		this.firstDay = dayOfWall(wallOf(clock, from));
		this.days = daysOfMap(clock, { from, until });
	}

	add(from: number, to: number, value: number): void {
		for (let start = from; start < to; ) {
			const wall = wallOf(this.clock, start);
			const end = Math.min(start + hourMs - (wall - Math.floor(wall / hourMs) * hourMs), to);
			this.addTo(Math.floor((wall - this.firstDay) / hourMs), value, end - start);
			start = end;
		}
	}

	hourCells(): HourCells {
		return {
			firstDay: this.firstDay,
			mean: Array.from({ length: this.days * hoursPerDay }, (_, index) => this.cells[index]?.mean ?? null),
			hours: Array.from({ length: this.days }, (_, day) => this.hoursOf(this.firstDay + day * dayMs)),
		};
	}

	private addTo(index: number, value: number, ms: number): void {
		const cell = this.cells[index];
		if (!cell) this.cells[index] = { ms, mean: value };
		else {
			cell.ms += ms;
			cell.mean += (value - cell.mean) * (ms / cell.ms);
		}
	}

	private hoursOf(midnight: number): number {
		const standard = midnight - this.clock.timezoneOffset * minuteMs;
		const changeMinutes =
			deviceOffsetMinutes(this.clock, standard + dayMs - 1) - deviceOffsetMinutes(this.clock, standard - 1);
		return hoursPerDay - (changeMinutes * minuteMs) / hourMs;
	}
}

export function daysOfMap(clock: DeviceClock, { from, until }: HeldPeriod): number {
	if (until <= from) return 0;
	return (dayOfWall(wallOf(clock, until - 1)) - dayOfWall(wallOf(clock, from))) / dayMs + 1;
}

function wallOf(clock: DeviceClock, at: number): number {
	return at + deviceOffsetMinutes(clock, at) * minuteMs;
}

function dayOfWall(wall: number): number {
	return Math.floor(wall / dayMs) * dayMs;
}
