import { dayMs } from "../../shared/base/durations";
import { type Calibration, calibrated, calibrationAt } from "../../shared/device/calibration";
import { type DayCourse, dayCourse, type HeldState, HeldTime, stateOf } from "../../shared/log/held-time";
import {
	type DayRhythm,
	dayRhythm,
	type HeldReading,
	type Holding,
	longestHoldMs,
	longestPause,
	quarterSpan,
	rhythmsOf,
	usualLookUp,
	usualSpans,
} from "../../shared/log/holding";
import { type Bounds, boundsAt, isOutOf, limitsAlways } from "../../shared/log/limit-spans";
import { Extremes, summaryOfReadings } from "../../shared/log/reading-summary";
import {
	type ChannelSummary,
	type Series,
	type Span,
	type SummaryChannel,
	type SummaryRequest,
	unitsPerDay,
} from "../base/reading-store";
import { type ChannelQuarters, quartersPerDay } from "./block/quarter-buckets";
import { decodeQuarters } from "./block/quarter-codec";
import type { ChannelReadings } from "./block/readings";
import { newestBefore } from "./newest-before";
import { dayRollUps, quarterMs, unitsPerQuarter } from "./read-buckets";
import { readDay, readDays } from "./read-day";
import { keptSpan, type RequestedDevice, requestedDevices, withOnly } from "./requested-days";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

type KnownDay = {
	totals: { min: number; max: number; sum: number; count: number };
	rhythm: DayRhythm;
	/** Null: not all of the day's readings are in one state. */
	state: HeldState | null;
	first: HeldReading;
	last: HeldReading;
	course?: DayCourse;
};

/** Keys: roll-ups of a day, then channel, limits and calibrations. A year is decoded only once. */
const knownDays = new WeakMap<Uint8Array, Map<string, KnownDay>>();

const mostKnownOfDay = 200;

function knownOf(quarters: Uint8Array): Map<string, KnownDay> {
	const known = knownDays.get(quarters) ?? new Map<string, KnownDay>();
	if (known.size > mostKnownOfDay) known.clear();
	knownDays.set(quarters, known);
	return known;
}

/** Decodes only days that the span or a limit cuts, or whose time the roll-ups leave open. */
export async function readSummaries(parts: StoreParts, request: SummaryRequest): Promise<ChannelSummary[]> {
	const { channels, until, budget, withHolding, ...span } = request;
	const period = { from: span.from, until };
	const summaries = channels.map((channel): ChannelSummary => {
		const holding: Holding = { usual: [], before: null, after: null, ...lifeIn(channel) };
		const none = summaryOfReadings({ ...period, at: [], value: [], limits: limitsOf(channel), holding });
		return withHolding ? { ...none, holding } : none;
	});
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		const around = { ...aroundSpan(parts, device, { ...span, ...kept }), keptFrom: span.keptFrom };
		const days = new Map<number, ChannelDays>();
		for (const [number, index] of device.indexByNumber) {
			const channel = channels[index];
			if (channel) days.set(number, new ChannelDays(channel, { number, kept, period }));
		}
		const rollUps = dayRollUps(parts, device, around);
		const towardsDay = rollUps.at(-1)?.day ?? 0;
		for (const { day, quarters } of rollUps) {
			const only = new Set<number>();
			for (const [number, one] of days) if (!quarters || !one.isWhole(day)) only.add(number);
			if (quarters && only.size < days.size) addQuarters(quarters, { day, days, only });
			if (only.size > 0) {
				const { channels: read } = await readDay(parts, {
					device: withOnly(device, only),
					day,
					span: around,
					towardsDay,
				});
				for (const one of read) days.get(one.channel)?.addReadings(day, one);
			}
			const turn = budget?.spent(unitsPerDay + unitsPerQuarter * quartersPerDay * days.size);
			if (turn) await turn;
		}
		await readMissing(parts, { device, days, span: around, towardsDay, withHolding: withHolding === true });
		for (const [number, index] of device.indexByNumber) {
			const channel = channels[index];
			const one = days.get(number);
			if (!channel || !one) continue;
			const before = one.isWithoutBefore() ? await readBefore(parts, { device, channel, number, span: around }) : null;
			const { holding, summary } = one.summary(before);
			summaries[index] = withHolding ? { ...summary, holding } : summary;
		}
	}
	return summaries;
}

function lifeIn({ changesUntil = null, silences }: SummaryChannel): Pick<Holding, "changesUntil" | "silences"> {
	return silences ? { changesUntil, silences } : { changesUntil };
}

