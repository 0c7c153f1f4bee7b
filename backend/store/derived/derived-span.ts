import { hourMs } from "../../../shared/base/durations";
import { appendAll, largestOf } from "../../../shared/base/lists";
import { pairReadings } from "../../../shared/device/derived/pairing";
import type { ChannelRef, ReadingStore, Span, SpanPage, SpanRequest } from "../../base/reading-store";
import { encodeCursor, parseCursor, type SpanPosition } from "../device-run";
import type { ComputedChannel, CountedChannel, FindComputed, PairedChannel } from "./computed-channels";
import { driverOf, reachOf, sourcesOf, spansOfFew, unitsPerValue } from "./paired-series";
import { readUses, type SentReadings } from "./use-readings";

type Row = SpanPosition & {
	ref: ChannelRef;
	/** Indexes the requested channels. -1: a driver that is not requested. */
	index: number;
	receivedAt: number;
	value: number;
	sent: number | null;
	mark: NonNullable<SpanPage["mark"]>[number];
};

type Requested = {
	/** Has the positions of the requested channels. Null: the device sends the channel. */
	driverIds: readonly (string | null)[];
	find(deviceIds: readonly string[]): FindComputed;
	sent: SentReadings;
};

const largestPage = 10_000;
const lastChannel = 9_999_999_999;

/**
 * Reads sent channels and drivers in pages. A computed channel has values at its driver's times only, so those of a page's
 * times are computed beside it. Readings of one device and time are computed together, because a cursor may cut between them.
 */
export async function readDerivedSpan(
	readingStore: ReadingStore,
	request: SpanRequest,
	{ driverIds, find, sent }: Requested,
): Promise<SpanPage> {
	const { order, limit, keptFrom, budget } = request;
	const start = request.cursor === undefined ? null : parseCursor(request.cursor);
	const { refs, indexes, derivedAt } = sentOf(request.channels, driverIds);
	const sign = order === "newest-first" ? -1 : 1;
	const compareGroups = (one: SpanPosition, other: SpanPosition) =>
		sign * (one.at - other.at || one.device - other.device);
	const compare = (one: SpanPosition, other: SpanPosition) =>
		compareGroups(one, other) || sign * (one.channel - other.channel);

	const found: Row[] = [];
	let open: Row[] = [];
	let pageLimit = Math.ceil(((limit + 1) * refs.length) / request.channels.length) + 1;
	let inner: SpanRequest = { ...request, ...fromGroup(request, start), channels: refs };
	for (;;) {
		const page = await readingStore.readSpan({ ...inner, limit: pageLimit });
		const rows = [...open, ...rowsOf(readingStore, page, { refs, indexes })];
		const last = rows.at(-1);
		const isEnd = page.nextCursor === null;
		open = isEnd || !last ? [] : rows.filter((row) => compareGroups(row, last) === 0);
		const complete = rows.slice(0, rows.length - open.length);
		const [first, end] = [complete[0], complete.at(-1)];
		if (first && end) {
			const devices = new Set(complete.map(({ ref }) => ref.deviceId));
			const present = derivedAt.filter((index) => devices.has(request.channels[index]?.deviceId ?? ""));
			const presentRefs = present.map((index) => request.channels[index] ?? noChannel);
			const numbers = readingStore.numbers(presentRefs);
			const ofAny = find([...new Set(presentRefs.map(({ deviceId }) => deviceId))]);
			const wanted = presentRefs.flatMap(({ channelId }, position) => {
				const [channel, number, index = -1] = [ofAny(channelId), numbers[position], present[position]];
				return channel && number ? { index, number, channel } : [];
			});
			const { rows: paired, left } = pairedAtOnce(complete, wanted);
			const turn = budget?.spent(unitsPerValue * paired.length);
			if (turn) await turn;
			const values = [...paired, ...(await computedRows(readingStore, left, { keptFrom, budget, sent }))];
			const isOfPage = (row: Row) => compareGroups(row, first) >= 0 && compareGroups(row, end) <= 0;
			const isAfterStart = (row: Row) => start === null || compare(row, start) > 0;
			const shown = [...complete.filter(({ index }) => index >= 0), ...values.filter(isOfPage)].filter(isAfterStart);
			for (const row of shown.sort(compare)) found.push(row);
		}
		if (isEnd || found.length > limit) break;
		const { cursor: _, ...further } = inner;
		inner = { ...further, cursor: page.nextCursor ?? "" };
		pageLimit = Math.max(pageLimit, Math.min(2 * pageLimit, largestPage));
	}
	const rows = found.slice(0, limit);
	const last = rows.at(-1);
	return {
		readingAt: rows.map(({ at }) => at),
		receivedAt: rows.map(({ receivedAt }) => receivedAt),
		channel: rows.map(({ index }) => index),
		value: rows.map(({ value }) => value),
		sent: rows.map((row) => row.sent),
		...((request.isMarked || rows.some(({ mark }) => mark !== null)) && { mark: rows.map(({ mark }) => mark) }),
		nextCursor: found.length > limit && last ? encodeCursor(last) : null,
	};
}

