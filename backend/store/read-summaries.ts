import { dayMs } from "../../shared/base/durations";
import { type Calibration, calibrated, calibrationAt } from "../../shared/device/calibration";
import {
	Extremes,
	hasBounds,
	isOutOf,
	type OutCourse,
	OutTime,
	outCourse,
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
	/** Of the day, those that have readings. */
	quarters: Uint8Array;
	/** Whether its readings are in or out of limits, in every quarter. */
	state: "in" | "out" | "mixed";
	endsOut: boolean;
	/** Absent: its readings were not needed so far. */
	course?: OutCourse | null;
};

/**
 * By the roll-ups of a day, which are replaced with its readings, then by channel, limits and calibrations: so a year is
 * decoded once, however often its summary is shown.
 */
const knownDays = new WeakMap<Uint8Array, Map<string, KnownDay>>();

/** Limits and calibrations change; a device has some dozens of channels. */
const mostKnownOfDay = 200;

function knownOf(quarters: Uint8Array): Map<string, KnownDay> {
	const known = knownDays.get(quarters) ?? new Map<string, KnownDay>();
	if (known.size > mostKnownOfDay) known.clear();
	knownDays.set(quarters, known);
	return known;
}

/**
 * From roll-ups; readings are decoded only of days that the span cuts, that are partly out of limits, or on which
 * readings begin or cease to be.
 */
export async function readSummaries(
	parts: StoreParts,
	{ channels, until, budget, ...span }: SummaryRequest,
): Promise<ReadingSummary[]> {
	const summaries = channels.map(({ bounds }) => summaryOfReadings({ at: [], value: [], bounds, until }));
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		const courses = new Map<number, ChannelCourse>();
		for (const [number, index] of device.indexByNumber) {
			const channel = channels[index];
			if (channel) courses.set(number, new ChannelCourse(channel, number));
		}
		const rollUps = dayRollUps(parts, device, kept);
		const towardsDay = rollUps.at(-1)?.day ?? 0;
		for (const { day, quarters } of rollUps) {
			const isWhole = day * dayMs >= kept.from && (day + 1) * dayMs <= kept.to;
			if (isWhole && quarters) {
				const known = knownOf(quarters);
				const unknown = new Set([...courses].flatMap(([number, { key }]) => (known.has(key) ? [] : number)));
				for (const one of unknown.size === 0 ? [] : decodeQuarters(quarters, unknown)) {
					const course = courses.get(one.channel);
					if (course) known.set(course.key, course.dayOfQuarters(day, one));
				}
				for (const course of courses.values()) course.addKnown(day, known.get(course.key));
			} else {
				const { channels: read } = await readDay(parts, { device, day, span: kept, towardsDay });
				for (const one of read) courses.get(one.channel)?.addReadings(day, one);
			}
			const turn = budget?.spent(unitsPerDay + unitsPerQuarter * quartersPerDay * courses.size);
			if (turn) await turn;
		}
		await readMissing(parts, { device, courses, span: kept, towardsDay });
		for (const [number, index] of device.indexByNumber) {
			const summary = courses.get(number)?.summary(until);
			if (summary) summaries[index] = summary;
		}
	}
	return summaries;
}

type MissingRequest = { device: RequestedDevice; courses: Map<number, ChannelCourse>; span: Span; towardsDay: number };

/** Days of roll-ups alone whose readings count. */
async function readMissing(parts: StoreParts, { device, courses, span, towardsDay }: MissingRequest): Promise<void> {
	const only = new Set<number>();
	const missing = new Set<number>();
	for (const [number, course] of courses) {
		for (const day of course.missingDays()) {
			only.add(number);
			missing.add(day);
		}
	}
	const days = [...missing].sort((a, b) => a - b);
	await readDays(parts, { device: { ...device, only }, span, towardsDay, days }, (day, { channels }) => {
		for (const [number, course] of courses) {
			course.addCourse(
				day,
				channels.find(({ channel }) => channel === number),
			);
		}
	});
}

/** `known` null: it was read. */
type CourseDay = { day: number; known: KnownDay | null; endsOut: boolean; course?: OutCourse | null | undefined };

class ChannelCourse {
	private readonly channel: SummaryChannel;
	readonly key: string;
	private readonly extremes = new Extremes();
	private readonly hold = new UsualHold();
	private readonly days: CourseDay[] = [];
	private readonly knownDays = new Map<number, CourseDay & { known: KnownDay }>();

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
		const course = this.courseOf(readings);
		this.days.push({ day, known: null, endsOut: course?.last.isOut === true, course });
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
				// A negative scale swaps them.
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

	/** Undefined: the channel has no readings on that day. */
	addKnown(day: number, known: KnownDay | undefined): void {
		if (!known) return;
		this.extremes.add(known.totals);
		for (const quarter of known.quarters) this.hold.add(day * dayMs + quarter * quarterMs);
		const one = { day, known, endsOut: known.endsOut, course: known.course };
		this.days.push(one);
		this.knownDays.set(day, one);
	}

	/** Whose readings the time out of limits takes, and no one knows yet. */
	missingDays(): number[] {
		if (!hasBounds(this.channel.bounds)) return [];
		return this.days.flatMap(({ day, known, course }, index) => {
			if (course !== undefined || this.isAmidOut(index)) return [];
			// What was out before may last until the first reading.
			return known?.state !== "in" || this.days[index - 1]?.endsOut ? [day] : [];
		});
	}

	addCourse(day: number, readings: ChannelReadings | undefined): void {
		const found = this.knownDays.get(day);
		if (!found || found.course !== undefined || !hasBounds(this.channel.bounds)) return;
		found.course = readings ? this.courseOf(readings) : null;
		found.known.course = found.course;
	}

	summary(until: number): ReadingSummary {
		if (!hasBounds(this.channel.bounds)) return this.extremes.summary(null);
		const out = new OutTime(this.hold.ms());
		for (const [index, { day, known, course }] of this.days.entries()) {
			const start = day * dayMs;
			if (this.isAmidOut(index)) out.addOutUntil(start + dayMs);
			else if (course) out.addCourse(course);
			else if (known?.state === "in") out.add(start, false);
		}
		return this.extremes.summary(out.ms(until));
	}

	private courseOf({ at, value }: ChannelReadings): OutCourse | null {
		const { bounds } = this.channel;
		return outCourse(at, (index) => isOutOf(bounds, this.read(value[index] ?? 0, at[index] ?? 0)));
	}

	/** Out in every quarter, and so are the days before and after: when exactly its readings were makes no difference. */
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
