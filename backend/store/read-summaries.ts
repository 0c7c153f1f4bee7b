import { type Calibration, calibrated, calibrationAt } from "../../shared/calibration";
import {
	Extremes,
	hasBounds,
	isOutOf,
	OutTime,
	type ReadingSummary,
	summaryOfReadings,
	UsualHold,
} from "../../shared/reading-summary";
import type { SummaryChannel, SummaryRequest } from "../base/log-store";
import { type ChannelQuarters, quartersPerDay } from "./block/quarter-buckets";
import { decodeQuarters } from "./block/quarter-codec";
import type { ChannelReadings } from "./block/readings";
import { dayRollUps, quarterMs } from "./read-buckets";
import { readDay } from "./read-day";
import { keptSpan, requestedDevices } from "./requested-days";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

/**
 * From roll-ups; readings are decoded only of days that the span cuts, that are partly out of limits, or on which
 * readings begin or cease to be.
 */
export async function readSummaries(
	parts: StoreParts,
	{ channels, until, ...span }: SummaryRequest,
): Promise<ReadingSummary[]> {
	const summaries = channels.map(({ bounds }) => summaryOfReadings({ at: [], value: [], bounds, until }));
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		const courses = new Map<number, ChannelCourse>();
		for (const [number, index] of device.indexByNumber) {
			const channel = channels[index];
			if (channel) courses.set(number, new ChannelCourse(channel));
		}
		const rollUps = dayRollUps(parts, device, kept);
		const towardsDay = rollUps.at(-1)?.day ?? 0;
		const read = async (day: number, only = device.only) =>
			(await readDay(parts, { device: { ...device, only }, day, span: kept, towardsDay })).channels;
		for (const { day, quarters } of rollUps) {
			const isWhole = day * dayMs >= kept.from && (day + 1) * dayMs <= kept.to;
			if (isWhole && quarters) {
				for (const one of decodeQuarters(quarters, device.only)) courses.get(one.channel)?.addQuarters(day, one);
			} else {
				for (const one of await read(day)) courses.get(one.channel)?.addReadings(day, one);
			}
		}
		for (const [number, index] of device.indexByNumber) {
			const only = new Set([number]);
			const summary = await courses.get(number)?.summary(until, async (day) => (await read(day, only))[0]);
			if (summary) summaries[index] = summary;
		}
	}
	return summaries;
}

/** `state` of a day known by its roll-ups only: whether its readings are in or out of limits, in every quarter. */
type CourseDay = { day: number } & ({ readings: ChannelReadings } | { state: "in" | "out" | "mixed" });

type ReadChannelDay = (day: number) => Promise<ChannelReadings | undefined>;

class ChannelCourse {
	private readonly channel: SummaryChannel;
	private readonly extremes = new Extremes();
	private readonly hold = new UsualHold();
	private readonly days: CourseDay[] = [];

	constructor(channel: SummaryChannel) {
		this.channel = channel;
	}

	addReadings(day: number, readings: ChannelReadings): void {
		const { at, value } = readings;
		for (let place = 0; place < at.length; place += 1) {
			const reading = this.read(value[place] ?? 0, at[place] ?? 0);
			this.extremes.add({ min: reading, max: reading, sum: reading, count: 1 });
			this.hold.add(at[place] ?? 0);
		}
		this.days.push({ day, readings });
	}

	addQuarters(day: number, { quarter, min, max, sum, count }: ChannelQuarters): void {
		let [whollyIn, whollyOut] = [0, 0];
		for (let place = 0; place < quarter.length; place += 1) {
			const start = day * dayMs + (quarter[place] ?? 0) * quarterMs;
			const readings = count[place] ?? 0;
			let [low, high, total] = [min[place] ?? 0, max[place] ?? 0, sum[place] ?? 0];
			if (this.channel.calibrations) {
				const by = this.calibration(start);
				const [one, other] = [calibrated(low, by), calibrated(high, by)];
				// A negative scale swaps them.
				[low, high] = [Math.min(one, other), Math.max(one, other)];
				total = total * by.scale + by.offset * readings;
			}
			this.extremes.add({ min: low, max: high, sum: total, count: readings });
			this.hold.add(start);
			const { bounds } = this.channel;
			if (!isOutOf(bounds, low) && !isOutOf(bounds, high)) whollyIn += 1;
			else if (low > (bounds.max ?? Number.POSITIVE_INFINITY) || high < (bounds.min ?? Number.NEGATIVE_INFINITY))
				whollyOut += 1;
		}
		const state = whollyIn === quarter.length ? "in" : whollyOut === quartersPerDay ? "out" : "mixed";
		this.days.push({ day, state });
	}

	async summary(until: number, read: ReadChannelDay): Promise<ReadingSummary> {
		const { bounds } = this.channel;
		if (!hasBounds(bounds)) return this.extremes.summary(null);
		const out = new OutTime(this.hold.ms());
		for (const [place, one] of this.days.entries()) {
			const start = one.day * dayMs;
			if ("state" in one && one.state === "in" && !out.isHeldAt(start)) {
				out.add(start, false);
			} else if (this.isAmidOut(place)) {
				out.addOutUntil(start + dayMs);
			} else {
				const { at, value } = ("readings" in one ? one.readings : await read(one.day)) ?? { at: [], value: [] };
				for (let index = 0; index < at.length; index += 1) {
					const time = at[index] ?? 0;
					out.add(time, isOutOf(bounds, this.read(value[index] ?? 0, time)));
				}
			}
		}
		return this.extremes.summary(out.ms(until));
	}

	/** Out in every quarter, and so are the days before and after: when exactly its readings were makes no difference. */
	private isAmidOut(place: number): boolean {
		const day = this.days[place]?.day ?? 0;
		return [-1, 0, 1].every((step) => {
			const one = this.days[place + step];
			return one?.day === day + step && "state" in one && one.state === "out";
		});
	}

	private calibration(at: number): Omit<Calibration, "from"> {
		return calibrationAt(this.channel.calibrations ?? [], at);
	}

	private read(value: number, at: number): number {
		return this.channel.calibrations ? calibrated(value, this.calibration(at)) : value;
	}
}
