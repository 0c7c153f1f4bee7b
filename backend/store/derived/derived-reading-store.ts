import { dayMs } from "../../../shared/base/durations";
import { appendAll, largestOf } from "../../../shared/base/lists";
import type {
	Buckets,
	ChannelRef,
	ChannelSummary,
	DeviceLatest,
	ReadingStore,
	Series,
	SummaryRequest,
	WithoutValues,
} from "../../base/reading-store";
import { summariesAround, summaryOfSeries } from "../read-summaries";
import type { ComputedChannel, FindComputed, FindDriver, PairedChannel } from "./computed-channels";
import { readPairedBuckets } from "./derived-buckets";
import { readDerivedSpan } from "./derived-span";
import { newestPair } from "./newest-pair";
import { driverOf, readPairedSeries, uniqueRefs } from "./paired-series";
import { latestUse, readUseBuckets, readUses, type SentReadings } from "./use-readings";

type Options = {
	find(deviceIds: readonly string[]): FindComputed;
	drivers(): FindDriver;
	idsOf(deviceId: string): readonly string[];
	reachMs(deviceId: string): number;
	sent: SentReadings;
};

const mostSoughtOfLatest = 1_000;

/** Reads compute the channels that have a definition. Nothing of them is stored, and calibrated values make them. */
export function createDerivedReadingStore(
	readingStore: ReadingStore,
	{ find, drivers, idsOf, reachMs, sent }: Options,
): ReadingStore {
	function computedOf(channels: readonly ChannelRef[]): (ComputedChannel | null)[] | null {
		const driverIds = driversOf(channels);
		if (driverIds === null) return null;
		const isDerived = (_: ChannelRef, index: number) => driverIds[index] !== null;
		const ofAny = find([...new Set(channels.filter(isDerived).map(({ deviceId }) => deviceId))]);
		return channels.map((ref, index) => (isDerived(ref, index) ? ofAny(ref.channelId) : null));
	}

	/** Null: devices send all of the channels. */
	function driversOf(channels: readonly ChannelRef[]): (string | null)[] | null {
		const driverOfAny = drivers();
		const driverIds = channels.map(({ channelId }) => driverOfAny(channelId));
		return driverIds.some((driver) => driver !== null) ? driverIds : null;
	}

	type Reads<Reply> = {
		sent(channels: ChannelRef[]): Promise<Reply[]>;
		paired(channels: PairedChannel[]): Promise<Reply[]>;
		counted(channel: Exclude<ComputedChannel, PairedChannel>): Promise<Reply>;
	};

	async function readEach<Reply>(
		channels: readonly ChannelRef[],
		computed: readonly (ComputedChannel | null)[],
		reads: Reads<Reply>,
	): Promise<Reply[]> {
		const found: (Reply | undefined)[] = channels.map(() => undefined);
		const sentAt: number[] = [];
		const pairedAt: { position: number; channel: PairedChannel }[] = [];
		for (const [position, channel] of computed.entries()) {
			if (channel === null) sentAt.push(position);
			else if ("use" in channel) found[position] = await reads.counted(channel);
			else pairedAt.push({ position, channel });
		}
		const refs = sentAt.flatMap((position) => channels[position] ?? []);
		if (refs.length > 0)
			for (const [index, one] of (await reads.sent(refs)).entries()) found[sentAt[index] ?? -1] = one;
		const paired = pairedAt.map(({ channel }) => channel);
		if (paired.length > 0)
			for (const [index, one] of (await reads.paired(paired)).entries()) found[pairedAt[index]?.position ?? -1] = one;
		return found.filter((one) => one !== undefined);
	}

	const seriesOf = async (channel: ComputedChannel, span: Omit<SummaryRequest, "channels" | "until">) => {
		if (!("use" in channel)) return (await readPairedSeries(readingStore, [channel], span))[0] ?? noSeries();
		const { at, value } = await readUses(sent, channel.use, span);
		return { at: Float64Array.from(at), value: Float64Array.from(value) };
	};

	function newestOf(channel: ComputedChannel, request: { before: number; mostSought?: number }) {
		return "use" in channel
			? latestUse(sent, channel.use, request.before - 1)
			: newestPair(readingStore, channel, request);
	}

	const withoutValues: WithoutValues = readingStore;
	return {
		...withoutValues,

		changedSince({ from, to, ...question }) {
			const reach = from < to ? reachMs(question.deviceId) : 0;
			return readingStore.changedSince({ ...question, from: from - reach, to: to + reach });
		},

		changedDays(deviceId, seq) {
			const days = readingStore.changedDays(deviceId, seq);
			const reach = days.length === 0 ? 0 : reachMs(deviceId);
			if (reach === 0) return days;
			const all = new Set(days);
			for (const day of days) {
				const [start, end] = [day * dayMs, (day + 1) * dayMs];
				if (readingStore.changedSince({ deviceId, from: start, to: start + reach, seq })) all.add(day - 1);
				if (readingStore.changedSince({ deviceId, from: end - reach, to: end, seq })) all.add(day + 1);
			}
			return [...all].sort((one, other) => one - other);
		},

		mostStored(deviceIds, span) {
			return readingStore
				.mostStored(deviceIds, span)
				.map((most, index) => most * (1 + idsOf(deviceIds[index] ?? "").length));
		},

		async readSpan(request) {
			const driverIds = driversOf(request.channels);
			return driverIds === null
				? readingStore.readSpan(request)
				: readDerivedSpan(readingStore, request, { driverIds, find, sent });
		},

		async estimate(request) {
			const driverIds = driversOf(request.channels);
			if (driverIds === null) return readingStore.estimate(request);
			const wanted = request.channels.map((ref, index) => {
				return { deviceId: ref.deviceId, channelId: driverIds[index] ?? ref.channelId };
			});
			const { refs, positionOf } = uniqueRefs(wanted);
			const counts = await readingStore.estimate({ ...request, channels: refs });
			return wanted.map((ref) => counts[positionOf(ref)] ?? 0);
		},

		async readSeries({ channels, ...span }) {
			const computed = computedOf(channels);
			if (computed === null) return readingStore.readSeries({ channels, ...span });
			return readEach<Series>(channels, computed, {
				sent: (refs) => readingStore.readSeries({ channels: refs, ...span }),
				paired: (paired) => readPairedSeries(readingStore, paired, span),
				counted: (channel) => seriesOf(channel, span),
			});
		},

		async readBuckets({ channels, ...request }) {
			const computed = computedOf(channels);
			if (computed === null) return readingStore.readBuckets({ channels, ...request });
			return readEach<Buckets>(channels, computed, {
				sent: (refs) => readingStore.readBuckets({ channels: refs, ...request }),
				paired: (paired) => readPairedBuckets(readingStore, paired, request),
				counted: ({ use }) => readUseBuckets(sent, use, request),
			});
		},

		async summaries(request) {
			const { channels, ...span } = request;
			const computed = computedOf(channels);
			if (computed === null) return readingStore.summaries(request);
			const sentChannels = channels.filter((_, index) => computed[index] === null);
			const ofSent = sentChannels.length === 0 ? [] : await readingStore.summaries({ ...span, channels: sentChannels });
			const found: ChannelSummary[] = [];
			for (const [index, channel] of channels.entries()) {
				const own = computed[index];
				if (!own) {
					appendAll(found, ofSent.splice(0, 1));
					continue;
				}
				const around = summariesAround(span);
				const read = await seriesOf(own, around);
				const before = () => newestOf(own, { before: around.from });
				found.push(await summaryOfSeries(channel, read, { ...span, before }));
			}
			return found;
		},

		async latest(deviceIds) {
			const latest = await readingStore.latest(deviceIds);
			const withDerived = [...latest.keys()].filter((deviceId) => idsOf(deviceId).length > 0);
			const ofAny = withDerived.length === 0 ? null : find(withDerived);
			for (const deviceId of withDerived) {
				const facts = latest.get(deviceId);
				if (!facts) continue;
				const values = new Map(facts.values);
				for (const id of idsOf(deviceId)) {
					const channel = ofAny?.(id) ?? null;
					const value = channel && (await latestOf(channel, facts));
					if (value) values.set(id, value);
				}
				latest.set(deviceId, { ...facts, values, channelIds: new Set([...facts.channelIds, ...values.keys()]) });
			}
			return latest;
		},

		async newestBefore(channels, before) {
			const computed = computedOf(channels);
			if (computed === null) return readingStore.newestBefore(channels, before);
			const sentRefs = channels.filter((_, index) => computed[index] === null);
			let newest = sentRefs.length === 0 ? null : await readingStore.newestBefore(sentRefs, before);
			for (const channel of computed) {
				const at = channel && ((await newestOf(channel, { before }))?.at ?? null);
				if (at !== null) newest = Math.max(newest ?? at, at);
			}
			return newest;
		},
	};

	async function latestOf(channel: ComputedChannel, { values, lastReadingAt }: DeviceLatest) {
		const sources = channel.sources.map((id) => values.get(id));
		const driver = values.get(driverOf(channel).channelId);
		if (!driver || sources.includes(undefined)) return null;
		// A reading ahead of the time is stored, and not among the latest.
		const isNewest = largestOf(Array.from(values.values(), ({ at }) => at)) === lastReadingAt;
		const isCertain = ({ at }: { at: number }) => at <= driver.at && at >= driver.at - channel.toleranceMs;
		if (!("use" in channel) && isNewest && sources.every((source) => source && isCertain(source))) {
			const { derivation } = channel;
			const read = sources.map((source) => source?.value ?? Number.NaN);
			const value = derivation.value(read);
			const mark = derivation.isSaturated?.(read) ? { mark: "saturated" as const } : {};
			if (value !== null) return { at: driver.at, value, ...mark };
		}
		return newestOf(channel, { before: driver.at + 1, mostSought: mostSoughtOfLatest });
	}
}

const noSeries = (): Series => ({ at: new Float64Array(), value: new Float64Array() });
