import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { smallestOf } from "../../../shared/base/lists";
import { longestPause, usualLookUp } from "../../../shared/log/holding";
import { cutByLimits } from "../../../shared/log/limit-spans";
import type { Gap } from "../../../shared/log/reading-gaps";
import type { Clock } from "../source/report-clock";
import { limitSpansOf } from "../source/report-source";
import type { ChannelFigures } from "./channel-figures";

/** Ascending by weight: the heaviest state in a cell's time is the cell's. */
const states = ["none", "within", "unknown", "out"] as const;
export type CellState = (typeof states)[number];

type Period = { from: number; until: number };

/** More cells would be too narrow for their shapes. */
const mostCells = 36;
const monthMs = 30 * dayMs;
const units = [
	{ name: "hour", ms: hourMs, months: 0 },
	{ name: "day", ms: dayMs, months: 0 },
	{ name: "week", ms: 7 * dayMs, months: 0 },
	{ name: "month", ms: monthMs, months: 1 },
	{ name: "quarter", ms: 3 * monthMs, months: 3 },
	{ name: "year", ms: 12 * monthMs, months: 12 },
	{ name: "decade", ms: 120 * monthMs, months: 120 },
] as const;
export type CellUnit = (typeof units)[number];

/** The shortest unit of time that divides the period into at most 36 cells. */
export function cellUnitOf({ from, to }: { from: number; to: number }): CellUnit {
	return units.find(({ ms }) => (to - from) / ms <= mostCells) ?? units[units.length - 1] ?? units[0];
}

/** `walls`: wall times at which the cells begin, as if UTC. `edges`: instants, one more than cells. Cells of no length are left out. */
export type Cells = { walls: number[]; edges: number[] };

type CellRequest = { from: number; to: number; unit: CellUnit; clock: Clock /** 0: Sunday. */; firstWeekday: number };

export function cellsOf({ from, to, unit, clock, firstWeekday }: CellRequest): Cells {
	const wallOf = (at: number) => at + clock(at) * minuteMs;
	const isHour = unit.name === "hour";
	// Elapsed hours, because the clock repeats or skips one.
	const first = isHour
		? from - (((wallOf(from) % hourMs) + hourMs) % hourMs)
		: floorWall(wallOf(from), unit, firstWeekday);
	const cells: Cells = { walls: [], edges: [from] };
	for (let count = 0, start = first; ; count += 1) {
		const next = isHour ? first + (count + 1) * hourMs : nextWall(start, unit);
		const edge = Math.min(isHour ? next : instantOf(next, clock), to);
		if (edge > (cells.edges.at(-1) ?? from)) {
			cells.walls.push(isHour ? wallOf(start) : start);
			cells.edges.push(edge);
		}
		if (edge >= to) return cells;
		start = next;
	}
}

function floorWall(wall: number, { name, months }: CellUnit, firstWeekday: number): number {
	const day = Math.floor(wall / dayMs);
	if (name === "day") return day * dayMs;
	if (name === "week") return (day - ((((day + 4 - firstWeekday) % 7) + 7) % 7)) * dayMs;
	const date = new Date(wall);
	const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
	return wallOfMonth(Math.floor(month / months) * months);
}

function nextWall(wall: number, { ms, months }: CellUnit): number {
	if (months === 0) return wall + ms;
	const date = new Date(wall);
	return wallOfMonth(date.getUTCFullYear() * 12 + date.getUTCMonth() + months);
}

function wallOfMonth(month: number): number {
	return Date.UTC(Math.floor(month / 12), month % 12);
}

/** The first instant at which the clock shows this time, or at which it skips it. */
function instantOf(wall: number, clock: Clock): number {
	const near = wall - clock(wall) * minuteMs;
	const offsets = [clock(near - dayMs), clock(near), clock(near + dayMs)];
	const exact = offsets.map((offset) => wall - offset * minuteMs).filter((at) => at + clock(at) * minuteMs === wall);
	return exact.length > 0 ? smallestOf(exact) : wall - (offsets[0] ?? 0) * minuteMs;
}

/**
 * A gap is longer than three usual intervals and 30 minutes. At an end of the period the time until the next reading is
 * not known; there the time within the period counts.
 */
export function isUnknown(
	{ before, after, from }: Gap,
	{ holding }: Pick<ChannelFigures, "holding">,
	period: Period,
): boolean {
	if (holding.changesUntil !== null) return true;
	const pauseMs = (after ?? period.until) - (before ?? period.from);
	return pauseMs > longestPause(usualLookUp(holding.usual)(before ?? from));
}

type Judged = Pick<ChannelFigures, "channel" | "excursions" | "gaps" | "holding">;

export function stateCells(figures: Judged, { edges }: Cells, period: Period): CellState[] {
	const weights = new Uint8Array(Math.max(edges.length - 1, 0));
	const mark = (span: { from: number; to: number }, state: CellState) => {
		const weight = states.indexOf(state);
		for (let cell = 0; cell < weights.length; cell += 1) {
			const overlaps = (edges[cell] ?? 0) < span.to && (edges[cell + 1] ?? 0) > span.from;
			if (overlaps) weights[cell] = Math.max(weights[cell] ?? 0, weight);
		}
	};
	let knownFrom = period.from;
	const known = (to: number) => {
		if (to <= knownFrom) return;
		cutByLimits(limitSpansOf(figures.channel), { from: knownFrom, to }, ({ bounds, ...part }) => {
			if (bounds !== null) mark(part, "within");
		});
	};
	for (const gap of figures.gaps) {
		known(gap.from);
		knownFrom = gap.to;
		if (isUnknown(gap, figures, period)) mark(gap, "unknown");
	}
	known(period.until);
	for (const excursion of figures.excursions) mark(excursion, "out");
	return Array.from(weights, (weight) => states[weight] ?? "none");
}
