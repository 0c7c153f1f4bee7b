import { dayMs, hourMs } from "../../../shared/base/durations";
import { smallestOf } from "../../../shared/base/lists";
import { contextSteps, quarterStart } from "../../../shared/device/derived/counter-rises";
import { decidedUntil, pairReadings } from "../../../shared/device/derived/pairing";
import type { ReadingStore, TakenReadings } from "../../base/reading-store";
import type { ComputedChannel, CountedChannel, FindComputed, PairedChannel } from "./computed-channels";
import { countedUses } from "./use-readings";

const readTogetherMs = 6 * hourMs;
/** Growing spans in which a counter's neighbouring readings are searched. */
const soughtMs = [hourMs, dayMs, 8 * dayMs, 64 * dayMs];
const changedAfter = 2;

/** Gives derived channels to the alert engine in order. Counters use values as sent, other channels calibrated ones. */
export function createDerivedTaken(
	readingStore: ReadingStore,
	{ find, idsOf }: { find: () => FindComputed; idsOf(deviceId: string): readonly string[] },
): ReadingStore {
	return {
		...readingStore,
		append(upload, evaluate) {
			const ids = idsOf(upload.deviceId);
			if (!evaluate || ids.length === 0) return readingStore.append(upload, evaluate);
			// Named by the upload, a derived channel has its number in any case.
			const channelIds = [...upload.channelIds, ...ids];
			return readingStore.append({ ...upload, channelIds }, (taken) => evaluate(withDerived(taken, find())));
		},
	};
}

export function withDerived(taken: TakenReadings, find: FindComputed): TakenReadings {
	const reads = createReads(taken);
	return {
		...taken,
		newestBefore(channelId) {
			const channel = find(channelId);
			return channel ? newestOfAll(taken, channel) : taken.newestBefore(channelId);
		},
		history(channelId, from, to) {
			const channel = find(channelId);
			if (!channel) return taken.history(channelId, from, to);
			const { stored, sent } = reads;
			const span = { from, to: to - 1 };
			return "use" in channel ? usesWithin(sent.stored, channel, span) : pairsWithin(stored, channel, span);
		},
		derivedSince(channelId, after) {
			const channel = find(channelId);
			if (!channel) return taken.derivedSince(channelId, after);
			return "use" in channel ? countedBy(reads.sent, channel) : settledBy(taken, channel, { reads, after });
		},
	};
}

function newestOfAll(taken: TakenReadings, { sources }: ComputedChannel): number | null {
	const newest = sources.map((source) => taken.newestBefore(source));
	return newest.includes(null) ? null : smallestOf(newest.map((at) => at ?? 0));
}

type Sample = { at: number; value: number };

/** Both ends included, epoch ms. */
type Between = { from: number; to: number };

type Read = { within(channelId: string, span: Between): readonly Sample[]; newest(channelId: string): number | null };

type Reads = { own(channelId: string): readonly Sample[]; stored: Read; all: Read };

function createReads(taken: TakenReadings): Reads & { sent: Reads } {
	const reads = readsOf(taken);
	return { ...reads, sent: taken.sent ? readsOf({ ...taken, ...taken.sent }) : reads };
}

function readsOf(taken: TakenReadings): Reads {
	let byChannel: Samples | null = null;
	const own: Reads["own"] = (channelId) => {
		byChannel ??= ownSamples(taken);
		return byChannel.get(channelId) ?? [];
	};
	const known = new Map<string, readonly Sample[]>();
	const stored: Read = {
		newest: taken.newestBefore,
		within(channelId, { from, to }) {
			const newest = taken.newestBefore(channelId);
			if (newest === null || newest < from) return [];
			const key = `${channelId} ${from} ${to}`;
			const read = known.get(key) ?? taken.history(channelId, from, to + 1);
			known.set(key, read);
			return read;
		},
	};
	const all: Read = {
		newest: (channelId) => later(stored.newest(channelId), own(channelId).at(-1)?.at ?? null),
		within: (channelId, span) => joined(stored.within(channelId, span), within(own(channelId), span)),
	};
	return { own, stored, all };
}

