import type { LogEvent } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";

/** Where the pointer is: an instant, and its place in the drawing in CSS pixels. */
export type Pointing = { at: number; left: number; top: number };

type ChartGestures = {
	/** The plot under the pointer. */
	area: HTMLElement;
	/** What is shown now. */
	shown: () => TimeRange;
	/** Shows another span while the gesture goes on. */
	show: (span: TimeRange) => void;
	/** Applies the span when the gesture has ended. */
	finish: (span: TimeRange) => void;
};

const wheelEndsAfterMs = 250;

/** Moves along the time by sideways scrolling, or by any scrolling with Shift. Returns how to stop listening. */
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

/** Moves along the time while the mouse drags, one drawing for each frame. */
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

/** The events within a few pixels of the pointer. */
export function eventsNear(events: LogEvent[], at: number, withinMs: number): LogEvent[] {
	return events.filter((event) => Math.abs(event.at - at) <= withinMs);
}
