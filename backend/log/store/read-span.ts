import type { SpanPage, SpanRequest } from "../log-store";
import { encodeCursor, parseCursor, type SpanPosition } from "../span-cursor";
import { askedDevices } from "./asked-devices";
import { nextDays } from "./days-with-readings";
import { DeviceRun } from "./device-run";
import { rowsWithin } from "./read-day";
import { RunHeap } from "./run-heap";
import type { StoreParts } from "./store-parts";

/** Devices whose first days are found and read with one statement each, so that their blocks are not in memory all at once. */
const devicesTogether = 250;

/**
 * A page of the log: each device's readings day by day, merged. A day is read when the page comes to it, so a page
 * of a long span costs what is on it.
 */
export async function readSpan(parts: StoreParts, request: SpanRequest): Promise<SpanPage> {
	const page: SpanPage = { readingAt: [], receivedAt: [], channel: [], value: [], nextCursor: null };
	const runs = runsOf(parts, request);
	const isLoaded = await Promise.all(loadFirstDays(parts, runs, request));
	const heap = new RunHeap(runs.length);
	const timeOf = ({ at }: DeviceRun) => (request.order === "newest-first" ? -at : at);
	for (const [index, run] of runs.entries()) if (isLoaded[index]) heap.add(index, timeOf(run));
	let last: SpanPosition | null = null;
	for (let run = runs[heap.top()]; run; run = runs[heap.top()]) {
		if (page.readingAt.length === request.limit) {
			page.nextCursor = last && encodeCursor(last);
			break;
		}
		run.appendTo(page);
		if (page.readingAt.length === request.limit) last = run.position();
		if (run.step() || (await run.load())) heap.sinkTop(timeOf(run));
		else heap.dropTop();
	}
	return page;
}

/** By their devices' numbers in the order asked for, in which readings of one time follow each other. */
function runsOf(parts: StoreParts, request: SpanRequest): DeviceRun[] {
	const start = request.cursor === undefined ? null : parseCursor(request.cursor);
	const direction = request.order === "newest-first" ? -1 : 1;
	return askedDevices(parts, request.channels)
		.sort((one, other) => direction * (one.number - other.number))
		.map((device) => new DeviceRun(parts, device, { span: request, start }));
}

/** Each run's first day: all that is read of the tables for it is read before anything is awaited. */
function loadFirstDays(parts: StoreParts, runs: DeviceRun[], { order }: SpanRequest): Promise<boolean>[] {
	const loading: Promise<boolean>[] = [];
	for (let first = 0; first < runs.length; first += devicesTogether) {
		const together = runs.slice(first, first + devicesTogether);
		const days = nextDays(parts, together, order);
		const blocks = parts.hotDays.readAhead(
			together.flatMap(({ span }, index) => rowsWithin(days[index]?.rows ?? [], span)),
		);
		for (const [index, run] of together.entries()) loading.push(run.loadFrom(days[index] ?? null, blocks));
	}
	return loading;
}