type Samples = ReadonlyMap<string, readonly Sample[]>;

function ownSamples({ channelIds, channel, at, value }: TakenReadings): Samples {
	const byChannel = new Map<string, Map<number, number>>();
	for (const [index, time] of at.entries()) {
		const channelId = channelIds[channel[index] ?? -1] ?? "";
		const known = byChannel.get(channelId) ?? new Map<number, number>();
		byChannel.set(channelId, known.set(time, value[index] ?? Number.NaN));
	}
	return new Map(Array.from(byChannel, ([channelId, samples]) => [channelId, byTime(samples)]));
}

function byTime(samples: ReadonlyMap<number, number>): Sample[] {
	return Array.from(samples, ([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at);
}

function within(samples: readonly Sample[], { from, to }: Between): readonly Sample[] {
	return samples.filter(({ at }) => at >= from && at <= to);
}

function joined(stored: readonly Sample[], own: readonly Sample[]): readonly Sample[] {
	if (stored.length === 0 || own.length === 0) return stored.length === 0 ? own : stored;
	return byTime(new Map([...stored, ...own].map(({ at, value }) => [at, value])));
}

function later(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function apart(spans: Between[]): Between[] {
	const found: Between[] = [];
	for (const span of spans.sort((one, other) => one.from - other.from)) {
		const known = found.at(-1);
		if (known && span.from - known.to <= readTogetherMs) known.to = Math.max(known.to, span.to);
		else found.push(span);
	}
	return found;
}

type Settling = { reads: Reads; after: number | null };

/** Returns values past `after` once no nearer partner can come in order, and earlier ones that this upload changes. */
function settledBy(taken: TakenReadings, channel: PairedChannel, { reads, after }: Settling): Sample[] {
	const { sources, driver, toleranceMs } = channel;
	const others = sources.filter((_, source) => source !== driver);
	const drivenUntil = taken.newestBefore(sources[driver] ?? "") ?? Number.NEGATIVE_INFINITY;
	// Readings of earlier uploads wait for a partner until this upload at most.
	const passed = Math.min(taken.receivedAt, drivenUntil + toleranceMs + 1);
	const wasDecidedUntil = decidedUntil(others.map(reads.stored.newest), {
		toleranceMs,
		passed: Number.NEGATIVE_INFINITY,
	});
	const isDecidedUntil = decidedUntil(others.map(reads.all.newest), { toleranceMs, passed });
	return touchedSpans(taken, channel, { reads, after }).flatMap((span) => {
		const known = new Map(pairsWithin(reads.stored, channel, span).map(({ at, value }) => [at, value]));
		return pairsWithin(reads.all, channel, span).filter(({ at, value }) => {
			const isLate = after !== null && at <= after;
			if (known.get(at) === value) return !isLate && at > wasDecidedUntil && at <= isDecidedUntil;
			return isLate || at <= isDecidedUntil;
		});
	});
}

function touchedSpans(
	taken: TakenReadings,
	{ sources, driver, toleranceMs }: PairedChannel,
	{ reads, after }: Settling,
): Between[] {
	const drivenUntil = taken.newestBefore(sources[driver] ?? "");
	const spans: Between[] = [];
	for (const [index, source] of sources.entries()) {
		const reachMs = index === driver ? 0 : toleranceMs;
		for (const { at } of reads.own(source)) spans.push({ from: at - reachMs, to: at + reachMs });
		const last = taken.newestBefore(source);
		if (index === driver || last === null || drivenUntil === null) continue;
		// The driver's readings that a later one of this source may have missed.
		const waiting = { from: Math.max(last, after ?? last) + 1, to: Math.min(last + toleranceMs, drivenUntil) };
		if (waiting.from <= waiting.to) spans.push(waiting);
	}
	return apart(spans);
}

function pairsWithin(read: Read, channel: PairedChannel, { from, to }: Between): Sample[] {
	const { sources, driver, toleranceMs, derivation } = channel;
	const drives = read.within(sources[driver] ?? "", { from, to });
	if (drives.length === 0) return [];
	const partners = { from: from - toleranceMs, to: to + toleranceMs };
	const samples = sources.map((source, index) => (index === driver ? drives : read.within(source, partners)));
	const { at, positions } = pairReadings(
		samples.map((ofSource) => ofSource.map((sample) => sample.at)),
		channel,
	);
	return at.flatMap((time, pair) => {
		const values = samples.map((ofSource, source) => ofSource[positions[source]?.[pair] ?? -1]?.value ?? Number.NaN);
		const value = derivation.value(values);
		return value === null ? [] : [{ at: time, value }];
	});
}

function countedBy(reads: Reads, channel: CountedChannel): Sample[] {
	const { channelId } = channel.use.source;
	const { stored, all } = reads;
	const changed = new Map<number, number>();
	for (const span of apart(reads.own(channelId).map(({ at }) => ({ from: at, to: at })))) {
		// The use of the reading before may have waited for these readings, and later uses depend on them.
		const from = readingsBefore(all, channelId, span.from).at(-1)?.at ?? span.from;
		const to = readingsAfter(all, channelId, span.to).at(-1)?.at ?? span.to;
		const known = new Map(usesWithin(stored, channel, { from, to }).map(({ at, value }) => [at, value]));
		for (const { at, value } of usesWithin(all, channel, { from, to }))
			if (known.get(at) !== value) changed.set(at, value);
	}
	return byTime(changed);
}

function usesWithin(read: Read, { use }: CountedChannel, { from, to }: Between): Sample[] {
	const { channelId } = use.source;
	const near = stepsBefore(read, channelId, from);
	const { at: begin } =
		near.value === 0 ? stepsBefore(read, channelId, quarterStart(from) - contextSteps.zerosMs) : near;
	const { uses, rises } = countedUses(use, { from, to: to + 1 });
	for (const { at, value } of read.within(channelId, { from: begin, to })) rises.add(at, value);
	const next = rises.undecidedAt === null ? undefined : readingsAfter(read, channelId, to)[0];
	if (next) rises.add(next.at, next.value);
	return uses.at.map((at, index) => ({ at, value: uses.value[index] ?? 0 }));
}

function stepsBefore(read: Read, channelId: string, before: number): Sample {
	let first: Sample = { at: before, value: Number.NaN };
	for (let step = 0; step < contextSteps.steps; step += 1) {
		const [context] = readingsBefore(read, channelId, first.at).slice(-contextSteps.readings);
		if (context) first = { at: quarterStart(context.at), value: context.value };
	}
	return first;
}

function readingsBefore({ within, newest }: Read, channelId: string, time: number): readonly Sample[] {
	const to = Math.min(time - 1, newest(channelId) ?? Number.NEGATIVE_INFINITY);
	let found: readonly Sample[] = [];
	for (const backMs of soughtMs) {
		if (found.length < contextSteps.readings && to > Number.NEGATIVE_INFINITY)
			found = within(channelId, { from: to - backMs, to });
	}
	return found;
}

/** Returns the readings after `time` whose use can depend on a reading at `time`. A zero leaves its use to the value after it. */
function readingsAfter({ within, newest }: Read, channelId: string, time: number): readonly Sample[] {
	let found: readonly Sample[] = [];
	let end = 0;
	if ((newest(channelId) ?? time) <= time) return found;
	for (const aheadMs of soughtMs) {
		if (end > 0) break;
		found = within(channelId, { from: time + 1, to: time + aheadMs });
		const last = found.filter(({ value }) => value !== 0)[changedAfter - 1];
		end = last ? found.indexOf(last) + 1 : 0;
	}
	return end > 0 ? found.slice(0, end) : found;
}
