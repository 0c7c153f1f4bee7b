import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { Series } from "../../base/reading-store";

const mostSteps = 720;
const stepSizes = [15 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 12 * hourMs, dayMs];

export type Spread = { at: Float64Array; lowest: Float64Array; highest: Float64Array };

/** Compares means of equal time steps, because loggers read at different instants. */
export class PositionSpread {
	readonly stepMs: number;
	private readonly from: number;
	private readonly lowest: Float64Array;
	private readonly highest: Float64Array;
	private readonly positions: Uint16Array;

	constructor({ from, to }: { from: number; to: number }) {
		const shortest = (to - from) / mostSteps;
		this.stepMs = stepSizes.find((size) => size >= shortest) ?? Math.ceil(shortest / dayMs) * dayMs;
		this.from = from;
		const steps = Math.ceil((to - from) / this.stepMs);
		this.lowest = new Float64Array(steps).fill(Number.POSITIVE_INFINITY);
		this.highest = new Float64Array(steps).fill(Number.NEGATIVE_INFINITY);
		this.positions = new Uint16Array(steps);
	}

	add({ at, value }: Series): void {
		const steps = this.positions.length;
		const sums = new Float64Array(steps);
		const counts = new Uint32Array(steps);
		for (let index = 0; index < at.length; index += 1) {
			const step = Math.floor(((at[index] ?? 0) - this.from) / this.stepMs);
			sums[step] = (sums[step] ?? 0) + (value[index] ?? 0);
			counts[step] = (counts[step] ?? 0) + 1;
		}
		for (let step = 0; step < steps; step += 1) {
			const count = counts[step] ?? 0;
			if (count === 0) continue;
			const mean = (sums[step] ?? 0) / count;
			this.lowest[step] = Math.min(this.lowest[step] ?? mean, mean);
			this.highest[step] = Math.max(this.highest[step] ?? mean, mean);
			this.positions[step] = (this.positions[step] ?? 0) + 1;
		}
	}

	spread(): Spread {
		const steps = [...this.positions.keys()].filter((step) => (this.positions[step] ?? 0) > 1);
		const column = (total: (step: number) => number) => Float64Array.from(steps, total);
		return {
			at: column((step) => this.from + step * this.stepMs),
			lowest: column((step) => this.lowest[step] ?? 0),
			highest: column((step) => this.highest[step] ?? 0),
		};
	}
}
