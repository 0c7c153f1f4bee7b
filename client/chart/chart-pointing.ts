import { largestOf, smallestOf } from "../../shared/base/lists";
import { positionFrom } from "../../shared/base/sorted";
import type { TimeRange } from "../../shared/time/time-zones";
import { type ChartLine, type LinePoint, nearestPoint } from "./chart-lines";

/** The plot's position within the drawing, in CSS pixels. */
export type Pointing = { at: number; plotLeft: number; plotWidth: number };

/** The line's reading nearest to an instant; null within a gap. */
export type PointedLine = { line: ChartLine; reading: LinePoint | null };

export function pointedLines(lines: ChartLine[], at: number): PointedLine[] {
	return lines.filter((line) => line.at.length > 0).map((line) => ({ line, reading: nearestPoint(line, at) }));
}

export function sharedTime(pointed: PointedLine[]): number | null {
	const times = new Set(pointed.flatMap(({ reading }) => (reading ? [reading.at] : [])));
	const [only] = times;
	return times.size === 1 && only !== undefined ? only : null;
}

export function steppedReading(lines: ChartLine[], span: TimeRange, step: { from: number | null; by: 1 | -1 }) {
	const within = lines.flatMap(({ at }) => {
		const [start, end] = [positionFrom(at, span.from), positionFrom(at, span.to)];
		if (start >= end) return [];
		if (step.from === null) return at[end - 1] ?? [];
		const next = step.by === 1 ? positionFrom(at, step.from + 1) : positionFrom(at, step.from) - 1;
		return next >= start && next < end ? (at[next] ?? []) : [];
	});
	if (within.length === 0) return step.from;
	return step.by === 1 && step.from !== null ? smallestOf(within) : largestOf(within);
}

const tipGap = 14;
const leastTip = 230;
const widestTip = 340;

type TipPosition = { side: "left" | "right"; offset: number; maxWidth: number } | { side: "below" };

/** Places the tip beside the pointed readings or under the plot, never over them. `xs` and `width` in CSS pixels. */
export function tipPosition(xs: number[], width: number): TipPosition {
	const [first, last] = [smallestOf(xs), largestOf(xs)];
	const rooms = { right: width - last - tipGap, left: first - tipGap };
	const side = rooms.right >= leastTip ? "right" : "left";
	if (rooms[side] < leastTip) return { side: "below" };
	const offset = (side === "right" ? last : width - first) + tipGap;
	return { side, offset, maxWidth: Math.min(rooms[side], widestTip) };
}

type ChartGestures = {
	area: HTMLElement;
	shown: () => TimeRange;
	show: (span: TimeRange) => void;
	finish: (span: TimeRange) => void;
};

const wheelEndsAfterMs = 250;

export function panByWheel({ area, shown, show, finish }: ChartGestures): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const turn = (event: WheelEvent) => {
		const turned = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
		if (event.ctrlKey || Math.abs(turned) < (event.shiftKey ? 1 : Math.abs(event.deltaY))) return;
		event.preventDefault();
		show(shiftedBy(shown(), turned / area.clientWidth));
		clearTimeout(timer);
		timer = setTimeout(() => finish(shown()), wheelEndsAfterMs);
	};
	area.addEventListener("wheel", turn, { passive: false });
	return () => {
		clearTimeout(timer);
		area.removeEventListener("wheel", turn);
	};
}

export function panByDrag({ area, shown, show, finish }: ChartGestures, start: MouseEvent): void {
	const held = shown();
	let frame = 0;
	let latest = start.clientX;
	const draw = () => {
		frame = 0;
		show(shiftedBy(held, (start.clientX - latest) / area.clientWidth));
	};
	const move = (event: MouseEvent) => {
		latest = event.clientX;
		if (frame === 0) frame = requestAnimationFrame(draw);
	};
	const end = () => {
		cancelAnimationFrame(frame);
		document.removeEventListener("mousemove", move);
		if (latest === start.clientX) return;
		draw();
		finish(shown());
	};
	document.addEventListener("mousemove", move);
	document.addEventListener("mouseup", end, { once: true });
}

function shiftedBy({ from, to }: TimeRange, share: number): TimeRange {
	const shift = Math.round((to - from) * share);
	return { from: from + shift, to: to + shift };
}