function limitsOf({ bounds, limits }: SummaryChannel) {
	return limits ?? limitsAlways(bounds);
}

/** Includes the days before and after whose readings may hold into the span, and one more day for their interval. */
export function summariesAround<Around extends Span>(span: Around): Around {
	const beside = longestHoldMs + dayMs;
	return { ...span, from: dayOf(span.from) * dayMs - beside, to: dayOf(span.to) * dayMs + beside };
}

function aroundSpan(parts: StoreParts, { deviceId }: RequestedDevice, { from, to, keptFrom }: Span): Span {
	const wide = summariesAround({ from, to, keptFrom });
	return { from: Math.min(keptSpan(parts, deviceId, wide).from, from), to: wide.to };
}

type SeriesSummaryRequest = Omit<SummaryRequest, "channels" | "budget"> & {
	/** Returns the newest reading before those of the series. */
	before(): Promise<HeldReading | null>;
};

/** `series`: a channel's result of `summariesAround` the span. */
export async function summaryOfSeries(
	channel: SummaryChannel,
	{ at, value }: Series,
	{ from, to, until, withHolding = false, before }: SeriesSummaryRequest,
): Promise<ChannelSummary> {
	const one = new ChannelDays(channel, { number: -1, kept: { from, to }, period: { from, until } });
	let start = 0;
	while (start < at.length) {
		const day = dayOf(at[start] ?? 0);
		let end = start;
		while (end < at.length && (at[end] ?? 0) < (day + 1) * dayMs) end += 1;
		one.addReadings(day, { at: at.subarray(start, end), value: value.subarray(start, end) });
		start = end;
	}
	one.missingDays(withHolding);
	const { holding, summary } = one.summary(one.isWithoutBefore() ? await before() : null);
	return withHolding ? { ...summary, holding } : summary;
}

type RolledUp = { day: number; days: Map<number, ChannelDays>; only: ReadonlySet<number> };

function addQuarters(quarters: Uint8Array, { day, days, only }: RolledUp): void {
	const known = knownOf(quarters);
	const rolledUp = [...days].filter(([number]) => !only.has(number));
	const unknown = new Set(rolledUp.flatMap(([number, one]) => (known.has(one.keyOf(day)) ? [] : number)));
	for (const one of unknown.size === 0 ? [] : decodeQuarters(quarters, unknown)) {
		const channel = days.get(one.channel);
		if (channel) known.set(channel.keyOf(day), channel.dayOfQuarters(day, one));
	}
	for (const [, one] of rolledUp) one.addKnown(known.get(one.keyOf(day)));
}

type MissingRequest = {
	device: RequestedDevice;
	days: Map<number, ChannelDays>;
	span: Span;
	towardsDay: number;
	withHolding: boolean;
};

async function readMissing(parts: StoreParts, request: MissingRequest): Promise<void> {
	const { device, days: channels, span, towardsDay, withHolding } = request;
	const only = new Set<number>();
	const missing = new Set<number>();
	for (const [number, one] of channels) {
		for (const day of one.missingDays(withHolding)) {
			only.add(number);
			missing.add(day);
		}
	}
	const days = [...missing].sort((a, b) => a - b);
	await readDays(parts, { device: withOnly(device, only), span, towardsDay, days }, (day, { channels: read }) => {
		for (const one of read) channels.get(one.channel)?.addCourse(day, one);
	});
}

type BeforeRequest = { device: RequestedDevice; channel: SummaryChannel; number: number; span: Span };

async function readBefore(parts: StoreParts, request: BeforeRequest): Promise<HeldReading | null> {
	const { device, channel, number, span } = request;
	const at = await newestBefore(parts, [channel], span.from);
	if (at === null || at < (span.keptFrom ?? at)) return null;
	const own = withOnly(device, [number]);
	const found = await readDay(parts, { device: own, day: dayOf(at), span: { from: at, to: at + 1 } });
	const value = found.channels[0]?.value[0];
	return value === undefined ? null : { at, value: readBy(channel, value, at) };
}

function readBy({ calibrations }: SummaryChannel, value: number, at: number): number {
	return calibrations ? calibrated(value, calibrationAt(calibrations, at)) : value;
}

/** `columns`: the readings of a day that the span or a limit cuts. */
type ChannelDay = {
	rhythm: DayRhythm;
	known?: KnownDay;
	course?: DayCourse;
	columns?: { at: Float64Array; value: Float64Array };
};

type DaysRequest = { number: number; kept: Span; period: { from: number; until: number } };

