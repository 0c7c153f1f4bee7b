import { type HeldPeriod, type HeldReading, HeldWalk, type Holding, heldOfPause, shortestGapMs } from "./holding";
import { type Bounds, cutByLimits, hasBounds, isAnyJudged, isOutOf, type LimitSpan } from "./limit-spans";

export type HeldState = "within" | "out" | "notJudged";
type HeldMs = Record<HeldState, number>;

/** Milliseconds; with `unknownMs` they add up to the period. */
export type HeldTimes = {
	/** Null: no limits in the period. */
	withinMs: number | null;
	outMs: number | null;
	notJudgedMs: number;
	unknownMs: number;
};

export function stateOf(bounds: Bounds | null, value: number): HeldState {
	if (bounds === null) return "notJudged";
	return isOutOf(bounds, value) ? "out" : "within";
}

/** A whole day's readings under one set of limits, before the usual interval is known. */
export type DayCourse = {
	first: HeldReading;
	last: HeldReading;
	heldMs: HeldMs;
	longPauses: { ms: number; state: HeldState }[];
};

const noTime = (): HeldMs => ({ within: 0, out: 0, notJudged: 0 });

type Columns = { at: ArrayLike<number>; value: ArrayLike<number> };

export function dayCourse({ at, value }: Columns, bounds: Bounds | null): DayCourse {
	const first = { at: at[0] ?? 0, value: value[0] ?? 0 };
	const heldMs = noTime();
	const longPauses: DayCourse["longPauses"] = [];
	let last = first;
	for (let index = 1; index < at.length; index += 1) {
		const next = { at: at[index] ?? 0, value: value[index] ?? 0 };
		const [ms, state] = [next.at - last.at, stateOf(bounds, last.value)];
		if (ms > shortestGapMs) longPauses.push({ ms, state });
		else heldMs[state] += ms;
		last = next;
	}
	return { first, last, heldMs, longPauses };
}

type HeldRequest = HeldPeriod & { limits: readonly LimitSpan[]; holding: Omit<Holding, "after"> };

/** Add readings, or what roll-ups say of whole days within the period, in order of time. */
export class HeldTime {
	private readonly heldMs = noTime();
	private readonly request: HeldRequest;
	private readonly walk: HeldWalk;

	constructor(request: HeldRequest) {
		const { limits, holding, ...period } = request;
		const [only] = limits.length === 1 ? limits : [];
		this.request = request;
		this.walk = new HeldWalk(period, holding, (from, to, { value }) => {
			if (only && only.from <= from) this.heldMs[stateOf(boundsOf(only), value)] += to - from;
			else
				cutByLimits(limits, { from, to }, (part) => {
					this.heldMs[stateOf(part.bounds, value)] += part.to - part.from;
				});
		});
	}

	add(at: number, value: number): void {
		this.walk.add(at, value);
	}

	addCourse({ first, last, heldMs, longPauses }: DayCourse): void {
		this.walk.add(first.at, first.value);
		this.walk.skipTo(last);
		for (const state of ["within", "out", "notJudged"] as const) this.heldMs[state] += heldMs[state];
		const usualMs = this.walk.usualMs(first.at);
		const isSpread = this.request.holding.changesUntil !== null;
		for (const { ms, state } of longPauses) this.heldMs[state] += isSpread ? ms : heldOfPause(ms, usualMs);
	}

	addSteady(first: HeldReading, last: HeldReading, state: HeldState): void {
		this.walk.add(first.at, first.value);
		this.walk.skipTo(last);
		this.heldMs[state] += last.at - first.at;
	}

	times(after: number | null): HeldTimes {
		this.walk.end(after);
		const { from, until, limits } = this.request;
		const { within, out, notJudged } = this.heldMs;
		const isJudged = isAnyJudged(limits);
		return {
			withinMs: isJudged ? within : null,
			outMs: isJudged ? out : null,
			notJudgedMs: notJudged,
			unknownMs: Math.max(until - from, 0) - within - out - notJudged,
		};
	}
}

function boundsOf({ bounds }: LimitSpan): Bounds | null {
	return bounds && hasBounds(bounds) ? bounds : null;
}
