import type { ChannelQuarters } from "../block/quarter-buckets";
import type { ChannelReadings } from "../block/readings";
import type { Buckets } from "../log-store";
import { dayMs } from "./utc-days";

export const quarterMs = 15 * 60 * 1000;

/** Collects one channel's buckets; readings and quarters must come in order of time. */
export class BucketColumns {
	readonly columns: Buckets = { bucket: [], min: [], max: [], sum: [], count: [], first: [], last: [] };
	private readonly edges: number[];
	private current = 0;

	constructor(edges: number[]) {
		this.edges = edges;
	}

	addReadings({ at, value }: ChannelReadings): void {
		for (let place = 0; place < at.length; place += 1) {
			if (!this.enter(at[place] ?? Number.NaN)) continue;
			const reading = value[place] ?? Number.NaN;
			this.widen(reading, reading);
			this.count(1, reading);
			this.pass(reading, reading);
		}
	}

	/** Quarters of one UTC day; those outside the edges are left out. */
	addQuarters(day: number, { quarter, min, max, sum, count, first, last }: ChannelQuarters): void {
		const none = Number.NaN;
		for (let place = 0; place < quarter.length; place += 1) {
			if (!this.enter(day * dayMs + (quarter[place] ?? 0) * quarterMs)) continue;
			this.widen(min[place] ?? none, max[place] ?? none);
			this.count(count[place] ?? 0, sum[place] ?? none);
			this.pass(first[place] ?? none, last[place] ?? none);
		}
	}

	/** Makes the bucket of an instant the last one; false: the instant is outside the edges. */
	private enter(at: number): boolean {
		const { columns, edges } = this;
		if (at < (edges[0] ?? Number.NaN) || !this.advanceTo(at)) return false;
		if (columns.bucket.at(-1) === this.current) return true;
		columns.bucket.push(this.current);
		columns.min.push(Number.POSITIVE_INFINITY);
		columns.max.push(Number.NEGATIVE_INFINITY);
		columns.sum.push(0);
		columns.count.push(0);
		return true;
	}

	private widen(min: number, max: number): void {
		const { columns } = this;
		const place = columns.bucket.length - 1;
		if (min < (columns.min[place] ?? min)) columns.min[place] = min;
		if (max > (columns.max[place] ?? max)) columns.max[place] = max;
	}

	private count(count: number, sum: number): void {
		const { columns } = this;
		const place = columns.bucket.length - 1;
		columns.count[place] = (columns.count[place] ?? 0) + count;
		columns.sum[place] = (columns.sum[place] ?? 0) + sum;
	}

	private pass(first: number, last: number): void {
		const { columns } = this;
		const place = columns.bucket.length - 1;
		if (columns.first.length === place) columns.first.push(first);
		columns.last[place] = last;
	}

	/** Finds the bucket of an instant; false: it is past the last one. */
	private advanceTo(at: number): boolean {
		for (;;) {
			const end = this.edges[this.current + 1];
			if (end === undefined) return false;
			if (at < end) return true;
			this.current += 1;
		}
	}
}
