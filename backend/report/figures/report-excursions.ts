import { type Bounds, hasBounds, isOutOf, shortestHoldMs, UsualHold } from "../../../shared/log/reading-summary";

/** A time out of limits, epoch ms. A channel's excursions add up to its time out of limits, to the millisecond. */
export type Excursion = {
	from: number;
	/** The first reading back inside, or the end of the last reading's hold. */
	to: number;
	/** The first reading furthest beyond a limit. */
	peak: number;
	peakAt: number;
	isOpen: boolean;
};

/** Consecutive readings out of limits; `next`: the reading after them. */
type Stretch = { from: number; last: number; next: number | null; isBack: boolean; peak: number; peakAt: number };

/** Add readings in order of time. A pause longer than a reading's hold ends an excursion (`OutTime`). */
export class ExcursionIntervals {
	private readonly bounds: Bounds;
	private readonly hold = new UsualHold();
	private readonly stretches: Stretch[] = [];
	private open: Stretch | null = null;

	constructor(bounds: Bounds) {
		this.bounds = bounds;
	}

	add(at: number, value: number): void {
		this.hold.add(at);
		const isOut = isOutOf(this.bounds, value);
		const { open } = this;
		if (open) {
			if (!isOut || at - open.last > shortestHoldMs) this.close(at, !isOut);
			else open.last = at;
		}
		if (!isOut) return;
		const stretch = this.open ?? { from: at, last: at, next: null, isBack: false, peak: value, peakAt: at };
		if (this.beyond(value) > this.beyond(stretch.peak)) {
			stretch.peak = value;
			stretch.peakAt = at;
		}
		this.open = stretch;
	}

	/** `until`: the end of the period, or now, epoch ms. */
	excursions(until: number): Excursion[] {
		const holdMs = this.hold.ms();
		const found: Excursion[] = [];
		let joined: Excursion | null = null;
		for (const stretch of [...this.stretches, ...(this.open ? [this.open] : [])]) {
			const { from, last, next, isBack, peak, peakAt } = stretch;
			const held = last + holdMs;
			const to = next === null ? Math.min(Math.max(until, last), held) : Math.min(next, held);
			if (joined === null) joined = { from, to, peak, peakAt, isOpen: false };
			else {
				joined.to = to;
				if (this.beyond(peak) > this.beyond(joined.peak)) Object.assign(joined, { peak, peakAt });
			}
			joined.isOpen = next === null && until - last < holdMs;
			if (next !== null && !isBack && next - last <= holdMs) continue;
			found.push(joined);
			joined = null;
		}
		return found;
	}

	private close(at: number, isBack: boolean): void {
		if (this.open) this.stretches.push({ ...this.open, next: at, isBack });
		this.open = null;
	}

	private beyond(value: number): number {
		const { min, max } = this.bounds;
		return Math.max(value - (max ?? Number.POSITIVE_INFINITY), (min ?? Number.NEGATIVE_INFINITY) - value);
	}
}

type ReadSeries = { at: ArrayLike<number>; value: ArrayLike<number> };

export function excursionsOf({ at, value }: ReadSeries, bounds: Bounds, until: number): Excursion[] {
	if (!hasBounds(bounds)) return [];
	const trend = new ExcursionIntervals(bounds);
	for (let index = 0; index < at.length; index += 1) trend.add(at[index] ?? 0, value[index] ?? 0);
	return trend.excursions(until);
}
