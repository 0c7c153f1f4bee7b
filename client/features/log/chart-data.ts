/** Readings of one line, oldest first; times are epoch ms. */
export type Line = { times: number[]; values: number[] };

/**
 * Columns for the chart: shared times in seconds, and per line a value, `undefined` where only
 * other lines have a time (the line goes on), or `null` where the line has a gap (it breaks).
 */
export type ChartData = { seconds: number[]; columns: (number | null | undefined)[][] };

/** A pause is a gap when it is longer than this many usual intervals. */
const gapIntervals = 3;

export function medianInterval(times: number[]): number | null {
	const intervals = times.slice(1).map((time, index) => time - (times[index] ?? time));
	if (intervals.length === 0) return null;
	intervals.sort((a, b) => a - b);
	const middle = Math.floor(intervals.length / 2);
	const upper = intervals[middle] ?? 0;
	return intervals.length % 2 === 1 ? upper : ((intervals[middle - 1] ?? 0) + upper) / 2;
}

/** An instant inside every pause that is too long to be drawn across. */
export function gapTimes(times: number[]): number[] {
	const usual = medianInterval(times);
	if (usual === null) return [];
	return times.slice(1).flatMap((time, index) => {
		const before = times[index] ?? time;
		return time - before > gapIntervals * usual ? [before + (time - before) / 2] : [];
	});
}

export function chartData(lines: Line[]): ChartData {
	const gaps = lines.map(({ times }) => gapTimes(times));
	const instants = [...new Set([...lines.flatMap(({ times }) => times), ...gaps.flat()])].sort((a, b) => a - b);
	const positions = new Map(instants.map((instant, index) => [instant, index]));
	const columns = lines.map((line, lineIndex) => {
		const column: (number | null | undefined)[] = new Array(instants.length).fill(undefined);
		for (const [index, time] of line.times.entries()) column[positions.get(time) ?? -1] = line.values[index];
		for (const time of gaps[lineIndex] ?? []) column[positions.get(time) ?? -1] = null;
		return column;
	});
	return { seconds: instants.map((instant) => instant / 1000), columns };
}