type SteadyRequest = { isJudged: boolean; quarters: number; whollyIn: number; whollyOut: number };

function steadyState({ isJudged, quarters, whollyIn, whollyOut }: SteadyRequest): HeldState | null {
	if (!isJudged) return "notJudged";
	if (whollyIn === quarters) return "within";
	return whollyOut === quarters ? "out" : null;
}

class ChannelDays {
	private readonly channel: SummaryChannel;
	private readonly request: DaysRequest;
	private readonly limits: ReturnType<typeof limitsOf>;
	private readonly keys = new Map<Bounds | null, string>();
	private readonly extremes = new Extremes();
	private readonly days: ChannelDay[] = [];
	private usual: Holding["usual"] = [];

	constructor(channel: SummaryChannel, request: DaysRequest) {
		this.channel = channel;
		this.request = request;
		this.limits = limitsOf(channel);
	}

	keyOf(day: number): string {
		const bounds = boundsAt(this.limits, day * dayMs);
		const key = this.keys.get(bounds) ?? JSON.stringify([this.request.number, bounds, this.channel.calibrations]);
		this.keys.set(bounds, key);
		return key;
	}

	isWhole(day: number): boolean {
		const { kept, period } = this.request;
		const [start, end] = [day * dayMs, (day + 1) * dayMs];
		const isCut = (at: number) => at > start && at < end;
		const isSilent = this.channel.silences?.some(({ from, to }) => from < end && to > start) ?? false;
		return !isSilent && ![kept.from, kept.to, period.until].some(isCut) && !this.limits.some(({ from }) => isCut(from));
	}

	addReadings(day: number, { at, value: sent }: Series): void {
		const [rhythm] = rhythmsOf(at);
		if (!rhythm) return;
		const { kept } = this.request;
		const value = this.channel.calibrations ? sent.map((one, index) => this.read(one, at[index] ?? 0)) : sent;
		for (let index = 0; index < at.length; index += 1) {
			const [time, reading] = [at[index] ?? 0, value[index] ?? 0];
			if (time < kept.from || time >= kept.to) continue;
			this.extremes.add({ min: reading, max: reading, sum: reading, count: 1 });
		}
		if (this.isWhole(day)) this.days.push({ rhythm, course: dayCourse({ at, value }, this.boundsOf(day)) });
		else this.days.push({ rhythm, columns: { at, value } });
	}