function fromGroup({ order, from, to }: SpanRequest, start: SpanPosition | null): Partial<SpanRequest> {
	if (!start) return {};
	const { at, device } = start;
	const before =
		order === "newest-first"
			? { device: device + 1, channel: 0 }
			: { device: Math.max(0, device - 1), channel: lastChannel };
	return {
		...(order === "newest-first" ? { to: Math.min(to, at + 1) } : { from: Math.max(from, at) }),
		cursor: encodeCursor({ at, ...before }),
	};
}

const noChannel: ChannelRef = { deviceId: "", channelId: "" };

type Read = { refs: readonly ChannelRef[]; indexes: readonly number[] };

/** The channels to read with their positions among the requested ones, and the positions of the computed channels. */
function sentOf(
	channels: readonly ChannelRef[],
	driverIds: readonly (string | null)[],
): { refs: ChannelRef[]; indexes: number[]; derivedAt: number[] } {
	const [refs, indexes, derivedAt]: [ChannelRef[], number[], number[]] = [[], [], []];
	const deviceOf = new Map<string, string>();
	const add = (ref: ChannelRef, index: number) => {
		refs.push(ref);
		indexes.push(index);
		deviceOf.set(ref.channelId, ref.deviceId);
	};
	for (const [index, ref] of channels.entries()) {
		if (driverIds[index] === null) add(ref, index);
		else derivedAt.push(index);
	}
	for (const index of derivedAt) {
		const driver = { deviceId: channels[index]?.deviceId ?? "", channelId: driverIds[index] ?? "" };
		const isKnown = deviceOf.get(driver.channelId) === driver.deviceId || hasRef(refs, deviceOf, driver);
		if (!isKnown) add(driver, -1);
	}
	return { refs, indexes, derivedAt };
}

/** Searches only where another device has a channel of the same id. */
function hasRef(refs: readonly ChannelRef[], deviceOf: ReadonlyMap<string, string>, sought: ChannelRef): boolean {
	if (!deviceOf.has(sought.channelId)) return false;
	return refs.some(({ deviceId, channelId }) => deviceId === sought.deviceId && channelId === sought.channelId);
}

function rowsOf(readingStore: ReadingStore, page: SpanPage, { refs, indexes }: Read): Row[] {
	const positions = [...new Set(page.channel)];
	const found = readingStore.numbers(positions.map((position) => refs[position] ?? noChannel));
	const numbers = new Map(positions.map((position, index) => [position, found[index]]));
	return page.readingAt.map((at, row) => {
		const position = page.channel[row] ?? -1;
		const { device = 0, channel = 0 } = numbers.get(position) ?? {};
		const value = page.value[row] ?? Number.NaN;
		return {
			at,
			device,
			channel,
			ref: refs[position] ?? noChannel,
			index: indexes[position] ?? -1,
			receivedAt: page.receivedAt[row] ?? Number.NaN,
			value,
			sent: page.sent?.[row] ?? value,
			mark: page.mark?.[row] ?? null,
		};
	});
}

type Wanted = { channel: ComputedChannel; index: number; number: { device: number; channel: number } };
type Left = ReadonlyMap<Wanted, ReadonlySet<number>>;

/**
 * Computes values whose sources all have a reading at the driver's time: no other reading is nearer. `complete`: every
 * requested reading of its devices and times, in order.
 */
function pairedAtOnce(complete: readonly Row[], wanted: readonly Wanted[]): { rows: Row[]; left: Left } {
	const ofDevice = Map.groupBy(wanted, ({ channel }) => channel.deviceId);
	const rows: Row[] = [];
	const left = new Map<Wanted, Set<number>>();
	for (let first = 0, end = 0; first < complete.length; first = end) {
		const [at, deviceId] = [complete[first]?.at ?? 0, complete[first]?.ref.deviceId ?? ""];
		while (complete[end]?.at === at && complete[end]?.ref.deviceId === deviceId) end += 1;
		const together = complete.slice(first, end);
		for (const one of ofDevice.get(deviceId) ?? []) {
			const driver = driverOf(one.channel).channelId;
			if (!together.some(({ ref }) => ref.channelId === driver)) continue;
			const sources = "use" in one.channel ? null : unmarkedReadings(together, one.channel);
			if (sources === null) left.set(one, (left.get(one) ?? new Set()).add(at));
			else appendAll(rows, rowOfPair(one, sources));
		}
	}
	return { rows, left };
}

function unmarkedReadings(together: readonly Row[], { sources }: PairedChannel): Row[] | null {
	const found = sources.flatMap((source) => together.filter(({ ref }) => ref.channelId === source));
	return found.length === sources.length && found.every(({ mark }) => mark === null) ? found : null;
}

