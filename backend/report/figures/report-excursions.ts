import { type HeldPeriod, type HeldReading, HeldWalk, type Holding } from "../../../shared/log/holding";
import {
	type Bounds,
	beyond,
	cutByLimits,
	isAnyJudged,
	isOutOf,
	type LimitSpan,
} from "../../../shared/log/limit-spans";

/** A time out of limits, epoch ms. A channel's excursions add up to its time out of limits, to the millisecond. */
export type Excursion = {
	from: number;
	/** The first reading back inside, the end of the last reading's hold, or the end of the limits or the period. */
	to: number;
	/** The first reading in force in the period that is furthest beyond the limits of its time. */
	peak: number;
	peakAt: number;
	bounds: Bounds;
	beganBefore: boolean;
	/** Lasts at the end of the period, or now. */
	isOpen: boolean;
	/** No reading within the limits ends it: it is unknown what followed. */
	isEndUnknown: boolean;
};

type ExcursionRequest = HeldPeriod & { limits: readonly LimitSpan[]; holding: Omit<Holding, "after"> };

export class ExcursionIntervals {
	private readonly request: ExcursionRequest;
	private readonly walk: HeldWalk;
	private readonly found: Excursion[] = [];
	private knownUntil: number;
	private most = 0;
	private outUntil = Number.NEGATIVE_INFINITY;

	constructor(request: ExcursionRequest) {
		const { limits, holding, from: start, until } = request;
		this.request = request;
		this.knownUntil = start;
		this.walk = new HeldWalk({ from: Number.NEGATIVE_INFINITY, until }, holding, (from, to, reading) => {
			if (to > start) this.passTo(Math.max(from, start));
			cutByLimits(limits, { from, to }, ({ bounds, ...part }) => {
				if (bounds === null || !isOutOf(bounds, reading.value)) return;
				if (part.from < start) this.outUntil = Math.min(part.to, start);
				if (part.to > start) this.goOn({ from: Math.max(part.from, start), to: part.to }, bounds, reading);
			});
			this.knownUntil = Math.max(to, start);
		});
	}

	add(at: number, value: number): void {
		this.walk.add(at, value);
	}

	excursions(after: number | null): Excursion[] {
		this.walk.end(after);
		this.passTo(this.request.until);
		for (const one of this.found) one.isOpen = one.to === this.request.until;
		return this.found;
	}

	/** Marks the last excursion if nothing is known between its end and `next`. */
	private passTo(next: number): void {
		const last = this.found.at(-1);
		if (last && last.to === this.knownUntil && next > this.knownUntil) last.isEndUnknown = true;
	}

	private goOn({ from, to }: { from: number; to: number }, bounds: Bounds, { at, value }: HeldReading): void {
		const distance = beyond(bounds, value);
		const last = this.found.at(-1);
		if (last?.to === from) {
			last.to = to;
			if (distance > this.most) Object.assign(last, { peak: value, peakAt: at });
			this.most = Math.max(this.most, distance);
			return;
		}
		this.most = distance;
		const beganBefore = from === this.request.from && this.outUntil === from;
		this.found.push({ from, to, peak: value, peakAt: at, bounds, beganBefore, isOpen: false, isEndUnknown: false });
	}
}

type ReadSeries = { at: ArrayLike<number>; value: ArrayLike<number> };

export function excursionsOf(
	{ at, value }: ReadSeries,
	{ holding, ...request }: ExcursionRequest & { holding: Holding },
): Excursion[] {
	if (!isAnyJudged(request.limits)) return [];
	const trend = new ExcursionIntervals({ ...request, holding });
	for (let index = 0; index < at.length; index += 1) trend.add(at[index] ?? 0, value[index] ?? 0);
	return trend.excursions(holding.after);
}
