import { type SpanPage, type SpanRequest, unitsPerDay } from "../base/reading-store";
import { DeviceRun, encodeCursor, parseCursor, type SpanPosition } from "./device-run";
import { rowsWithin } from "./read-day";
import { channelsByDevice, newestReadingAt, nextDays, type RequestedDevice, requestedDevice } from "./requested-days";
import type { StoreParts } from "./store-parts";

const devicesTogether = 250;

const unitsPerRow = 3;

export async function readSpan(parts: StoreParts, request: SpanRequest): Promise<SpanPage> {
	const page: SpanPage = {
		readingAt: [],
		receivedAt: [],
		channel: [],
		value: [],
		...(request.isMarked && { mark: [] }),
		nextCursor: null,
	};
	const waiting = waitingDevices(parts, request);
	const runs = new Map<number, DeviceRun>();
	const heap = new RunHeap(waiting.count);
	const timeOf = ({ at }: DeviceRun) => (request.order === "newest-first" ? -at : at);

	async function start(some: Waiting[]): Promise<void> {
		const started = some.map(({ device, span }) => new DeviceRun(parts, device, span));
		const isLoaded = await loadFirstDays(parts, started, request);
		for (const [position, run] of started.entries()) {
			const rank = rankOf(run.device, request.order);
			runs.set(rank, run);
			if (isLoaded[position]) heap.add(rank, timeOf(run));
		}
	}

	let last: SpanPosition | null = null;
	let paidFor = 0;
	for (;;) {
		while (waiting.isAnyBefore(heap.topTime())) await start(waiting.take());
		const run = runs.get(heap.top());
		if (!run) break;
		if (page.readingAt.length === request.limit) {
			page.nextCursor = last && encodeCursor(last);
			break;
		}
		run.appendTo(page);
		if (page.readingAt.length === request.limit) last = run.position();
		if (run.step()) {
			heap.sinkTop(timeOf(run));
			continue;
		}
		if (await run.load()) heap.sinkTop(timeOf(run));
		else heap.dropTop();
		const turn = request.budget?.spent(unitsPerDay + unitsPerRow * (page.value.length - paidFor));
		paidFor = page.value.length;
		if (turn) await turn;
	}
	return page;
}

/** Rank of a device among equal reading times: the lowest comes first. A device number takes 32 bits. */
function rankOf({ number }: RequestedDevice, order: SpanRequest["order"]): number {
	return order === "newest-first" ? 2 ** 32 - 1 - number : number;
}

type Waiting = { device: RequestedDevice; span: { span: SpanRequest; start: SpanPosition | null } };

/** Newest first, a device starts only when no started device has a later reading: a page reads few devices. */
function waitingDevices(parts: StoreParts, request: SpanRequest) {
	const { tails } = parts;
	const start = request.cursor === undefined ? null : parseCursor(request.cursor);
	const isNewestFirst = request.order === "newest-first";
	const requested = channelsByDevice(request.channels);
	const ordered = tails.rows(requested.deviceIds()).map((facts) => ({ facts, newestAt: newestReadingAt(facts) }));
	if (isNewestFirst) ordered.sort((one, other) => other.newestAt - one.newestAt);
	const past = isNewestFirst ? ordered.findIndex(({ newestAt }) => newestAt < request.from) : -1;
	const count = past === -1 ? ordered.length : past;
	let first = 0;

	function waitingOf({ facts, newestAt }: (typeof ordered)[number]): Waiting[] {
		const ofDevice = { requested: requested.of(facts.deviceId), isMarked: request.isMarked };
		const device = requestedDevice(parts, facts, ofDevice);
		const to = isNewestFirst ? Math.min(request.to, newestAt + 1) : request.to;
		return device === null ? [] : [{ device, span: { span: { ...request, to }, start } }];
	}

	return {
		count,
		/** Whether a waiting device may have a reading at or before this heap time. */
		isAnyBefore(time: number): boolean {
			const next = first < count ? ordered[first] : undefined;
			return next !== undefined && !(isNewestFirst && -next.newestAt > time);
		},
		take(): Waiting[] {
			const some = ordered.slice(first, isNewestFirst ? Math.min(first + devicesTogether, count) : count);
			first += some.length;
			return some.flatMap(waitingOf);
		},
	};
}

async function loadFirstDays(parts: StoreParts, runs: DeviceRun[], { order, budget }: SpanRequest): Promise<boolean[]> {
	const loading: Promise<boolean>[] = [];
	for (let first = 0; first < runs.length; first += devicesTogether) {
		const together = runs.slice(first, first + devicesTogether);
		parts.tails.rows(together.map(({ device }) => device.deviceId));
		const days = nextDays(parts, together, order);
		const blocks = parts.hotDays.readAhead(
			together.flatMap(({ span }, index) => rowsWithin(days[index]?.rows ?? [], span)),
		);
		for (const [index, run] of together.entries()) loading.push(run.loadFrom(days[index] ?? null, blocks));
		const turn = budget?.spent(unitsPerDay * together.length);
		if (!turn) continue;
		// Awaited together, so that no rejection goes unhandled.
		await Promise.all([turn, ...loading]);
	}
	return Promise.all(loading);
}

/** Lowest time, then lowest number. Uses typed arrays, because a page calls it for each reading. */
class RunHeap {
	private readonly times: Float64Array;
	private readonly runs: Uint32Array;
	private size = 0;

	constructor(most: number) {
		this.times = new Float64Array(most);
		this.runs = new Uint32Array(most);
	}

	add(run: number, time: number): void {
		let index = this.size;
		this.size += 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!this.comesBefore(run, time, parent)) break;
			this.move(parent, index);
			index = parent;
		}
		this.put(index, run, time);
	}

	top(): number {
		return this.size === 0 ? -1 : (this.runs[0] ?? -1);
	}

	topTime(): number {
		return this.size === 0 ? Number.POSITIVE_INFINITY : (this.times[0] ?? Number.POSITIVE_INFINITY);
	}

	/** Call when the top run moved to a later time. */
	sinkTop(time: number): void {
		this.sink(this.runs[0] ?? 0, time);
	}

	dropTop(): void {
		this.size -= 1;
		this.sink(this.runs[this.size] ?? 0, this.times[this.size] ?? 0);
	}

	private sink(run: number, time: number): void {
		let index = 0;
		for (let child = 1; child < this.size; child = 2 * index + 1) {
			const right = child + 1;
			if (right < this.size && this.comesBefore(this.runs[right] ?? 0, this.times[right] ?? 0, child)) child = right;
			if (this.comesBefore(run, time, child)) break;
			this.move(child, index);
			index = child;
		}
		this.put(index, run, time);
	}

	private comesBefore(run: number, time: number, index: number): boolean {
		const other = this.times[index] ?? 0;
		return time === other ? run < (this.runs[index] ?? 0) : time < other;
	}

	private move(from: number, to: number): void {
		this.put(to, this.runs[from] ?? 0, this.times[from] ?? 0);
	}

	private put(index: number, run: number, time: number): void {
		this.runs[index] = run;
		this.times[index] = time;
	}
}
