/** Hours of the day, on the device's standard clock. */
export type Hours = { from: number; to: number };

/** How a channel behaves. Hours and minutes are of the day on the device's standard clock. */
export type ChannelShape =
	| {
			kind: "daily";
			mean: number;
			/** Half the difference between the day's warmest and coldest hour. */
			daily: number;
			peakHour: number;
			noise: number;
			/** Half the difference between summer and winter, in the north. */
			season?: number;
			/** The slow ups and downs of weather and load. */
			wander?: { hours: number; swing: number };
			/** A machine that goes on and off. */
			cycle?: { minutes: number; swing: number };
			/** Freezers are warmed through at fixed hours, lest they ice up. */
			defrost?: { everyHours: number; minutes: number; rise: number };
			/** People at work, Monday to Saturday. */
			work?: Hours & { rise: number };
			/** Up quickly and down slowly, as a room whose door was left open. */
			excursion?: Recurrence & { rise: number };
	  }
	/** A refrigerated vehicle: it warms at every stop, where its door stands open. */
	| { kind: "cargo"; mean: number; rise: number; noise: number; trips: Trips }
	/** A vehicle's own battery: charging on the road, resting in the yard. */
	| { kind: "alternator"; trips: Trips }
	| { kind: "cargo door"; trips: Trips }
	| { kind: "door"; openShare: number; work: Hours }
	/** A slow swell, and floods after rain, which rise in hours and ebb in days. */
	| { kind: "river"; mean: number; swell: number; flood: number }
	| { kind: "tide"; mean: number; range: number }
	/** Filled when it runs low. */
	| { kind: "tank"; full: number; low: number; daysPerFill: number }
	| { kind: "daylight"; brightest: number; sunrise: number; sunset: number }
	| { kind: "battery"; daysPerCharge: number }
	/** A battery nobody replaces: so much at the start of the story, and less every day. */
	| { kind: "dying battery"; atStart: number; perDay: number }
	/** A logger's memory nobody empties: percent at the start of the story, and more every day. */
	| { kind: "filling memory"; atStart: number; perDay: number };

export type Trips = Hours & {
	/** From one stop to the next. */
	stopEveryMinutes: number;
	stopMinutes: number;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Something that befalls a device, counted from the first seed of this state: the start of the story. */
export type Recurrence = {
	/** Negative: before the first seed. */
	firstMinute: number;
	minutes: number;
	/** Null: it happens once. */
	everyDays: number | null;
};

/** How much of the occurrence under way has passed at an instant, from 0 up to 1; null between two. */
export function passedShare({ firstMinute, minutes, everyDays }: Recurrence, sinceStoryMs: number): number | null {
	const sinceFirst = sinceStoryMs - firstMinute * minuteMs;
	if (sinceFirst < 0) return null;
	const since = everyDays === null ? sinceFirst : sinceFirst % (everyDays * dayMs);
	const share = since / (minutes * minuteMs);
	return share < 1 ? share : null;
}
