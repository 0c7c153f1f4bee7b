/**
 * Which of many runs comes next: the one of the lowest time, of one time the one of the lowest number. A binary heap
 * in typed arrays, as a page asks it once for each reading.
 */
export class RunHeap {
	private readonly times: Float64Array;
	private readonly runs: Uint32Array;
	private size = 0;

	/** For runs of the numbers 0 to `most` − 1. */
	constructor(most: number) {
		this.times = new Float64Array(most);
		this.runs = new Uint32Array(most);
	}

	/** Takes up a run that comes at a time. */
	add(run: number, time: number): void {
		let place = this.size;
		this.size += 1;
		while (place > 0) {
			const parent = (place - 1) >> 1;
			if (!this.comesBefore(run, time, parent)) break;
			this.move(parent, place);
			place = parent;
		}
		this.put(place, run, time);
	}

	/** The number of the run that comes next; -1: there is none. */
	top(): number {
		return this.size === 0 ? -1 : (this.runs[0] ?? -1);
	}

	/** The top run has gone on to a later time. */
	sinkTop(time: number): void {
		this.sink(this.runs[0] ?? 0, time);
	}

	/** The top run is through. */
	dropTop(): void {
		this.size -= 1;
		this.sink(this.runs[this.size] ?? 0, this.times[this.size] ?? 0);
	}

	/** Puts a run in from the top, whose place is free. */
	private sink(run: number, time: number): void {
		let place = 0;
		for (let child = 1; child < this.size; child = 2 * place + 1) {
			const right = child + 1;
			if (right < this.size && this.comesBefore(this.runs[right] ?? 0, this.times[right] ?? 0, child)) child = right;
			if (this.comesBefore(run, time, child)) break;
			this.move(child, place);
			place = child;
		}
		this.put(place, run, time);
	}

	private comesBefore(run: number, time: number, place: number): boolean {
		const other = this.times[place] ?? 0;
		return time === other ? run < (this.runs[place] ?? 0) : time < other;
	}

	private move(from: number, to: number): void {
		this.put(to, this.runs[from] ?? 0, this.times[from] ?? 0);
	}

	private put(place: number, run: number, time: number): void {
		this.runs[place] = run;
		this.times[place] = time;
	}
}