function rowOfPair({ channel, index, number }: Wanted, sources: readonly Row[]): Row[] {
	if ("use" in channel) return [];
	const { derivation, driver } = channel;
	const values = sources.map(({ value }) => value);
	const value = derivation.value(values);
	const at = sources[driver]?.at;
	if (value === null || at === undefined) return [];
	const receivedAt = largestOf(sources.map((source) => source.receivedAt));
	const mark = derivation.isSaturated?.(values) ? "saturated" : null;
	return [{ ...number, ref: channel, index, at, value, receivedAt, sent: null, mark }];
}

type Column = { at: number[]; value: number[]; receivedAt: number[] };
type WindowRequest = Pick<SpanRequest, "keptFrom" | "budget"> & { sent: SentReadings };

async function computedRows(
	readingStore: ReadingStore,
	left: Left,
	{ keptFrom, budget, sent }: WindowRequest,
): Promise<Row[]> {
	const rows: Row[] = [];
	const wanted = [...left.keys()];
	const times = [...new Set([...left.values()].flatMap((ofChannel) => [...ofChannel]))].sort(
		(one, other) => one - other,
	);
	const channels = wanted.map(({ channel }) => channel);
	const { refs, positionsOf } = sourcesOf(channels);
	const reach = reachOf(channels);
	const windows = wanted.length === 0 ? [] : windowsOf(times);
	for (const { from, to } of windows.flatMap((window) => spansOfFew(readingStore, refs, window))) {
		const span = { from, to, keptFrom, budget };
		const columns = await readColumns(readingStore, refs, { ...span, from: from - reach, to: to + reach });
		for (const [{ channel, index, number }, needed] of left) {
			const sources = positionsOf(channel).flatMap((position) => columns[position] ?? []);
			const values =
				"use" in channel ? await usesOf(sent, channel, { source: sources[0], span }) : pairsOf(sources, channel, span);
			for (const one of values)
				if (needed.has(one.at)) rows.push({ ...one, ...number, ref: channel, index, sent: null });
			const turn = budget?.spent(unitsPerValue * values.length);
			if (turn) await turn;
		}
	}
	return rows;
}

/** Pauses of a slow driver are not read of a fast source. */
const longestPauseMs = hourMs;

function windowsOf(times: readonly number[]): { from: number; to: number }[] {
	const windows: { from: number; to: number }[] = [];
	for (const at of times) {
		const last = windows.at(-1);
		if (last && at - last.to <= longestPauseMs) last.to = at + 1;
		else windows.push({ from: at, to: at + 1 });
	}
	return windows;
}

type Value = Pick<Row, "at" | "value" | "receivedAt" | "mark">;

function pairsOf(sources: readonly Column[], channel: PairedChannel, { from, to }: Span): Value[] {
	const { derivation } = channel;
	const pairs = pairReadings(
		sources.map(({ at }) => at),
		channel,
	);
	return pairs.at.flatMap((at, pair) => {
		if (at < from || at >= to) return [];
		const partners = pairs.positions.map((positions) => positions[pair] ?? -1);
		const values = sources.map((source, index) => source.value[partners[index] ?? -1] ?? Number.NaN);
		const value = derivation.value(values);
		if (value === null) return [];
		let receivedAt = Number.NEGATIVE_INFINITY;
		for (const [index, source] of sources.entries())
			receivedAt = Math.max(receivedAt, source.receivedAt[partners[index] ?? -1] ?? receivedAt);
		return [{ at, value, receivedAt, mark: derivation.isSaturated?.(values) ? "saturated" : null }];
	});
}

type Counting = { source: Column | undefined; span: Parameters<typeof readUses>[2] };

async function usesOf(sent: SentReadings, { use }: CountedChannel, { source, span }: Counting): Promise<Value[]> {
	const receipts = new Map(source?.at.map((at, position) => [at, source.receivedAt[position] ?? at]));
	const { at, value } = await readUses(sent, use, span);
	return at.map((time, index) => {
		return { at: time, value: value[index] ?? 0, receivedAt: receipts.get(time) ?? time, mark: null };
	});
}

async function readColumns(
	readingStore: ReadingStore,
	refs: ChannelRef[],
	span: Span & Pick<SpanRequest, "budget">,
): Promise<Column[]> {
	const columns = refs.map((): Column => ({ at: [], value: [], receivedAt: [] }));
	let cursor: string | null = null;
	do {
		const at: { cursor?: string } = cursor === null ? {} : { cursor };
		const request = { ...span, ...at, channels: refs, limit: largestPage, order: "oldest-first" as const };
		const page: SpanPage = await readingStore.readSpan(request);
		for (const [row, time] of page.readingAt.entries()) {
			const column = columns[page.channel[row] ?? -1];
			column?.at.push(time);
			column?.value.push(page.value[row] ?? Number.NaN);
			column?.receivedAt.push(page.receivedAt[row] ?? Number.NaN);
		}
		cursor = page.nextCursor;
	} while (cursor !== null);
	return columns;
}
