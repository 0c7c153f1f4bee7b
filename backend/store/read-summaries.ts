import { dayMs } from "../../shared/base/durations";
import { type Calibration, calibrated, calibrationAt } from "../../shared/device/calibration";
import {
	Extremes,
	hasBounds,
	isOutOf,
	type OutIntervals,
	OutTime,
	outIntervals,
	type ReadingSummary,
	summaryOfReadings,
	UsualHold,
} from "../../shared/log/reading-summary";
import { type Span, type SummaryChannel, type SummaryRequest, unitsPerDay } from "../base/reading-store";
import { type ChannelQuarters, quartersPerDay } from "./block/quarter-buckets";
import { decodeQuarters } from "./block/quarter-codec";
import type { ChannelReadings } from "./block/readings";
import { dayRollUps, quarterMs, unitsPerQuarter } from "./read-buckets";
import { readDay, readDays } from "./read-day";
import { keptSpan, type RequestedDevice, requestedDevices } from "./requested-days";
import type { StoreParts } from "./store-parts";

type KnownDay = {
	totals: { min: number; max: number; sum: number; count: number };
	/** Numbers of the quarters with readings. */
	quarters: Uint8Array;
	state: "in" | "out" | "mixed";
	endsOut: boolean;
	outIntervals?: OutIntervals | null;
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

/** Decodes only days that the span cuts, or whose time out of limits the roll-ups leave open. */
export async function readSummaries(
	parts: StoreParts,
	{ channels, until, budget, ...span }: SummaryRequest,
): Promise<ReadingSummary[]> {
	const summaries = channels.map(({ bounds }) => summaryOfReadings({ at: [], value: [], bounds, until }));
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		const intervals = new Map<number, ChannelIntervals>();
		for (const [number, index] of device.indexByNumber) {
			const channel = channels[index];
			if (channel) intervals.set(number, new ChannelIntervals(channel, number));
		}
		const rollUps = dayRollUps(parts, device, kept);
		const towardsDay = rollUps.at(-1)?.day ?? 0;
		for (const { day, quarters } of rollUps) {
			const isWhole = day * dayMs >= kept.from && (day + 1) * dayMs <= kept.to;
			if (isWhole && quarters) {
				const known = knownOf(quarters);
				const unknown = new Set([...intervals].flatMap(([number, { key }]) => (known.has(key) ? [] : number)));
				for (const one of unknown.size === 0 ? [] : decodeQuarters(quarters, unknown)) {
					const trend = intervals.get(one.channel);
					if (trend) known.set(trend.key, trend.dayOfQuarters(day, one));
				}
				for (const trend of intervals.values()) trend.addKnown(day, known.get(trend.key));
			} else {
				const { channels: read } = await readDay(parts, { device, day, span: kept, towardsDay });
				for (const one of read) intervals.get(one.channel)?.addReadings(day, one);
			}
			const turn = budget?.spent(unitsPerDay + unitsPerQuarter * quartersPerDay * intervals.size);
			if (turn) await turn;
		}
		await readMissing(parts, { device, intervals, span: kept, towardsDay });
		for (const [number, index] of device.indexByNumber) {
			const summary = intervals.get(number)?.summary(until);
			if (summary) summaries[index] = summary;
		}
	}
	return summaries;
}

type MissingRequest = {
	device: RequestedDevice;
	intervals: Map<number, ChannelIntervals>;
	span: Span;
	towardsDay: number;
};

async function readMissing(parts: StoreParts, { device, intervals, span, towardsDay }: MissingRequest): Promise<void> {
	const only = new Set<number>();
	const missing = new Set<number>();
	for (const [number, trend] of intervals) {
		for (const day of trend.missingDays()) {
			only.add(number);
			missing.add(day);
		}
	}
	const days = [...missing].sort((a, b) => a - b);
	await readDays(parts, { device: { ...device, only }, span, towardsDay, days }, (day, { channels }) => {
		for (const [number, trend] of intervals) {
			trend.addIntervals(
				day,
				channels.find(({ channel }) => channel === number),
			);
		}
	});
}

type IntervalsDay = {
	day: number;
	known: KnownDay | null;
	endsOut: boolean;
	outIntervals?: OutIntervals | null | undefined;
};

