import type { SpanPage, SpanRequest } from "../../../backend/base/reading-store";
import { encodeCursor, parseCursor, type SpanPosition } from "../../../backend/store/device-run";
import type { ReadingRow, ReadingRows } from "./reading-rows";

/** The requested channels of one device: its number, the count of its channels, and the position of each in the request. */
export type NumberedChannels = { device: number; known: number; indexByNumber: Map<number, number> };

const smallestRun = 16;
const aboveEveryChannel = 2 ** 31;

export function readSpan(rows: ReadingRows, devices: NumberedChannels[], request: SpanRequest): SpanPage {
	const page: SpanPage = { readingAt: [], receivedAt: [], channel: [], value: [], nextCursor: null };
	const start = request.cursor === undefined ? null : parseCursor(request.cursor);
	const runLength = Math.max(smallestRun, Math.ceil((2 * request.limit) / Math.max(devices.length, 1)));
	const queue = new NewestFirst(
		devices.map((device) =>
			deviceRun(rows, device, { from: request.from, ...startOf(device, request.to, start), runLength }),
		),
	);
	let last: SpanPosition | null = null;
	for (let next = queue.take(); next; next = queue.take()) {
		if (page.readingAt.length === request.limit) {
			page.nextCursor = last && encodeCursor(last);
			break;
		}
		page.readingAt.push(next.row.at);
		page.receivedAt.push(next.row.receivedAt);
		page.channel.push(next.index);
		page.value.push(next.row.value);
		last = next.row;
	}
	return page;
}

type Start = { below: { at: number; channel: number } };

function startOf({ device }: NumberedChannels, to: number, cursor: SpanPosition | null): Start {
	if (!cursor || cursor.at >= to) return { below: { at: to, channel: -1 } };
	if (device === cursor.device) return { below: { at: cursor.at, channel: cursor.channel } };
	return { below: { at: cursor.at, channel: device < cursor.device ? aboveEveryChannel : -1 } };
}

type Entry = { row: ReadingRow; index: number };

function* deviceRun(
	rows: ReadingRows,
	{ device, known, indexByNumber }: NumberedChannels,
	{ from, below, runLength }: Start & { from: number; runLength: number },
): Generator<Entry, void> {
	const channels = indexByNumber.size === known ? null : [...indexByNumber.keys()];
	let place = below;
	for (;;) {
		const run = rows.run({ device, from, below: place, channels, limit: runLength });
		for (const row of run) {
			const index = indexByNumber.get(row.channel);
			if (index !== undefined) yield { row, index };
		}
		const end = run.at(-1);
		if (!end || run.length < runLength) return;
		place = { at: end.at, channel: end.channel };
	}
}

function isBefore(a: ReadingRow, b: ReadingRow): boolean {
	if (a.at !== b.at) return a.at > b.at;
	if (a.device !== b.device) return a.device > b.device;
	return a.channel > b.channel;
}

type Head = { entry: Entry; rest: Generator<Entry, void> };

/** Merges runs that are each newest first: a binary heap of their heads. */
class NewestFirst {
	private readonly heads: Head[] = [];

	constructor(runs: Generator<Entry, void>[]) {
		for (const rest of runs) this.push(rest);
	}

	take(): Entry | null {
		const [top] = this.heads;
		if (!top) return null;
		const { entry } = top;
		const next = top.rest.next();
		if (!next.done) {
			top.entry = next.value;
			this.sink(0);
			return entry;
		}
		const moved = this.heads.pop();
		if (moved && this.heads.length > 0) {
			this.heads[0] = moved;
			this.sink(0);
		}
		return entry;
	}

	private push(rest: Generator<Entry, void>): void {
		const first = rest.next();
		if (first.done) return;
		this.heads.push({ entry: first.value, rest });
		this.rise(this.heads.length - 1);
	}

	private rise(from: number): void {
		for (let child = from; child > 0; ) {
			const parent = (child - 1) >> 1;
			if (!this.swapIfBefore(child, parent)) return;
			child = parent;
		}
	}

	private sink(from: number): void {
		for (let parent = from; ; ) {
			const left = 2 * parent + 1;
			const right = left + 1;
			const child = this.comesFirst(right, left) ? right : left;
			if (!this.swapIfBefore(child, parent)) return;
			parent = child;
		}
	}

	private comesFirst(one: number, other: number): boolean {
		const a = this.heads[one];
		const b = this.heads[other];
		return a !== undefined && b !== undefined && isBefore(a.entry.row, b.entry.row);
	}

	private swapIfBefore(child: number, parent: number): boolean {
		const lower = this.heads[child];
		const upper = this.heads[parent];
		if (!lower || !upper || !isBefore(lower.entry.row, upper.entry.row)) return false;
		this.heads[parent] = lower;
		this.heads[child] = upper;
		return true;
	}
}
