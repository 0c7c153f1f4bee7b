import type { LogEvent } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";

/** `left` and `top` are CSS pixels within the drawing. */
export type Pointing = { at: number; left: number; top: number };

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

export function eventsNear(events: LogEvent[], at: number, withinMs: number): LogEvent[] {
	return events.filter((event) => Math.abs(event.at - at) <= withinMs);
}
