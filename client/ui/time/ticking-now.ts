import { useSyncExternalStore } from "react";

/** One clock for every relative time on screen. It stops while the page is hidden or nothing listens. */
const tickMs = 1_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
	if (document.visibilityState === "hidden") return;
	now = Date.now();
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) now = Date.now();
	listeners.add(listener);
	timer ??= setInterval(tick, tickMs);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

/**
 * Epoch ms in whole steps from `start`: a component that needs minutes does not render every second, and a screen that
 * starts at its loader's time does not load again for the minute that begins just after.
 */
export function useTickingNow(stepMs: number, start = 0): number {
	return useSyncExternalStore(subscribe, () => start + Math.floor(Math.max(now - start, 0) / stepMs) * stepMs);
}