class ChannelIntervals {
	private readonly channel: SummaryChannel;
	readonly key: string;
	private readonly extremes = new Extremes();
	private readonly hold = new UsualHold();
	private readonly days: IntervalsDay[] = [];
	private readonly knownDays = new Map<number, IntervalsDay & { known: KnownDay }>();

	constructor(channel: SummaryChannel, number: number) {
		this.channel = channel;
		this.key = JSON.stringify([number, channel.bounds, channel.calibrations]);
	}

	addReadings(day: number, readings: ChannelReadings): void {
		const { at, value } = readings;
		for (let index = 0; index < at.length; index += 1) {
			const reading = this.read(value[index] ?? 0, at[index] ?? 0);
			this.extremes.add({ min: reading, max: reading, sum: reading, count: 1 });
			this.hold.add(at[index] ?? 0);
		}
		const outIntervals = this.intervalsOf(readings);
		this.days.push({ day, known: null, endsOut: outIntervals?.last.isOut === true, outIntervals });
	}

	dayOfQuarters(day: number, { quarter, min, max, sum, count, last }: ChannelQuarters): KnownDay {
		const { bounds } = this.channel;
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
			if (!isOutOf(bounds, low) && !isOutOf(bounds, high)) whollyIn += 1;
			else if (low > (bounds.max ?? Number.POSITIVE_INFINITY) || high < (bounds.min ?? Number.NEGATIVE_INFINITY))
				whollyOut += 1;
		}
		return {
			totals,
			quarters: new Uint8Array(quarter),
			state: whollyIn === quarter.length ? "in" : whollyOut === quartersPerDay ? "out" : "mixed",
			endsOut: isOutOf(bounds, this.read(last.at(-1) ?? 0, startOf(quarter.length - 1))),
		};
	}

	addKnown(day: number, known: KnownDay | undefined): void {
		if (!known) return;
		this.extremes.add(known.totals);
		for (const quarter of known.quarters) this.hold.add(day * dayMs + quarter * quarterMs);
		const one = { day, known, endsOut: known.endsOut, outIntervals: known.outIntervals };
		this.days.push(one);
		this.knownDays.set(day, one);
	}

	missingDays(): number[] {
		if (!hasBounds(this.channel.bounds)) return [];
		return this.days.flatMap(({ day, known, outIntervals }, index) => {
			if (outIntervals !== undefined || this.isAmidOut(index)) return [];
			// An excursion of the previous day may last until the first reading.
			return known?.state !== "in" || this.days[index - 1]?.endsOut ? [day] : [];
		});
	}

	addIntervals(day: number, readings: ChannelReadings | undefined): void {
		const found = this.knownDays.get(day);
		if (!found || found.outIntervals !== undefined || !hasBounds(this.channel.bounds)) return;
		found.outIntervals = readings ? this.intervalsOf(readings) : null;
		found.known.outIntervals = found.outIntervals;
	}

	summary(until: number): ReadingSummary {
		if (!hasBounds(this.channel.bounds)) return this.extremes.summary(null);
		const out = new OutTime(this.hold.ms());
		for (const [index, { day, known, outIntervals }] of this.days.entries()) {
			const start = day * dayMs;
			if (this.isAmidOut(index)) out.addOutUntil(start + dayMs);
			else if (outIntervals) out.addCourse(outIntervals);
			else if (known?.state === "in") out.add(start, false);
		}
		return this.extremes.summary(out.ms(until));
	}

	private intervalsOf({ at, value }: ChannelReadings): OutIntervals | null {
		const { bounds } = this.channel;
		return outIntervals(at, (index) => isOutOf(bounds, this.read(value[index] ?? 0, at[index] ?? 0)));
	}

	/** This day, the one before and the one after are wholly out, so exact times make no difference. */
	private isAmidOut(index: number): boolean {
		const day = this.days[index]?.day ?? 0;
		return [-1, 0, 1].every((step) => {
			const one = this.days[index + step];
			return one?.day === day + step && one.known?.state === "out";
		});
	}

	private calibration(at: number): Omit<Calibration, "from"> {
		return calibrationAt(this.channel.calibrations ?? [], at);
	}

	private read(value: number, at: number): number {
		return this.channel.calibrations ? calibrated(value, this.calibration(at)) : value;
	}
}
