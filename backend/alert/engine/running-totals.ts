import { dayMs, hourMs } from "../../../shared/base/durations";
import type { Sample } from "./observe";
import type { WaitingZero } from "./run-state";

/** A running total with a single faulty zero: 214.8, 0, 215.0. Until the reading after it, the zero can be a reset. */

const totalForMs = 30 * dayMs;
/** How much earlier to read, ms: a total is read at least once a day. */
export const totalsLeadMs = totalForMs + dayMs;
const leastRises = 2;
const mostSingleZeros = 3;

/** A channel's values in order of time. `since`: the last fall, or the first reading, epoch ms. */
type Course = { since: number; value: number; rises: number; hasFallen: boolean };

function courseOf(samples: readonly Sample[]): Course | null {
	const [first] = samples;
	if (!first) return null;
	const course: Course = { since: first.at, value: first.value, rises: 0, hasFallen: false };
	let zeros = 0;
	for (const [index, { at, value }] of samples.entries()) {
		if (zeros < mostSingleZeros && isSingle(course.value, value, samples[index + 1]?.value)) {
			zeros += 1;
			continue;
		}
		if (value > course.value) course.rises += 1;
		if (value < course.value) Object.assign(course, { since: at, rises: 0, hasFallen: true });
		course.value = value;
	}
	return course;
}

function isSingle(before: number, value: number, after: number | undefined): boolean {
	return value === 0 && before > 0 && after !== undefined && after >= before;
}

export type History = (channelId: string, from: number, to: number) => readonly Sample[];

const lookedBackMs = [hourMs, dayMs, 8 * dayMs, totalsLeadMs];

/** Returns the value before a time if the channel has been a running total for 30 days; null: it has not. */
export type TotalBefore = (at: number, before: number | undefined) => number | null;

/** The total before a time of a known counter, whose values are totals from its first reading on. */
export function counterBefore(history: History, channelId: string): TotalBefore {
	return (at, before) => {
		if (before !== undefined) return before > 0 ? before : null;
		for (const backMs of lookedBackMs) {
			const last = history(channelId, at - backMs, at).at(-1);
			if (last) return last.value > 0 ? last.value : null;
		}
		return null;
	};
}

export function totalsOf(history: History, channelId: string): TotalBefore {
	let checked: { at: number; total: number | null } | null = null;
	return (at, before) => {
		if (checked && Math.abs(at - checked.at) < dayMs) {
			const { total } = checked;
			if (total === null || before === undefined || at < checked.at) return total;
			return before >= total ? before : null;
		}
		checked = { at, total: totalAt(history, channelId, at) };
		return checked.total;
	};
}

function totalAt(history: History, channelId: string, at: number): number | null {
	let longest: Course | null = null;
	for (const backMs of lookedBackMs) {
		const course = courseOf(history(channelId, at - backMs, at));
		if (course?.hasFallen) return null;
		longest = course;
	}
	const isTotal = longest !== null && longest.rises >= leastRises && at - longest.since >= totalForMs;
	return longest && isTotal && longest.value > 0 ? longest.value : null;
}

/** Returns whether a zero could be a single one of a total, if older samples were known. */
export function mayLackTotals(samples: readonly Sample[]): boolean {
	const first = samples.findIndex(({ value }, index) => {
		return isSingle(samples[index - 1]?.value ?? 0, value, samples[index + 1]?.value);
	});
	return first > 0 && courseOf(samples.slice(0, first))?.hasFallen === false;
}

/** The last value of a channel. Null: a zero that was evaluated. Undefined: not zero. */
export type LastZero = WaitingZero | null | undefined;

type New = { samples: readonly Sample[]; last: LastZero; totalBefore: TotalBefore };

/** Returns the samples to evaluate, by time: with a zero that has waited, without single zeros of a running total. */
export function withoutSingleZeros({ samples, last, totalBefore }: New): {
	kept: readonly Sample[];
	last: LastZero;
} {
	if (!last && !samples.some(({ value }) => value === 0)) return { kept: samples, last: undefined };
	const own = last ? [{ at: last.at, value: 0 }, ...samples] : samples;
	const kept: Sample[] = [];
	let waiting: WaitingZero | null = null;
	for (const [index, sample] of own.entries()) {
		const after = own[index + 1]?.value;
		const before = own[index - 1]?.value ?? (last === null ? 0 : last?.before);
		const total = last && index === 0 ? last.before : totalOf(sample, { before, after, totalBefore });
		if (total === null || (after !== undefined && after < total)) kept.push(sample);
		else if (after === undefined) waiting = { at: sample.at, before: total };
	}
	return { kept, last: waiting ?? (own.at(-1)?.value === 0 ? null : undefined) };
}

type Around = { before: number | undefined; after: number | undefined; totalBefore: TotalBefore };

function totalOf({ at, value }: Sample, { before, after, totalBefore }: Around): number | null {
	if (value !== 0 || (before !== undefined && before <= 0)) return null;
	if (after !== undefined && (after <= 0 || after < (before ?? 0))) return null;
	return totalBefore(at, before);
}

type Stored = { next: Sample | undefined; totalBefore: TotalBefore };

/** Leaves single zeros of a running total out of stored samples, which `next` follows. */
export function storedWithoutZeros(stored: readonly Sample[], { next, totalBefore }: Stored): readonly Sample[] {
	if (!stored.some(({ value }) => value === 0)) return stored;
	return stored.filter((sample, index) => {
		const after = (stored[index + 1] ?? next)?.value;
		if (after === undefined) return true;
		const total = totalOf(sample, { before: stored[index - 1]?.value, after, totalBefore });
		return total === null || after < total;
	});
}
