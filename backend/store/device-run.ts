import { dayMs } from "../../shared/base/durations";
import { BadCursorError, type Span, type SpanPage, type SpanRequest, type Verdict } from "../base/reading-store";
import type { ChannelReadings, UploadFact } from "./block/readings";
import type { ReadBlocks } from "./hot-days";
import { readDay } from "./read-day";
import { createDaysAhead, type FoundDay, keptSpan, type RequestedDevice } from "./requested-days";
import type { Direction } from "./rows/reading-tables";
import type { StoreParts } from "./store-parts";
import { markOf, verdictAt } from "./verdicts";

const cursorForm = /^(-?\d{1,16})\.(\d{1,10})\.(\d{1,10})$/;

type Column = ChannelReadings & {
	index: number;
	place: number;
	end: number;
	isDoubtful: boolean;
	verdicts: readonly Verdict[];
};

/** One device's readings in order, one day in memory at a time. Equal times are ordered by channel number. */
export class DeviceRun {
	readonly device: RequestedDevice;
	at = 0;
	private readonly parts: StoreParts;
	private readonly direction: Direction;
	private readonly start: SpanPosition | null;
	private readonly nextDay: (span: Span) => FoundDay | null;
	private rest: Span;
	private uploads: UploadFact[] = [];
	private columns: Column[] = [];
	private next: Column | null = null;

	constructor(
		parts: StoreParts,
		device: RequestedDevice,
		{ span, start }: { span: SpanRequest; start: SpanPosition | null },
	) {
		this.parts = parts;
		this.device = device;
		this.direction = span.order;
		this.start = start;
		this.nextDay = createDaysAhead(parts, device, span.order);
		this.rest = fromStart(keptSpan(parts, device.deviceId, span), span.order, start);
	}

	get span(): Span {
		return this.rest;
	}

	load(): Promise<boolean> {
		return this.loadFrom(this.find());
	}

	async loadFrom(found: FoundDay | null, blocks?: ReadBlocks): Promise<boolean> {
		for (let next = found, ahead = blocks; next !== null; next = this.find(), ahead = undefined) {
			const { day } = next;
			const towardsDay = Math.floor((this.direction === "newest-first" ? this.rest.from : this.rest.to - 1) / dayMs);
			const request = { device: this.device, day, span: this.rest, towardsDay };
			const readings = await readDay(this.parts, request, { ...next, ...(ahead && { blocks: ahead }) });
			this.uploads = readings.uploads;
			this.columns = readings.channels.flatMap((channel) => this.column(channel));
			this.rest = this.beyond(day);
			if (this.choose()) return true;
		}
		return false;
	}

	appendTo({ readingAt, receivedAt, channel, value, mark }: SpanPage): void {
		const { next } = this;
		if (!next) throw new Error("A run is read past its end");
		readingAt.push(this.at);
		receivedAt.push(this.uploads[next.upload[next.place] ?? -1]?.receivedAt ?? Number.NaN);
		channel.push(next.index);
		value.push(next.value[next.place] ?? Number.NaN);
		mark?.push(markOf(next.isDoubtful, verdictAt(next.verdicts, this.at)));
	}

	position(): SpanPosition {
		return { at: this.at, device: this.device.number, channel: this.next?.channel ?? -1 };
	}

	step(): boolean {
		if (this.next) this.next.place += this.direction === "newest-first" ? -1 : 1;
		return this.choose();
	}

	private find(): FoundDay | null {
		return this.nextDay(this.rest);
	}

	private choose(): boolean {
		this.next = null;
		const isNewestFirst = this.direction === "newest-first";
		// Columns ascend by channel, so of equal times newest-first takes the last column, otherwise the first.
		for (const column of this.columns) {
			if (column.place === column.end) continue;
			const at = column.at[column.place] ?? Number.NaN;
			if (this.next && (isNewestFirst ? at < this.at : at >= this.at)) continue;
			this.next = column;
			this.at = at;
		}
		return this.next !== null;
	}

	private column(readings: ChannelReadings): Column[] {
		const index = this.device.indexByNumber.get(readings.channel);
		if (index === undefined) return [];
		const { at } = readings;
		const passed = this.start?.at ?? Number.NaN;
		const isPassed = this.isPassed(readings.channel);
		const { countedAs, verdicts } = this.device.judging;
		const counted = countedAs.get(readings.channel);
		const judged = {
			isDoubtful: counted !== undefined,
			verdicts: verdicts.get(counted ?? readings.channel) ?? [],
		};
		if (this.direction === "newest-first") {
			const last = at.at(-1) === passed && isPassed ? at.length - 2 : at.length - 1;
			return [{ ...readings, ...judged, index, place: last, end: -1 }];
		}
		const first = at[0] === passed && isPassed ? 1 : 0;
		return [{ ...readings, ...judged, index, place: first, end: at.length }];
	}

	private isPassed(channel: number): boolean {
		const { start, device, direction } = this;
		if (!start) return false;
		const order = device.number - start.device || channel - start.channel;
		return direction === "newest-first" ? order >= 0 : order <= 0;
	}

	private beyond(day: number): Span {
		const { from, to } = this.rest;
		return this.direction === "newest-first"
			? { from, to: Math.min(to, day * dayMs) }
			: { from: Math.max(from, (day + 1) * dayMs), to };
	}
}

function fromStart({ from, to }: Span, order: Direction, start: SpanPosition | null): Span {
	if (!start) return { from, to };
	return order === "newest-first" ? { from, to: Math.min(to, start.at + 1) } : { from: Math.max(from, start.at), to };
}

/** The last reading of a page. Pages run newest first, then by device and channel number, both descending. */
export type SpanPosition = { at: number; device: number; channel: number };

export function encodeCursor({ at, device, channel }: SpanPosition): string {
	return `${at}.${device}.${channel}`;
}

/** Throws BadCursorError. */
export function parseCursor(cursor: string): SpanPosition {
	const match = cursorForm.exec(cursor);
	if (!match) throw new BadCursorError();
	return { at: Number(match[1]), device: Number(match[2]), channel: Number(match[3]) };
}
