import type { LimitLine } from "../../shared/alert/conditions/words";
import { limits } from "../../shared/base/limits";
import { smallestOf } from "../../shared/base/lists";
import { positionFrom } from "../../shared/base/sorted";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { decimalsOf, type Quantity, readIn } from "../../shared/formats/units";
import type { Holding } from "../../shared/log/holding";
import type { ChannelSeries, LogChannel, LogDevice, LogSpan, SeriesPage } from "../../shared/log/log";
import type { TimeRange } from "../../shared/time/time-zones";

export const seriesCount = 8;

/** CSS pixels. Distinguishes lines of one color in chart and legend. */
export const dashes: readonly number[][] = [[], [11, 6], [2, 4], [14, 4, 2, 4]];

/** `dash` is an index of `dashes`. */
export type LineLook = { colour: number; dash: number };

export type ChartLine = {
	channel: LogChannel;
	device: LogDevice;
	look: LineLook;
	at: number[];
	value: number[];
	min: number[];
	max: number[];
	sum?: number[] | undefined;
	gapMs: number | null;
	/** Present only for single readings in the server's series. */
	holding?: Holding | undefined;
	mark?: NonNullable<ChannelSeries["mark"]> | undefined;
	/** Doubtful and excluded readings, which are in no line and no figure. */
	marked?: NonNullable<ChannelSeries["marked"]> | undefined;
};

export type ChartContent = {
	span: TimeRange;
	quantities: Quantity[];
	/** Null if nothing was measured. A chosen quantity stays even if it was not measured. */
	quantity: Quantity | null;
	lines: ChartLine[];
	leftOut: number;
	bucketMs: number;
	/** When the devices were in alert or offline. Absent: only the log's lines show it. */
	spans?: LogSpan[] | undefined;
	/** Replaces the channels' expected ranges. */
	ruleLimits?: LimitLine[];
	second?: ChartLine[];
	/** Times of lines that were moved onto the axis of the first. `own` null: the line's time is that of the axis. */
	moved?: { text: (at: number) => string; own: (line: ChartLine, at: number) => string | null };
	/** The lines of an earlier time, moved onto this one; `label` names the time. */
	earlier?: { label: string; lines: ChartLine[] };
};

export function everyLine({ lines, second = [] }: Pick<ChartContent, "lines" | "second">): ChartLine[] {
	return second.length === 0 ? lines : [...lines, ...second];
}

export function contentOfSeries(page: SeriesPage): ChartContent {
	const devices = new Map(page.devices.map((device) => [device.id, device]));
	const lines = page.series.flatMap(({ channel: index, at, ...points }): UnstyledLine[] => {
		const channel = page.channels[index];
		const device = channel && devices.get(channel.deviceId);
		if (!channel || !device) return [];
		return [
			{ channel, device, at: page.bucketMs === 0 ? at : at.map((start) => start + page.bucketMs / 2), ...points },
		];
	});
	const { from, to, quantities, leftOut, bucketMs, spans } = page;
	const quantity = quantities.length === 0 ? null : page.quantity;
	return { span: { from, to }, quantities, quantity, lines: withLooks(lines), leftOut, bucketMs, spans };
}

export function contentOfQuantity(page: SeriesPage, chosen: Quantity | null): ChartContent {
	const quantity = chosen ?? page.quantities[0] ?? null;
	const { lines, ...content } = contentOfSeries({ ...page, quantity });
	const shown = lines.filter(({ channel }) => channel.quantity === quantity);
	const leftOut = shown.length === limits.seriesChannels ? page.leftOut : 0;
	return { ...content, lines: withLooks(shown), leftOut };
}

/** Converts values, limits and axis to the user's units. */
export function contentAsRead(content: ChartContent, style: ValueStyle): ChartContent {
	return mapLines(content, (lines) => lines.map((line) => lineAsRead(line, style)));
}

