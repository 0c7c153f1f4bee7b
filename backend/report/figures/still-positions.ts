import { dayMs } from "../../../shared/base/durations";
import { walkHeld } from "../../../shared/log/holding";
import type { HeldSeries } from "./device-series";
import type { Span } from "./study-figures";

const mostSteps = 4_000;
const leastReadings = 3;
/** Two sensors beside each other differ by a step of their resolution without a fault. */
const leastGrains = 2;

type Run = Span & { value: number; ms: number; readings: number; lastAt: number };

type Position = {
	name: string;
	/** The smallest change between two readings; of a channel that never changed, its last decimal. */
	grain: number;
	runs: Run[];
	lowest: Float64Array;
	highest: Float64Array;
};

/**
 * Finds sensors that sent one value for a day or for the whole study while another position moved by two steps of
 * either resolution. Leaves out channels that send changes only. Times are epoch ms.
 */
export class StillPositions {
	private readonly period: Span;
	private readonly stepMs: number;
	private readonly positions: Position[] = [];

	constructor(period: Span) {
		this.period = period;
		this.stepMs = Math.max(1, (period.to - period.from) / mostSteps);
	}

	add(name: string, { at, value, holding }: HeldSeries, decimals: number): void {
		const lowest = new Float64Array(mostSteps).fill(Number.POSITIVE_INFINITY);
		const highest = new Float64Array(mostSteps).fill(Number.NEGATIVE_INFINITY);
		let grain = Number.POSITIVE_INFINITY;
		for (let index = 0; index < at.length; index += 1) {
			const read = value[index] ?? 0;
			const step = Math.floor(((at[index] ?? 0) - this.period.from) / this.stepMs);
			lowest[step] = Math.min(lowest[step] ?? read, read);
			highest[step] = Math.max(highest[step] ?? read, read);
			const change = index === 0 ? 0 : Math.abs(read - (value[index - 1] ?? 0));
			if (change > 0 && change < grain) grain = change;
		}
		const runs = holding.changesUntil === null ? this.runsOf({ at, value, holding }) : [];
		this.positions.push({ name, grain: Number.isFinite(grain) ? grain : 10 ** -decimals, runs, lowest, highest });
	}

	still(): Map<string, number> {
		const still = new Map<string, number>();
		for (const position of this.positions) {
			const run = position.runs
				.toSorted((a, b) => b.ms - a.ms)
				.find((one) => this.positions.some((other) => other !== position && this.hasMoved(other, one, position.grain)));
			if (run) still.set(position.name, run.ms);
		}
		return still;
	}

	private runsOf(series: HeldSeries): Run[] {
		const { from, to: until } = this.period;
		const runs: Run[] = [];
		let run: Run | null = null;
		let isWhole = true;
		const close = () => {
			if (run && run.readings >= leastReadings && (isWhole || run.ms >= dayMs)) runs.push(run);
		};
		walkHeld(series, { from, until, holding: series.holding }, (start, end, reading) => {
			if (run?.value !== reading.value) {
				isWhole = run === null;
				if (!isWhole) close();
				run = { value: reading.value, from: start, to: end, ms: 0, readings: 0, lastAt: Number.NaN };
			}
			run.to = end;
			run.ms += end - start;
			if (run.lastAt !== reading.at) run.readings += 1;
			run.lastAt = reading.at;
		});
		close();
		return runs;
	}

	private hasMoved({ grain, lowest, highest }: Position, { from, to }: Run, ownGrain: number): boolean {
		const first = Math.ceil((from - this.period.from) / this.stepMs);
		const last = Math.floor((to - this.period.from) / this.stepMs);
		let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		for (let step = first; step < last; step += 1) {
			low = Math.min(low, lowest[step] ?? low);
			high = Math.max(high, highest[step] ?? high);
		}
		// Differences of decimals are inexact.
		return high - low >= leastGrains * Math.max(grain, ownGrain) * (1 - 1e-6);
	}
}
