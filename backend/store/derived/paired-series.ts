import { dayMs } from "../../../shared/base/durations";
import { largestOf } from "../../../shared/base/lists";
import { positionFrom } from "../../../shared/base/sorted";
import { nearestPositions } from "../../../shared/device/derived/pairing";
import type { ChannelRef, ReadBudget, ReadingStore, Series, Span } from "../../base/reading-store";
import type { DefinedChannel, PairedChannel } from "./computed-channels";

/** Pairing and computing a value costs as much as decoding so many readings. */
export const unitsPerValue = 4;

type SeriesRequest = Span & { budget?: ReadBudget | undefined };

export async function readPairedSeries(
	readingStore: PairedReads,
	channels: readonly PairedChannel[],
	{ budget, ...span }: SeriesRequest,
): Promise<Series[]> {
	const { refs, positionsOf } = sourcesOf(channels);
	const reach = reachOf(channels);
	const pieces = channels.map((): Series[] => []);
	for (const { from, to } of spansOfFew(readingStore, refs, span)) {
		const around = { ...span, from: from - reach, to: to + reach };
		const read = await readingStore.readSeries({ ...around, channels: refs, budget });
		for (const [index, channel] of channels.entries()) {
			const sources = positionsOf(channel).map((position) => read[position] ?? noSeries);
			for (const part of partsOf(sources[channel.driver] ?? noSeries, { from, to })) {
				const piece = pairedSeries(sources, channel, part);
				pieces[index]?.push(piece);
				const turn = budget?.spent(unitsPerValue * piece.at.length);
				if (turn) await turn;
			}
		}
	}
	return pieces.map(joinedSeries);
}

export type PairedReads = Pick<ReadingStore, "readSeries" | "mostStored">;

/** In memory at once. A source can send each second, and the driver once a day. */
const mostReadTogether = 2_000_000;

/** Parts of the span, in order, each of few readings of the devices or of one day. */
export function spansOfFew(
	readingStore: Pick<ReadingStore, "mostStored">,
	channels: readonly ChannelRef[],
	span: Pick<Span, "from" | "to">,
): Pick<Span, "from" | "to">[] {
	const deviceIds = [...new Set(channels.map(({ deviceId }) => deviceId))];
	const split = ({ from, to }: Pick<Span, "from" | "to">): Pick<Span, "from" | "to">[] => {
		const stored = readingStore.mostStored(deviceIds, { from, to }).reduce((sum, most) => sum + most, 0);
		const middle = Math.ceil((from + to) / 2 / dayMs) * dayMs;
		if (stored <= mostReadTogether || middle <= from || middle >= to) return [{ from, to }];
		return [...split({ from, to: middle }), ...split({ from: middle, to })];
	};
	return split(span);
}

const mostTogether = 30_000;

/** Spans that together are the span, each with a bounded number of the driver's readings. */
function partsOf({ at }: Series, { from, to }: Pick<Span, "from" | "to">): Pick<Span, "from" | "to">[] {
	const starts = [from];
	for (let position = mostTogether; position < at.length; position += mostTogether) {
		const start = at[position] ?? 0;
		if (start > from && start < to) starts.push(start);
	}
	return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}

function joinedSeries(pieces: readonly Series[]): Series {
	const [only] = pieces;
	if (only && pieces.length === 1) return only;
	const length = pieces.reduce((sum, { at }) => sum + at.length, 0);
	const joined: Series = { at: new Float64Array(length), value: new Float64Array(length) };
	if (pieces.some(({ isSaturated }) => isSaturated)) joined.isSaturated = new Uint8Array(length);
	let position = 0;
	for (const { at, value, isSaturated } of pieces) {
		joined.at.set(at, position);
		joined.value.set(value, position);
		if (isSaturated) joined.isSaturated?.set(isSaturated, position);
		position += at.length;
	}
	return joined;
}

const noSeries: Series = { at: new Float64Array(), value: new Float64Array() };

function pairedSeries(
	sources: readonly Series[],
	{ driver, toleranceMs, derivation }: Pick<PairedChannel, "driver" | "toleranceMs" | "derivation">,
	{ from, to }: Pick<Span, "from" | "to">,
): Series {
	const columns = sources.map((series, source) => {
		const reachMs = source === driver ? 0 : toleranceMs;
		return seriesWithin(series, from - reachMs, to + reachMs);
	});
	const times = columns[driver]?.at ?? noSeries.at;
	const nearest = columns.map((series, source) =>
		source === driver ? null : nearestPositions(times, series.at, toleranceMs),
	);
	const [at, value] = [new Float64Array(times.length), new Float64Array(times.length)];
	const values = columns.map(() => 0);
	let isSaturated: Uint8Array | null = null;
	let count = 0;
	for (let index = 0; index < times.length; index += 1) {
		let isPaired = true;
		for (let source = 0; source < columns.length && isPaired; source += 1) {
			const position = nearest[source]?.[index] ?? index;
			isPaired = position >= 0;
			values[source] = columns[source]?.value[position] ?? Number.NaN;
		}
		const found = isPaired ? derivation.value(values) : null;
		if (found === null) continue;
		at[count] = times[index] ?? 0;
		value[count] = found;
		if (derivation.isSaturated?.(values)) {
			isSaturated ??= new Uint8Array(times.length);
			isSaturated[count] = 1;
		}
		count += 1;
	}
	return {
		at: at.slice(0, count),
		value: value.slice(0, count),
		...(isSaturated && { isSaturated: isSaturated.slice(0, count) }),
	};
}

function seriesWithin({ at, value }: Series, from: number, to: number): Series {
	const [first, end] = [positionFrom(at, from), positionFrom(at, to)];
	return { at: at.subarray(first, end), value: value.subarray(first, Math.max(first, end)) };
}

/** How far before and after a reading the values lie that it can change, ms. */
export function reachOf(channels: readonly DefinedChannel[]): number {
	return largestOf([0, ...channels.map(({ toleranceMs }) => toleranceMs)]);
}

/** Each source once: a read returns a channel that is requested twice only once. */
export function sourcesOf(channels: readonly DefinedChannel[]) {
	const sources = uniqueRefs(channels.flatMap(refsOf));
	return { refs: sources.refs, positionsOf: (channel: DefinedChannel) => refsOf(channel).map(sources.positionOf) };
}

function refsOf({ deviceId, sources }: DefinedChannel): ChannelRef[] {
	return sources.map((channelId) => ({ deviceId, channelId }));
}

export function uniqueRefs(all: readonly ChannelRef[]) {
	const positions = new Map<string, number>();
	const refs: ChannelRef[] = [];
	const keyOf = ({ deviceId, channelId }: ChannelRef) => {
		const known = refs[positions.get(channelId) ?? -1];
		return known === undefined || known.deviceId === deviceId ? channelId : `${deviceId} ${channelId}`;
	};
	for (const ref of all) {
		const key = keyOf(ref);
		if (positions.has(key)) continue;
		positions.set(key, refs.length);
		refs.push(ref);
	}
	return { refs, positionOf: (ref: ChannelRef) => positions.get(keyOf(ref)) ?? -1 };
}

export function driverOf({ deviceId, sources, driver }: DefinedChannel): ChannelRef {
	return { deviceId, channelId: sources[driver] ?? "" };
}
