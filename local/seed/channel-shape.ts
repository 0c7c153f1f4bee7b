import { dayMs, minuteMs } from "../../shared/base/durations";

export type Hours = { from: number; to: number };

/** Hours and minutes are of the day on the device's standard clock. */
export type ChannelShape =
	| {
			kind: "daily";
			mean: number;
			daily: number;
			peakHour: number;
			noise: number;
			season?: number;
			wander?: { hours: number; swing: number };
			cycle?: { minutes: number; swing: number };
			defrost?: { everyHours: number; minutes: number; rise: number };
			work?: Hours & { rise: number };
			excursion?: Recurrence & { rise: number };
	  }
	| { kind: "cargo"; mean: number; rise: number; noise: number; trips: Trips }
	| { kind: "alternator"; trips: Trips }
	| { kind: "cargo door"; trips: Trips }
	| { kind: "door"; openShare: number; work: Hours }
	| { kind: "river"; mean: number; swell: number; flood: number }
	| { kind: "tide"; mean: number; range: number }
	| { kind: "tank"; full: number; low: number; daysPerFill: number }
	| { kind: "daylight"; brightest: number; sunrise: number; sunset: number }
	| { kind: "battery"; daysPerCharge: number }
	| { kind: "dying battery"; atStart: number; perDay: number }
	| { kind: "filling memory"; atStart: number; perDay: number };

export type Trips = Hours & {
	stopEveryMinutes: number;
	stopMinutes: number;
};

export type Recurrence = {
	firstMinute: number;
	minutes: number;
	everyDays: number | null;
};

export function passedShare({ firstMinute, minutes, everyDays }: Recurrence, sinceStoryMs: number): number | null {
	const sinceFirst = sinceStoryMs - firstMinute * minuteMs;
	if (sinceFirst < 0) return null;
	const since = everyDays === null ? sinceFirst : sinceFirst % (everyDays * dayMs);
	const share = since / (minutes * minuteMs);
	return share < 1 ? share : null;
}
