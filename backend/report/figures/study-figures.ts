import { walkHeld } from "../../../shared/log/holding";
import { isOutOf } from "../../../shared/log/limit-spans";
import { isKinetic, kineticSummary } from "../../../shared/log/mean-kinetic-temperature";
import type { MappingStudy, StudyCriteria } from "../../../shared/report/mapping-study";
import type { CriterionState } from "../../../shared/report/study-view";
import type { HeldSeries } from "./device-series";

/** Half-open, epoch ms. Several ascend and do not overlap. */
export type Span = { from: number; to: number };

/** Null: no reading holds within the spans. `lowestAt`, `highestAt`: of the first such reading. */
export type StudyFigures = {
	readings: number;
	lowest: number | null;
	lowestAt: number | null;
	highest: number | null;
	highestAt: number | null;
	mean: number | null;
	/** Null also where it is no temperature. */
	kinetic: number | null;
	outMs: number;
	unknownMs: number;
	totalMs: number;
};

type Measured = { period: Span; spans: readonly Span[]; activationEnergy: number };

/** Figures of one position within parts of the study. A reading weighs as long as it holds within them. */
export function studyFigures(
	{ at, value, holding }: HeldSeries,
	{ criteria: { min, max }, quantity, unit }: Pick<MappingStudy, "criteria" | "quantity" | "unit">,
	{ period, spans, activationEnergy }: Measured,
): StudyFigures {
	const countedMs = (from: number, to: number) => overlapMs(spans, { from, to });
	const held = { from: period.from, until: period.to, holding };
	let [outMs, knownMs, sum] = [0, 0, 0];
	walkHeld({ at, value }, held, (from, to, reading) => {
		const own = countedMs(from, to);
		knownMs += own;
		sum += own * reading.value;
		if (isOutOf({ min, max }, reading.value)) outMs += own;
	});
	let [readings, lowest, highest] = [0, -1, -1];
	for (let index = 0; index < at.length; index += 1) {
		if (!isWithin(spans, at[index] ?? Number.NaN)) continue;
		readings += 1;
		if (lowest === -1 || (value[index] ?? 0) < (value[lowest] ?? 0)) lowest = index;
		if (highest === -1 || (value[index] ?? 0) > (value[highest] ?? 0)) highest = index;
	}
	const totalMs = lengthOf(spans);
	const kinetic = isKinetic({ quantity, unit })
		? kineticSummary({ at, value, ...held, unit, activationEnergy, countedMs }).kinetic
		: null;
	return {
		readings,
		lowest: value[lowest] ?? null,
		lowestAt: at[lowest] ?? null,
		highest: value[highest] ?? null,
		highestAt: at[highest] ?? null,
		mean: knownMs === 0 ? null : sum / knownMs,
		kinetic,
		outMs,
		unknownMs: totalMs - knownMs,
		totalMs,
	};
}

export function lengthOf(spans: readonly Span[]): number {
	return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

export function isWithin(spans: readonly Span[], at: number): boolean {
	return spans.some(({ from, to }) => at >= from && at < to);
}

function overlapMs(spans: readonly Span[], { from, to }: Span): number {
	return spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);
}

/** The parts of a period that no span covers, ascending. */
export function withoutSpans(period: Span, spans: readonly Span[]): Span[] {
	const left: Span[] = [];
	let from = period.from;
	for (const span of spans.toSorted((a, b) => a.from - b.from)) {
		const to = Math.min(span.from, period.to);
		if (to > from) left.push({ from, to });
		from = Math.max(from, span.to);
	}
	if (from < period.to) left.push({ from, to: period.to });
	return left;
}

export function coverageOf({ unknownMs, totalMs }: StudyFigures): number {
	return totalMs === 0 ? 0 : (100 * (totalMs - unknownMs)) / totalMs;
}

/** `figures` null: the device or its channel cannot be read. */
export type StudiedPosition = { name: string; figures: StudyFigures | null };

export function hasEnoughData({ figures }: StudiedPosition, { coverage }: Pick<StudyCriteria, "coverage">): boolean {
	return figures !== null && figures.readings > 0 && coverageOf(figures) >= coverage;
}

function stateOf(isFailed: boolean, isKnown: boolean): CriterionState {
	if (isFailed) return "failed";
	return isKnown ? "passed" : "open";
}

/** A position beyond a limit fails. Without an allowed time outside, one reading does. */
export function limitsState(positions: readonly StudiedPosition[], criteria: StudyCriteria): CriterionState {
	const allowedMs = criteria.outMinutes * 60_000;
	const isBeyond = (value: number | null) => value !== null && isOutOf(criteria, value);
	const isFailed = positions.some(({ figures }) => {
		if (figures === null) return false;
		return figures.outMs > allowedMs || (allowedMs === 0 && (isBeyond(figures.lowest) || isBeyond(figures.highest)));
	});
	return stateOf(
		isFailed,
		positions.every((position) => hasEnoughData(position, criteria)),
	);
}

/** `widest` null: at no time have two positions readings. */
export function spreadState(
	widest: number | null,
	positions: readonly StudiedPosition[],
	criteria: StudyCriteria & { spread: number },
): CriterionState {
	const isKnown = widest !== null && positions.every((position) => hasEnoughData(position, criteria));
	return stateOf(widest !== null && widest > criteria.spread, isKnown);
}

export function coverageState(positions: readonly StudiedPosition[], criteria: StudyCriteria): CriterionState {
	return positions.every((position) => hasEnoughData(position, criteria)) ? "passed" : "failed";
}

type Known = { name: string; figures: StudyFigures; mean: number };

/** The first of equals counts. A value that holds from before the study alone proposes nothing. `mostOut` null: no position was outside. Null: no position has a mean. */
export function proposedPositions(
	positions: readonly StudiedPosition[],
): { warmest: Known; coldest: Known; mostOut: Known | null } | null {
	const known = positions.flatMap(({ name, figures }): Known[] =>
		figures === null || figures.readings === 0 || figures.mean === null ? [] : [{ name, figures, mean: figures.mean }],
	);
	const [first] = known;
	if (!first) return null;
	const most = (figure: (position: Known) => number) =>
		known.reduce((best, one) => (figure(one) > figure(best) ? one : best), first);
	const mostOut = most(({ figures }) => figures.outMs);
	return {
		warmest: most(({ mean }) => mean),
		coldest: most(({ mean }) => -mean),
		mostOut: mostOut.figures.outMs > 0 ? mostOut : null,
	};
}