export function mapLines(content: ChartContent, map: (lines: ChartLine[]) => ChartLine[]): ChartContent {
	const { lines, second, earlier } = content;
	return {
		...content,
		lines: map(lines),
		...(second && { second: map(second) }),
		...(earlier && { earlier: { ...earlier, lines: map(earlier.lines) } }),
	};
}

function lineAsRead(line: ChartLine, style: ValueStyle): ChartLine {
	const { unit, moreDecimals, read: convert } = readIn(line.channel, style);
	if (unit === line.channel.unit) return line;
	const read = (value: number) => convert(value);
	const bound = (value: number | null | undefined) => (value === null || value === undefined ? null : read(value));
	const decimals = decimalsOf(line.channel.decimals, moreDecimals);
	const channel = { ...line.channel, unit, decimals, min: bound(line.channel.min), max: bound(line.channel.max) };
	const { value, min, max } = line;
	const marked = line.marked && { ...line.marked, value: line.marked.value.map(read) };
	return { ...line, channel, value: value.map(read), min: min.map(read), max: max.map(read), marked };
}

export type UnstyledLine = Omit<ChartLine, "look">;

export function withLooks(lines: UnstyledLine[]): ChartLine[] {
	const used = new Map<number, number>();
	return lines.map((line) => {
		const colour = colourOf(line.channel);
		const before = used.get(colour) ?? 0;
		used.set(colour, before + 1);
		return { ...line, look: { colour, dash: before % dashes.length } };
	});
}

function colourOf({ id, colour }: Pick<LogChannel, "id" | "colour">): number {
	return (colour ?? hashOf(id)) % seriesCount;
}

/** Numbers a channel of a backend that does not number its channels. */
function hashOf(id: string): number {
	return [...id].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 0);
}

export type LinePoint = {
	at: number;
	value: number;
	low: number | null;
	high: number | null;
	isSaturated?: true;
};

export function pointOf({ at, value, min, max, mark }: ChartLine, index: number): LinePoint | null {
	const [time, measured] = [at[index], value[index]];
	if (time === undefined || measured === undefined) return null;
	const isSaturated = mark?.[index] === "saturated";
	return {
		at: time,
		value: measured,
		low: min[index] ?? null,
		high: max[index] ?? null,
		...(isSaturated && { isSaturated }),
	};
}

export function nearestPoint(line: ChartLine, at: number): LinePoint | null {
	const { at: times, gapMs } = line;
	const after = positionFrom(times, at);
	const distance = (index: number) => Math.abs((times[index] ?? Number.POSITIVE_INFINITY) - at);
	const nearest = distance(after - 1) <= distance(after) ? after - 1 : after;
	if (distance(nearest) === Number.POSITIVE_INFINITY) return null;
	return gapMs !== null && distance(nearest) > gapMs ? null : pointOf(line, nearest);
}

/** Lowest and highest value in the span, bands included; null without a reading. */
export function extentOf(lines: ChartLine[], { from, to }: TimeRange): [number, number] | null {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (const { at, value, min, max } of lines) {
		const lows = min.length > 0 ? min : value;
		const highs = max.length > 0 ? max : value;
		const end = positionFrom(at, to);
		for (let index = positionFrom(at, from); index < end; index += 1) {
			low = Math.min(low, lows[index] ?? low);
			high = Math.max(high, highs[index] ?? high);
		}
	}
	return low > high ? null : [low, high];
}

/** Ten steps of the display. A line that moves less counts as if it moved this much: the rest is noise. */
export function leastHeight(lines: ChartLine[]): number {
	return 10 * 10 ** -smallestOf(lines.map(({ channel: { decimals } }) => decimals));
}

export function valueRange(lines: ChartLine[], span: TimeRange): [number, number] {
	const extent = extentOf(lines, span);
	if (extent === null) return [0, 1];
	const [low, high] = extent;
	const air = high === low ? Math.max(Math.abs(high) * 0.05, 0.5) : (high - low) * 0.12;
	return [low - air, high + air];
}