	dayOfQuarters(day: number, { quarter, min, max, sum, count, first, last }: ChannelQuarters): KnownDay {
		const bounds = this.boundsOf(day);
		const totals = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, sum: 0, count: 0 };
		const startOf = (index: number) => day * dayMs + (quarter[index] ?? 0) * quarterMs;
		let whollyIn = 0;
		let whollyOut = 0;
		for (let index = 0; index < quarter.length; index += 1) {
			const readings = count[index] ?? 0;
			let low = min[index] ?? 0;
			let high = max[index] ?? 0;
			let total = sum[index] ?? 0;
			if (this.channel.calibrations) {
				const by = this.calibration(startOf(index));
				const one = calibrated(low, by);
				const other = calibrated(high, by);
				// A negative scale swaps minimum and maximum.
				low = Math.min(one, other);
				high = Math.max(one, other);
				total = total * by.scale + by.offset * readings;
			}
			if (low < totals.min) totals.min = low;
			if (high > totals.max) totals.max = high;
			totals.sum += total;
			totals.count += readings;
			if (bounds === null) continue;
			if (!isOutOf(bounds, low) && !isOutOf(bounds, high)) whollyIn += 1;
			else if (low > (bounds.max ?? Number.POSITIVE_INFINITY) || high < (bounds.min ?? Number.NEGATIVE_INFINITY))
				whollyOut += 1;
		}
		const end = quarter.length - 1;
		const readAt = (value: number, at: number) => ({ at, value: this.read(value, at) });
		return {
			totals,
			rhythm: dayRhythm(day, quarter, count),
			state: steadyState({ isJudged: bounds !== null, quarters: quarter.length, whollyIn, whollyOut }),
			first: readAt(first[0] ?? 0, startOf(0)),
			last: readAt(last[end] ?? 0, startOf(end)),
		};
	}

	addKnown(known: KnownDay | undefined): void {
		if (!known) return;
		const { kept } = this.request;
		const start = known.rhythm.day * dayMs;
		if (start >= kept.from && start < kept.to) this.extremes.add(known.totals);
		this.days.push({ rhythm: known.rhythm, known, ...(known.course && { course: known.course }) });
	}

	missingDays(withHolding: boolean): number[] {
		this.usual = usualSpans(this.days.map(({ rhythm }) => rhythm));
		const { kept } = this.request;
		const before = this.days.findLastIndex(({ rhythm }) => (rhythm.day + 1) * dayMs <= kept.from);
		const after = this.days.findIndex(({ rhythm }) => rhythm.day * dayMs >= kept.to);
		this.days.splice(after === -1 ? this.days.length : after + 1);
		this.days.splice(0, Math.max(before, 0));
		const isBeside = ({ rhythm: { day } }: ChannelDay) => (day + 1) * dayMs <= kept.from || day * dayMs >= kept.to;
		const missing = new Set<number>();
		const need = (one: ChannelDay | undefined) => {
			if (one && !one.course && !one.columns) missing.add(one.rhythm.day);
		};
		const usualAt = usualLookUp(this.usual);
		const isHeldThrough = (one: ChannelDay, quarters: number) =>
			this.isOfChanges() || (quarters + 1) * quarterMs <= longestPause(usualAt(one.rhythm.day * dayMs));
		for (const [index, one] of this.days.entries()) {
			const { rhythm, known } = one;
			const previous = this.days[index - 1];
			if (isBeside(one) && withHolding) need(one);
			if (!isBeside(one) && (known?.state === null || !isHeldThrough(one, rhythm.widest))) need(one);
			if (this.days[index + 1] === undefined && !isBeside(one)) need(one);
			if (previous === undefined) {
				if (!isBeside(one)) need(one);
			} else if (!isHeldThrough(previous, quarterSpan(rhythm).first - quarterSpan(previous.rhythm).last)) {
				need(previous);
				need(one);
			} else if (!isBeside(one) && known && this.lastState(previous, rhythm.day) !== known.state) need(one);
		}
		return [...missing];
	}

	addCourse(day: number, { at, value }: ChannelReadings): void {
		const one = this.days.find(({ rhythm }) => rhythm.day === day);
		if (!one?.known || one.course) return;
		const read = this.channel.calibrations ? value.map((sent, index) => this.read(sent, at[index] ?? 0)) : value;
		one.course = dayCourse({ at, value: read }, this.boundsOf(day));
		one.known.course = one.course;
	}

	isWithoutBefore(): boolean {
		const [first] = this.days;
		const at = first?.columns?.at[0] ?? first?.course?.first.at ?? first?.known?.first.at ?? Number.POSITIVE_INFINITY;
		return this.isOfChanges() && at >= this.request.kept.from;
	}

	summary(older: HeldReading | null) {
		const { kept, period } = this.request;
		const holding: Holding = { usual: this.usual, before: older, after: null, ...lifeIn(this.channel) };
		const held = new HeldTime({ ...period, limits: this.limits, holding });
		const note = (at: number, value: number) => {
			if (at < kept.from) holding.before = { at, value };
			else if (at >= kept.to) holding.after ??= at;
		};
		for (const { known, course, columns } of this.days) {
			if (holding.after !== null) break;
			if (columns) {
				for (let index = 0; index < columns.at.length; index += 1) {
					const [at, value] = [columns.at[index] ?? 0, columns.value[index] ?? 0];
					note(at, value);
					held.add(at, value);
				}
				continue;
			}
			const [first, last] = [course?.first ?? known?.first, course?.last ?? known?.last];
			if (!first || !last) continue;
			note(last.at < kept.from ? last.at : first.at, last.value);
			if (last.at < kept.from) held.add(last.at, last.value);
			else if (first.at >= kept.to) held.add(first.at, first.value);
			else if (course) held.addCourse(course);
			else held.addSteady(first, last, known?.state ?? "notJudged");
		}
		return { summary: this.extremes.summary(held.times(null)), holding };
	}

	private lastState(one: ChannelDay, day: number): HeldState {
		const value = one.columns?.value.at(-1) ?? one.course?.last.value ?? one.known?.last.value ?? 0;
		return stateOf(this.boundsOf(day), value);
	}

	private isOfChanges(): boolean {
		return (this.channel.changesUntil ?? null) !== null;
	}

	private boundsOf(day: number): Bounds | null {
		return boundsAt(this.limits, day * dayMs);
	}

	private calibration(at: number): Omit<Calibration, "from"> {
		return calibrationAt(this.channel.calibrations ?? [], at);
	}

	private read(value: number, at: number): number {
		return readBy(this.channel, value, at);
	}
}
