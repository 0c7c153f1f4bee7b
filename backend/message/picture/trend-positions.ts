import { largestOf, smallestOf } from "../../../shared/base/lists";
import type { AlertTrend } from "../alert-details";

export type Point = { x: number; y: number };
export type Place = (at: number, value: number) => Point;

const room = 0.08;
/** A pause of this many usual steps is a gap in the line. */
const gapSteps = 3;

type Drawing = { width: number; height: number; edge: number };

export function placesOf({ from, to, low, high, limits }: AlertTrend, { width, height, edge }: Drawing): Place {
	const values = [...low, ...high, ...limits];
	const [lowest, highest] = [smallestOf(values), largestOf(values)];
	const isFlat = highest === lowest;
	const extent = isFlat ? 1 : highest - lowest;
	const bottom = isFlat ? lowest - 0.5 : lowest - extent * room;
	const whole = extent * (isFlat ? 1 : 1 + 2 * room);
	return (at, value) => ({
		x: edge + ((at - from) / (to - from)) * (width - 2 * edge),
		y: height - edge - ((value - bottom) / whole) * (height - 2 * edge),
	});
}

/** Returns a line per piece between gaps. Each step starts at the end nearer to the step before. */
export function piecesOf({ at, low, high }: AlertTrend, place: Place): Point[][] {
	const gap = gapSteps * usualStep(at);
	const pieces: Point[][] = [];
	for (const [index, time] of at.entries()) {
		const [bottom, top] = [place(time, low[index] ?? 0), place(time, high[index] ?? 0)];
		const isApart = index === 0 || time - (at[index - 1] ?? time) > gap;
		const piece = isApart ? [] : (pieces.pop() ?? []);
		const before = piece.at(-1);
		const isFromTop = before !== undefined && Math.abs(before.y - top.y) < Math.abs(before.y - bottom.y);
		pieces.push([...piece, ...(isFromTop ? [top, bottom] : [bottom, top])]);
	}
	return pieces;
}

function usualStep(at: readonly number[]): number {
	const steps = at.slice(1).map((time, index) => time - (at[index] ?? time));
	return steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)] ?? Number.POSITIVE_INFINITY;
}
